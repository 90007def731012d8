"""Both kinds of cones as disks, at 120 digits and by their definitions: angles and ends of geodesics."""

from __future__ import annotations

import mpmath as mp
import numpy as np
import pytest

from diskembed.order import (
    euclidean_cone_disks,
    euclidean_cones,
    hyperbolic_cone_disks,
    hyperbolic_cones,
    poincare,
)
from exact import DIGITS, angle, dot, length, plus, scaled, vector

EPS = np.finfo(float).eps
COUNT = 150


@pytest.fixture(autouse=True)
def digits():
    with mp.workdps(2 * DIGITS):
        yield


def translated(x, y):
    """The ball's translation that takes 0 to x, of y, as the paper prints it (eq:hyperbolic-translation)."""
    xx, yy, xy = dot(x, x), dot(y, y), dot(x, y)
    return scaled(plus(scaled(y, 1 - xx), x, 1 + 2 * xy + yy), 1 / (1 + 2 * xy + xx * yy))


def hyperbolic_angle(x, y):
    """Xi: at x, between straight out and the geodesic to y. Translations keep angles."""
    return angle(x, translated(scaled(x, mp.mpf(-1)), y))


def reach(x, psi):
    """The angle at the origin under which the geodesic that leaves x at the angle psi meets the border."""
    out, size = mp.expj(psi), length(x)
    return mp.arg((out + size) / (1 + size * out))


def apexes(inner, outer, count=COUNT):
    """Pairs of all kinds: near the inner sphere and the border, near each other, one behind the other."""
    rng = np.random.default_rng(0)
    for k in range(count):
        ways = rng.normal(size=(2, 3))
        ways /= np.linalg.norm(ways, axis=1, keepdims=True)
        share = np.where(rng.random(2) < 0.5, rng.random(2), 10 ** rng.uniform(-6, 0, size=2))
        far = inner + (outer - inner) * np.clip(np.where(rng.random(2) < 0.5, share, 1 - share), 1e-6, 1)
        x, y = far[:, None] * ways
        if k % 4 == 1:
            y = far[1] * (ways[0] + 1e-6 * ways[1]) / np.linalg.norm(ways[0] + 1e-6 * ways[1])
        if k % 4 == 2:
            y = x + 10 ** rng.uniform(-9, -2) * (outer - far[0]) * ways[1]
        if inner * (1 + 1e-9) < np.linalg.norm(y) < outer:
            yield x, y


@pytest.mark.paper("theo:equiv-hyp-cones", "theo:loss-hyp-cones", "eq:hyp-cones-map", "eq:hyp-cones")
@pytest.mark.parametrize("K", [1e-3, 0.1, 0.7, 20.0])
def test_hyperbolic_cones(K):
    found = 0
    for x, y in apexes(hyperbolic_cones.inner_radius(K), 1 - 1e-6):
        X, Y, k = vector(x), vector(y), mp.mpf(K)
        xi = hyperbolic_angle(X, Y)
        psi, other = (mp.asin(k * (1 - dot(p, p)) / length(p)) for p in (X, Y))
        r, s, d, theta = reach(X, psi), reach(Y, other), angle(X, Y), mp.atan(2 * k)
        protrusion = d - r + s
        assert (protrusion <= 0) == (xi <= psi)
        for point, radius in ((X, r), (Y, s)):
            printed = mp.asin((1 + dot(point, point)) / (2 * length(point)) * mp.sin(theta)) - theta
            assert mp.almosteq(printed, radius, 1e-50)
        i, j = (mp.sin(radius + theta) / mp.sin(theta) for radius in (r, s))
        q = mp.cos((r + s - d) / 2 + theta) / (mp.cos(theta) * mp.sin(theta))
        q *= mp.sqrt(mp.sin(r) * mp.sin(r + 2 * theta))
        q /= mp.sqrt(i**2 + j**2 - 2 * i * j * mp.cos(d) - mp.sin(d) ** 2)
        assert abs(q * 2 * mp.sin(protrusion / 2) - mp.sin(xi - psi)) < 1e-50
        # and the functions, to what rounding the coordinates costs
        room, near = 1 - float(length(X)), float(length(X) / length(plus(Y, X, -1)))
        assert abs(float(hyperbolic_cones.angle(x, y) - xi)) < 8 * EPS * (1 + near)
        steep = float(mp.tan(psi)) / room
        assert abs(float(hyperbolic_cones.aperture(x, K=K) - psi)) < 8 * EPS * (1 + steep)
        _, radius = hyperbolic_cone_disks.to_disk(x, K=K)
        assert abs(float(radius / r - 1)) < 8 * EPS * (1 / room + steep / float(mp.sin(psi)))
        found += xi <= psi
    assert 5 < found < COUNT


@pytest.mark.paper("eq:euc-sin-psi-k", "eq:euc-sin-psi-rx", "eq:euc-dxy")
@pytest.mark.parametrize("K", [1e-3, 0.2, 1.0])
def test_euclidean_cones(K):
    found = 0
    for x, y in apexes(K, 1000 * K):
        X, Y, k = vector(x), vector(y), mp.mpf(K)
        xi, (psi, other), shift = (
            angle(X, plus(Y, X, -1)),
            (mp.asin(k / length(p)) for p in (X, Y)),
            mp.asin(k),
        )
        r, s, d = psi - shift, other - shift, angle(X, Y)
        assert (d - r + s <= 0) == (xi <= psi)
        i, j = mp.sin(r + shift), mp.sin(s + shift)
        root = mp.sqrt(i**2 + j**2 - 2 * i * j * mp.cos(d))
        corrected = 2 * i * mp.sin((r - s - d) / 2) * mp.cos((r + s - d) / 2 + shift) / root
        assert abs(corrected - mp.sin(psi - xi)) < 1e-50
        near = float(length(X) / length(plus(Y, X, -1)))
        assert abs(float(euclidean_cones.angle(x, y) - xi)) < 8 * EPS * (1 + near)
        slack = 8 * EPS * (1 + float(mp.tan(psi)))
        assert abs(float(euclidean_cones.aperture(x, K=K) - psi)) < slack
        assert abs(float(euclidean_cone_disks.to_disk(x, K=K)[1] - r)) < slack
        found += xi <= psi
    assert 5 < found < COUNT


@pytest.mark.paper("sec:preliminaries", "eq:hyperbolic-translation")
def test_the_balls_distance():
    for x, y in apexes(0.0, 1 - 1e-9):
        X, Y = vector(x), vector(y)
        exact = 2 * mp.atanh(length(translated(scaled(X, mp.mpf(-1)), Y)))
        assert mp.almosteq(exact, mp.acosh(1 + 2 * length(plus(X, Y, -1)) ** 2 / _rooms(X, Y)), 1e-40)
        crowded = sum(float(1 / (1 - length(p))) for p in (X, Y))
        near = float(exact * length(X) / length(plus(Y, X, -1)))
        assert abs(float(poincare.distance(x, y) - exact)) < 8 * EPS * (float(exact) + crowded + near)


def _rooms(x, y):
    return (1 - dot(x, x)) * (1 - dot(y, y))
