"""Gradients, maps and translations of the curved spaces against their textbook formulas at 60 digits.

What is allowed is what no formula could avoid: stored coordinates place a point to within eps x0 (on the
sphere eps), so a direction to a point at distance d is known to that over d.
"""

from __future__ import annotations

import mpmath as mp
import numpy as np
import pytest

from diskembed.geometry.hyperboloid import Hyperboloid
from diskembed.geometry.sphere import Sphere
from exact import DIGITS, angle, dot, length, plus, scaled, vector

EPS = np.finfo(float).eps
APART = [1e-9, 1e-6, 1e-3, 1.0, 5.0, "anywhere", "opposite"]


@pytest.fixture(autouse=True)
def digits():
    with mp.workdps(DIGITS):
        yield


def lorentz(a, b):
    return dot(a[1:], b[1:]) - a[0] * b[0]


def size(v):
    return mp.sqrt(max(lorentz(v, v), 0))


def on_hyperboloid(space, x):
    """The stored point: its coordinates after the first, and the time that belongs to them."""
    rest = vector(x[1:])
    return [mp.sqrt(dot(rest, rest) - 1 / mp.mpf(space.curvature)), *rest]


def at(x, v):
    """The tangent vector at x with v's coordinates after the first."""
    return [dot(x[1:], v) / x[0], *v]


def off(x, found, exact):
    """The length of the error of a tangent vector at x."""
    return float(size(at(x, plus(vector(found[1:]), exact[1:], -1))))


def hyperbolic_pairs(space, radius, apart):
    rng, origin = np.random.default_rng(int(radius)), space.origin()
    for turn in (0, 1, 2):
        out = rng.normal(size=(2, space.width)) * (np.arange(space.width) > 0)
        out /= np.linalg.norm(out, axis=1, keepdims=True)
        x = space.exp(origin, radius * space.radius * out[0])
        if isinstance(apart, str):
            way = out[1] if apart == "anywhere" else -out[0] + 1e-4 * turn * out[1]
            yield x, space.exp(origin, 0.9 * radius * space.radius * way)
        else:
            way = (out[1], out[0], -out[0])[turn]
            yield x, space.exp(x, space.transport(origin, x, apart * space.radius * way))


@pytest.mark.paper("eq:update_x", "sec:disk_embedding")
@pytest.mark.parametrize("curvature", [-1.0, -0.25, -9.0])
@pytest.mark.parametrize("apart", APART)
@pytest.mark.parametrize("radius", [1, 10, 15, 20, 25])
def test_hyperboloid(radius, apart, curvature):
    space = Hyperboloid(4, curvature)
    for x, y in hyperbolic_pairs(space, radius, apart):
        X, Y = on_hyperboloid(space, x), on_hyperboloid(space, y)
        square = -1 / mp.mpf(curvature)
        d = 2 * mp.sqrt(square) * mp.asinh(size(plus(X, Y, -1)) / (2 * mp.sqrt(square)))
        there, back = plus(Y, X, lorentz(X, Y) / square), plus(X, Y, lorentz(X, Y) / square)
        there, back = scaled(there, -1 / size(there)), scaled(back, -1 / size(back))
        stored = EPS * (x[0] + y[0])
        turned = 4 * (stored / float(d) + stored / space.radius)
        by_x, by_y, forms = np.zeros(5), np.zeros(5), space.scalars
        forms.gradients(space.parameters, x, y, by_x, by_y)
        for found_x, found_y in (space.gradients(x, y), (by_x, by_y)):
            assert off(X, found_x, there) < turned
            assert off(Y, found_y, back) < turned
        v = space.log(x, y)
        assert off(X, v, scaled(there, -d)) < float(d) * turned
        V = at(X, vector(v[1:]))
        turn = size(V) / mp.sqrt(square)
        end = plus(scaled(X, mp.cosh(turn)), V, mp.sinh(turn) / turn)
        missed = size(plus(on_hyperboloid(space, space.exp(x, v)), end, -1))
        assert missed < 4 * EPS * (x[0] * float(1 + mp.sinh(turn)) + float(end[0]))
        kept = space.transport(space.origin(), x, np.array([0.0, 1.0, -1.0, 0.5, 0.0]))
        U = at(X, vector(kept[1:]))
        moved = plus(U, plus(X, Y), lorentz(Y, U) / (square - lorentz(X, Y)))
        assert off(Y, space.transport(x, y, kept), moved) < 4 * float(size(U)) * stored / space.radius


@pytest.mark.paper("eq:update_x", "sec:disk_embedding")
@pytest.mark.parametrize("apart", [1e-12, 1e-9, 1e-3, 1.0, 2.0, np.pi - 1e-3, np.pi - 1e-9, np.pi - 1e-12])
@pytest.mark.parametrize("n", [1, 2, 5])
def test_sphere(n, apart):
    sphere, rng = Sphere(n), np.random.default_rng(n)
    for x in sphere.project(rng.normal(size=(10, n + 1))):
        v = sphere.tangent(x, rng.normal(size=n + 1))
        y = sphere.exp(x, apart * v / sphere.norm(x, v))
        X, Y = (scaled(point, 1 / length(point)) for point in (vector(x), vector(y)))
        there, back = plus(Y, X, -dot(X, Y)), plus(X, Y, -dot(X, Y))
        there, back = scaled(there, -1 / length(there)), scaled(back, -1 / length(back))
        turned = 4 * EPS * (1 + 1 / min(apart, np.pi - apart))
        by_x, by_y = np.zeros((2, n + 1))
        sphere.scalars.gradients(sphere.parameters, x, y, by_x, by_y)
        for found_x, found_y in (sphere.gradients(x, y), (by_x, by_y)):
            assert length(plus(vector(found_x), there, -1)) < turned
            assert length(plus(vector(found_y), back, -1)) < turned
        d = angle(X, Y)
        assert abs(mp.mpf(float(sphere.distance(x, y))) - d) < 4 * EPS
        assert length(plus(vector(sphere.log(x, y)), there, d)) < 4 * turned
        moved = plus(plus(vector(v), there, dot(vector(v), there) * -1), back, -dot(vector(v), there))
        found = vector(sphere.transport(x, y, v))
        assert length(plus(found, moved, -1)) < 4 * turned * length(vector(v))
