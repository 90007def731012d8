from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diskembed.errors import ParameterError
from diskembed.geometry import make
from diskembed.geometry.registry import examples, names
from diskembed.order.containment import (
    contains,
    protrusion,
    protrusion_gradients,
    reversed_disks,
    shifted_disks,
)

CASES = [(geometry, points) for name in names() for geometry, points in examples(name)]
IDS = [f"{geometry.name}-{geometry.n}-{number}" for number, (geometry, _) in enumerate(CASES)]


def disk_pairs(geometry, points, seed=0):
    """All ordered pairs of example points, with radii of both signs around the distance."""
    rng = np.random.default_rng(seed)
    i, j = (index.ravel() for index in np.indices((len(points), len(points))))
    r = rng.normal(size=len(i))
    s = r - geometry.distance(points[i], points[j]) + rng.normal(size=len(i))
    return points[i], r, points[j], s


@pytest.mark.paper("eq:protrution")
@pytest.mark.parametrize(("geometry", "points"), CASES, ids=IDS)
def test_protrusion_is_distance_less_the_ancestors_radius_plus_the_descendants(geometry, points):
    x, r, y, s = disk_pairs(geometry, points)
    expected = [geometry.distance(x[k], y[k]) - r[k] + s[k] for k in range(len(x))]
    size = np.abs(points).max()
    np.testing.assert_allclose(protrusion(geometry, x, r, y, s), expected, rtol=1e-12, atol=1e-14 * size)


@pytest.mark.paper("eq:formal-disk", "subsec:formal-disks")
def test_the_larger_disk_is_the_ancestor():
    plane = make("euclid", 2)
    big, small = ([0.0, 0.0], 3.0), ([1.0, 0.0], 1.0)
    assert contains(plane, *big, *small)
    assert not contains(plane, *small, *big)
    assert protrusion(plane, *big, *small) == -1.0
    assert protrusion(plane, *small, *big) == 3.0


@pytest.mark.paper("eq:formal-disk")
@pytest.mark.parametrize(("geometry", "points"), CASES, ids=IDS)
def test_containment_is_a_partial_order(geometry, points):
    rng = np.random.default_rng(1)
    reach = geometry.distance(geometry.origin(), points).clip(max=10.0)
    r = rng.normal(size=len(points)) * (1 + reach)
    table = contains(geometry, points[:, None], r[:, None], points, r)
    assert table.diagonal().all()
    both = table & table.T
    same = (geometry.distance(points[:, None], points) == 0) & (r[:, None] == r)
    assert (both <= same).all()
    two_steps = (table[:, :, None] & table[None, :, :]).any(axis=1)
    slack = protrusion(geometry, points[:, None], r[:, None], points, r)
    scale = 1 + np.abs(r).max() + geometry.distance(points[:, None], points).max()
    assert (slack[two_steps] <= 1e-7 * scale).all()


@pytest.mark.paper("eq:translational-symmetry")
@given(a=st.integers(-50, 50), r=st.integers(-9, 9), s=st.integers(-9, 9), step=st.integers(0, 9))
@settings(deadline=None, max_examples=50)
def test_moving_all_radii_changes_nothing(a, r, s, step):
    line = make("euclid", 1)
    x, y = [0.0], [float(step)]
    assert contains(line, x, r, y, s) == contains(line, *shifted_disks(x, r, a), *shifted_disks(y, s, a))


@pytest.mark.paper("eq:reversibility")
@pytest.mark.parametrize(("geometry", "points"), CASES, ids=IDS)
def test_negating_all_radii_turns_the_order_round(geometry, points):
    x, r, y, s = disk_pairs(geometry, points)
    if not geometry.symmetric:
        with pytest.raises(ParameterError, match="not symmetric"):
            reversed_disks(geometry, x, r)
        return
    forward = contains(geometry, x, r, y, s)
    backward = contains(geometry, *reversed_disks(geometry, y, s), *reversed_disks(geometry, x, r))
    clear = np.abs(protrusion(geometry, x, r, y, s)) > 1e-9
    np.testing.assert_array_equal(forward[clear], backward[clear])


@pytest.mark.paper("eq:protrution")
@pytest.mark.parametrize(("geometry", "points"), CASES, ids=IDS)
def test_protrusion_gradients_are_the_distances_and_one_each_way_for_radii(geometry, points):
    x, r, y, s = disk_pairs(geometry, points)
    by_x, by_r, by_y, by_s = protrusion_gradients(geometry, x, r, y, s)
    for mine, theirs in zip((by_x, by_y), geometry.gradients(x, y), strict=True):
        np.testing.assert_array_equal(mine, theirs)
    np.testing.assert_array_equal(by_r, -np.ones(len(x)))
    np.testing.assert_array_equal(by_s, np.ones(len(x)))


def test_radii_may_be_negative():
    line = make("euclid", 1)
    assert contains(line, [0.0], -1.0, [2.0], -3.0)
    assert not contains(line, [0.0], -1.0, [2.0], -2.5)


def test_nan_is_contained_in_nothing():
    line = make("euclid", 1)
    assert not contains(line, [0.0], np.nan, [0.0], 0.0)
    assert not contains(line, [np.nan], 1.0, [0.0], 0.0)


def test_on_the_sphere_a_difference_of_pi_contains_everything():
    sphere = make("sphere", 2)
    points = sphere.random(20, np.random.default_rng(0), scale=3.0)
    assert contains(sphere, points, np.pi + 0.25, -points, 0.25).all()
    assert contains(sphere, points[:, None], np.pi, points, 0.0).all()


def test_float32_stays_float32():
    plane = make("euclid", 2)
    x, y = np.float32([[0, 0], [1, 2]]), np.float32([[3, 4], [1, 2]])
    r = np.float32([1, 2])
    result = protrusion(plane, x, r, y, r)
    assert result.dtype == np.float32
    np.testing.assert_array_equal(result, [5, 0])
