"""Conversions between hyperbolic coordinates: round trips, distances as printed, domains."""

from __future__ import annotations

import numpy as np
import pytest

from diskembed.errors import DomainError
from diskembed.geometry import coordinates
from diskembed.geometry.coordinates import (
    ball_disk,
    ball_from_lorentz,
    half_space_from_lorentz,
    klein_from_lorentz,
    lorentz_from_ball,
    lorentz_from_half_space,
    lorentz_from_klein,
    translate_ball,
)
from diskembed.geometry.hyperboloid import Hyperboloid

PAIRS = {
    "ball": (ball_from_lorentz, lorentz_from_ball),
    "klein": (klein_from_lorentz, lorentz_from_klein),
    "half_space": (half_space_from_lorentz, lorentz_from_half_space),
}


def points(n, radius, count=50):
    space, rng = Hyperboloid(n), np.random.default_rng(n)
    ways = np.zeros((count, n + 1))
    ways[:, 1:] = rng.normal(size=(count, n))
    ways *= radius / np.linalg.norm(ways, axis=1, keepdims=True)
    return space.exp(space.origin(), ways)


def test_every_conversion_is_tested():
    named = {function.__name__ for pair in PAIRS.values() for function in pair}
    assert named | {"ball_disk", "translate_ball"} == set(coordinates.__all__)


@pytest.mark.parametrize("name", PAIRS)
@pytest.mark.parametrize("n", [1, 2, 5])
@pytest.mark.parametrize("radius", [0.0, 1e-6, 1.0, 8.0])
def test_round_trip(name, n, radius):
    there, back = PAIRS[name]
    x = points(n, radius)
    tolerance = 1e-15 * np.exp(2 * radius)
    assert Hyperboloid(n).distance(back(there(x)), x).max() < tolerance
    assert there(x).shape == (50, n)
    assert there(x.astype(np.float32)).dtype == np.float32


@pytest.mark.parametrize(
    ("name", "radius", "growth"), [("ball", 16.0, 1.0), ("klein", 8.0, 2.0), ("half_space", 16.0, 1.0)]
)
def test_far_points_are_as_crowded_as_stated(name, radius, growth):
    there, back = PAIRS[name]
    x = points(3, radius)
    error = Hyperboloid(3).distance(back(there(x)), x).max()
    assert error < np.finfo(float).eps * np.exp(growth * radius)


@pytest.mark.parametrize("name", PAIRS)
def test_origin(name):
    there, _ = PAIRS[name]
    middle = [0.0, 0.0, 1.0] if name == "half_space" else [0.0, 0.0, 0.0]
    np.testing.assert_array_equal(there(Hyperboloid(3).origin()), middle)


@pytest.mark.paper("sec:preliminaries")
def test_distances_are_the_textbook_ones():
    x, y = points(3, 1.0), points(3, 2.0)[::-1]
    far = Hyperboloid(3).distance(x, y)
    p, q = ball_from_lorentz(x), ball_from_lorentz(y)
    apart, room = ((p - q) ** 2).sum(axis=1), (1 - (p**2).sum(axis=1)) * (1 - (q**2).sum(axis=1))
    np.testing.assert_allclose(np.arccosh(1 + 2 * apart / room), far, rtol=1e-12)
    u, v = half_space_from_lorentz(x), half_space_from_lorentz(y)
    apart, heights = ((u - v) ** 2).sum(axis=1), u[:, -1] * v[:, -1]
    np.testing.assert_allclose(np.arccosh(1 + apart / (2 * heights)), far, rtol=1e-12)
    k, m = klein_from_lorentz(x), klein_from_lorentz(y)
    room = np.sqrt((1 - (k**2).sum(axis=1)) * (1 - (m**2).sum(axis=1)))
    np.testing.assert_allclose(np.arccosh((1 - (k * m).sum(axis=1)) / room), far, rtol=1e-12)


@pytest.mark.paper("eq:hyperbolic-translation")
def test_translation_takes_zero_to_the_point_and_keeps_distances():
    x, y, by = (ball_from_lorentz(points(3, r)) for r in (0.5, 1.0, 1.5))
    np.testing.assert_allclose(translate_ball(np.zeros(3), by), by, rtol=1e-15)
    space = Hyperboloid(3)
    before = space.distance(lorentz_from_ball(x), lorentz_from_ball(y))
    moved = lorentz_from_ball(translate_ball(x, by)), lorentz_from_ball(translate_ball(y, by))
    np.testing.assert_allclose(space.distance(*moved), before, rtol=1e-12)


def test_a_hyperbolic_disk_is_a_euclidean_disk_in_the_ball():
    p, r = ball_from_lorentz(points(2, 1.2, count=1))[0], 0.8
    centre, radius = ball_disk(p, r)
    angles = np.linspace(0, 2 * np.pi, 50)
    rim = centre + radius * np.column_stack([np.cos(angles), np.sin(angles)])
    reached = Hyperboloid(2).distance(lorentz_from_ball(rim), lorentz_from_ball(p))
    np.testing.assert_allclose(reached, r, rtol=1e-12)


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: lorentz_from_ball([0.6, 0.8]), r"\|p\| is 1; \|p\| < 1 in the Poincare ball"),
        (lambda: lorentz_from_klein([[0.0, 0.0], [2.0, 0.0]]), r"\|p\| is 2; .* Klein ball"),
        (lambda: lorentz_from_ball([np.nan, 0.0]), r"\|p\| is nan"),
        (lambda: translate_ball([0.0, 0.0], [1.0, 1.0]), "Poincare"),
        (
            lambda: lorentz_from_half_space([1.0, 0.0]),
            "a height is 0; 0 < height in the upper half-space",
        ),
        (lambda: lorentz_from_half_space([1.0, np.nan]), "a height is nan"),
        (lambda: ball_disk([0.0, 0.0], -1.0), "a radius is -1"),
        (lambda: ball_from_lorentz([2.0, 1.0]), "off hyperboloid"),
        (lambda: klein_from_lorentz([1.0]), "coordinates on the last axis"),
        (lambda: half_space_from_lorentz(1.0), "coordinates on the last axis"),
    ],
)
def test_outside_a_domain_is_an_error(call, says):
    with pytest.raises(DomainError, match=says):
        call()
