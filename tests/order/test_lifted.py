from __future__ import annotations

import numpy as np
import pytest

from diskembed.errors import ParameterError
from diskembed.geometry import make
from diskembed.geometry.registry import examples, names
from diskembed.order.containment import contains, protrusion
from diskembed.order.lifted import containment_matrix, contains_lifted

CASES = [(geometry, points) for name in names() for geometry, points in examples(name)]
IDS = [f"{geometry.name}-{geometry.n}-{number}" for number, (geometry, _) in enumerate(CASES)]


def radii(geometry, points, seed=0):
    reach = geometry.distance(geometry.origin(), points).clip(max=5.0)
    return np.random.default_rng(seed).normal(size=len(points)) * (1 + reach)


@pytest.mark.paper("eq:formal-disk")
@pytest.mark.parametrize(("geometry", "points"), CASES, ids=IDS)
def test_the_matrix_says_what_the_distances_say(geometry, points):
    r, s = radii(geometry, points, 1), radii(geometry, points, 2)
    r[0], s[0] = r[1], r[1]
    matrix = containment_matrix(geometry, points, r, points, s)
    every = protrusion(geometry, points[:, None], r[:, None], points, s)
    scale = 1 + np.abs(r[:, None]) + np.abs(s) + geometry.distance(points[:, None], points)
    clear = np.abs(every) > 1e-6 * scale
    np.testing.assert_array_equal(matrix[clear], (every <= 0)[clear])
    assert matrix.any()
    assert not matrix.all()


@pytest.mark.parametrize(("geometry", "points"), CASES, ids=IDS)
def test_pairs_agree_with_the_matrix(geometry, points):
    r, s = radii(geometry, points, 3), radii(geometry, points, 4)
    if not geometry.has_lift:
        with pytest.raises(ParameterError, match="inner product"):
            contains_lifted(geometry, points, r, points, s)
        return
    pairs = contains_lifted(geometry, points[:, None], r[:, None], points, s)
    np.testing.assert_array_equal(pairs, containment_matrix(geometry, points, r, points, s))


@pytest.mark.parametrize("name", ["euclid", "sphere", "hyperboloid"])
def test_a_disk_contains_itself(name):
    geometry = make(name, 3)
    points = geometry.random(50, np.random.default_rng(0))
    r = np.random.default_rng(1).normal(size=50)
    assert contains_lifted(geometry, points, r, points, r).all()
    assert containment_matrix(geometry, points, r, points, r).diagonal().all()


@pytest.mark.parametrize("name", ["euclid", "sphere", "hyperboloid"])
def test_the_reverse_containment_is_not_taken_for_containment(name):
    geometry = make(name, 2)
    x = geometry.random(30, np.random.default_rng(0), scale=0.1)
    small, big = np.zeros(30), np.full(30, 1.5)
    assert contains_lifted(geometry, x, big, x[::-1], small).all()
    assert not contains_lifted(geometry, x, small, x[::-1], big).any()


@pytest.mark.paper("eq:formal-disk")
@pytest.mark.parametrize("name", ["euclid", "sphere", "hyperboloid"])
def test_random_pairs_with_negative_radii(name):
    geometry, rng = make(name, 4), np.random.default_rng(0)
    x, y = geometry.random(2000, rng), geometry.random(2000, rng)
    r = rng.normal(size=2000)
    s = r - geometry.distance(x, y) + 0.1 * rng.normal(size=2000)
    np.testing.assert_array_equal(contains_lifted(geometry, x, r, y, s), contains(geometry, x, r, y, s))


def test_hyperbolic_radii_of_fifty_do_not_overflow():
    geometry = make("hyperboloid", 2)
    x = geometry.random(20, np.random.default_rng(0))
    y = geometry.random(20, np.random.default_rng(1))
    assert contains_lifted(geometry, x, 50.0, y, 40.0).all()
    assert not contains_lifted(geometry, x, 40.0, y, 50.0).any()
    assert contains_lifted(geometry, x, -40.0, y, -50.0).all()


def test_single_disks_and_leading_axes():
    plane = make("euclid", 2)
    assert contains_lifted(plane, [0.0, 0.0], 2.0, [1.0, 0.0], 1.0)
    assert not contains_lifted(plane, [0.0, 0.0], 2.0, [1.0, 0.5], 1.0)
    x = np.random.default_rng(0).normal(size=(3, 1, 2))
    y = np.random.default_rng(1).normal(size=(4, 2))
    pairs = contains_lifted(plane, x, 2.0, y, 0.5)
    np.testing.assert_array_equal(pairs, contains(plane, x, 2.0, y, 0.5))


def test_no_disks_at_all():
    plane, none = make("euclid", 2), np.zeros((0, 2))
    assert containment_matrix(plane, none, np.zeros(0), np.zeros((3, 2)), np.zeros(3)).shape == (0, 3)
    assert contains_lifted(plane, none, np.zeros(0), none, np.zeros(0)).shape == (0,)


def test_float32_agrees_with_its_own_distances():
    geometry, rng = make("hyperboloid", 3), np.random.default_rng(0)
    x, y = (geometry.random(500, rng).astype(np.float32) for _ in range(2))
    r = np.float32(rng.normal(size=500))
    s = np.float32(r - geometry.distance(x, y) + rng.normal(size=500))
    matrix, exact = containment_matrix(geometry, x, r, y, s), contains(geometry, x[:, None], r[:, None], y, s)
    clear = np.abs(protrusion(geometry, x[:, None], r[:, None], y, s)) > 1e-4
    np.testing.assert_array_equal(matrix[clear], exact[clear])
