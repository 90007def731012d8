"""How accurate distances are, against 60 digits: near pairs far out, at the limit, and around antipodes."""

from __future__ import annotations

from decimal import Decimal, localcontext

import numpy as np
import pytest

from diskembed.geometry.hyperboloid import Hyperboloid
from diskembed.geometry.inject import specialise
from diskembed.geometry.scalars import distance
from diskembed.geometry.sphere import Sphere
from diskembed.jit import fast_kernel, kernel

N = 5


def distance_of_rows(space, points, others, out):
    for k in range(out.size):
        out[k] = distance(space, points[k], others[k])


def exact_pair(rng, radius, apart, radial):
    """Two points that far from the origin and from each other, as Decimals without their times."""
    u = [Decimal(float(c)) for c in rng.normal(size=N)]
    w = [-c for c in u] if radial else [Decimal(float(c)) for c in rng.normal(size=N)]
    u, w = (scaled(c, 1 / dot(c, c).sqrt()) for c in (u, w))
    x = scaled(u, sinh(radius))
    x0 = (1 + dot(x, x)).sqrt()
    v = added(w, scaled(x, dot(x, w) / (1 + x0)))
    return x, added(scaled(x, cosh(apart)), scaled(v, sinh(apart)))


def dot(a, b):
    return sum((c * d for c, d in zip(a, b, strict=True)), Decimal(0))


def scaled(a, by):
    return [c * by for c in a]


def added(a, b):
    return [c + d for c, d in zip(a, b, strict=True)]


def sinh(t):
    return (Decimal(t).exp() - Decimal(-t).exp()) / 2


def cosh(t):
    return (Decimal(t).exp() + Decimal(-t).exp()) / 2


def pairs_at(radius, apart, count=40):
    rng = np.random.default_rng(int(radius))
    with localcontext(prec=60):
        both = [exact_pair(rng, radius, apart, radial=k % 2 == 0) for k in range(count)]
    x, y = (np.array([[0.0, *map(float, pair[end])] for pair in both]) for end in (0, 1))
    return Hyperboloid(N).project(x), Hyperboloid(N).project(y)


@pytest.mark.parametrize("apart", [1e-6, 1e-3, 1.0])
@pytest.mark.parametrize("radius", [1, 10, 15, 20, 25])
def test_hyperboloid_distances_are_as_good_as_the_stored_points(radius, apart):
    x, y = pairs_at(radius, apart)
    space = Hyperboloid(N)
    bound = np.finfo(float).eps * np.cosh(radius)
    found = {"arrays": space.distance(x, y)}
    for compiler in (kernel, fast_kernel):  # the second may reorder sums
        found[compiler.__name__] = np.empty(len(x))
        specialise(distance_of_rows, space, compiler)(space.parameters, x, y, found[compiler.__name__])
    for result in found.values():
        np.testing.assert_allclose(result, apart, rtol=1e-14, atol=bound)


def test_hyperboloid_keeps_the_promise_at_its_limit():
    space = Hyperboloid(N)
    x, y = pairs_at(space.farthest, 0.5)
    np.testing.assert_allclose(space.distance(x, y), 0.5, atol=1e-5)
    space.check(space.exp(space.origin(), [0, 0.999 * space.farthest, 0, 0, 0, 0]))


@pytest.mark.parametrize(("radius", "lost"), [(10, 1e-8), (15, 1e-6)])
def test_the_usual_formulas_lose_points_a_millionth_apart(radius, lost):
    """acosh(-<x, y>) sees nothing of it, and the Lorentz norm of x - y is off by up to ``lost`` or more."""
    x, y = pairs_at(radius, 1e-6)
    signs = np.array([-1.0] + [1.0] * N)
    product = np.maximum(-(x * y * signs).sum(axis=1), 1)
    assert np.abs(np.arccosh(product) - 1e-6).max() > 0.99e-6
    chord = np.maximum(((x - y) ** 2 * signs).sum(axis=1), 0)
    assert np.abs(2 * np.arcsinh(np.sqrt(chord) / 2) - 1e-6).max() > lost


@pytest.mark.parametrize("radius", [1, 5, 10])
def test_hyperboloid_in_float32_is_as_good_as_the_stored_points(radius):
    x, y = pairs_at(radius, 1.0)
    single = Hyperboloid(N).distance(x.astype(np.float32), y.astype(np.float32))
    np.testing.assert_allclose(single, 1.0, atol=np.finfo(np.float32).eps * np.cosh(radius))


@pytest.mark.parametrize("angle", [1e-12, 1e-9, 1e-3, 1.0, np.pi - 1e-3, np.pi - 1e-9, np.pi - 1e-12])
def test_sphere_angles_are_accurate_from_end_to_end(angle):
    sphere, rng = Sphere(N), np.random.default_rng(0)
    x = sphere.random(50, rng)
    u = sphere.tangent(x, rng.normal(size=x.shape))
    u /= sphere.norm(x, u)[:, None]
    y = x * np.cos(angle) + u * np.sin(angle)
    np.testing.assert_allclose(sphere.distance(x, y), angle, rtol=0, atol=1e-15)


def test_sphere_in_float32_is_accurate_to_its_rounding():
    sphere, rng = Sphere(N), np.random.default_rng(0)
    x, y = sphere.project(rng.normal(size=(2, 500, N + 1)).astype(np.float32))
    for other in (y, -y, x, -x, sphere.project(x + np.float32(1e-4) * y)):
        exact = sphere.distance(*(sphere.project(point.astype(float)) for point in (x, other)))
        np.testing.assert_allclose(sphere.distance(x, other), exact, rtol=0, atol=1e-6)
