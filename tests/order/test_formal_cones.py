from __future__ import annotations

import numpy as np
import pytest

from diskembed.geometry import make
from diskembed.order.formal_cones import (
    in_lower_cone,
    in_upper_cone,
    lower_section_radius,
    upper_section_radius,
)

LINE = np.linspace(-5, 5, 41)[:, None]


@pytest.mark.paper("fig:formal-disk", "subsec:formal-disks")
@pytest.mark.parametrize("height", [-1.0, 0.0, 1.0, 4.0])
def test_a_lower_section_is_a_disk_that_shrinks_with_height(height):
    line, x, r = make("euclid", 1), [1.0], 2.0
    radius = lower_section_radius(r, height)
    assert radius == 2.0 - height
    np.testing.assert_array_equal(in_lower_cone(line, x, r, LINE, height), np.abs(LINE[:, 0] - 1) <= radius)


@pytest.mark.paper("fig:formal-disk")
@pytest.mark.parametrize("r", [-2.0, 0.0, 2.0])
def test_a_negative_radius_is_that_of_the_upper_cones_section_at_height_zero(r):
    line, x = make("euclid", 1), [1.0]
    assert upper_section_radius(r) == -r
    np.testing.assert_array_equal(in_upper_cone(line, x, r, LINE), np.abs(LINE[:, 0] - 1) <= -r)


def test_the_cones_of_a_quasi_metric_are_opposite_polygons():
    wedge = make("polyhedral", 2, W=[[1.0, 0.0], [0.0, 1.0], [-1.0, -1.0]])
    rng = np.random.default_rng(0)
    x, points = np.zeros(2), rng.normal(size=(200, 2))
    lower, upper = in_lower_cone(wedge, x, 1.0, points), in_upper_cone(wedge, x, -1.0, points)
    np.testing.assert_array_equal(lower, (points.sum(axis=1) <= 1) & (-points <= 1).all(axis=1))
    np.testing.assert_array_equal(upper, (-points.sum(axis=1) <= 1) & (points <= 1).all(axis=1))
    assert (lower != upper).any()


@pytest.mark.paper("eq:formal-disk", "subsec:formal-disks")
def test_lower_cones_nest_exactly_as_disks_do():
    """prop:partial-order: (x, r) contains (y, s) where its lower cone holds all of the other's."""
    line, rng = make("euclid", 1), np.random.default_rng(0)
    points, heights = rng.uniform(-3, 3, size=(400, 1)), rng.uniform(-4, 4, size=400)
    for x, r, y, s in rng.integers(-2, 3, size=(50, 4)):
        outer = in_lower_cone(line, [x], r, points, heights)
        inner = in_lower_cone(line, [y], s, points, heights)
        if abs(x - y) <= r - s:
            assert (inner <= outer).all()
        else:
            assert in_lower_cone(line, [y], s, [y], s)
            assert not in_lower_cone(line, [x], r, [y], s)


def test_float32_stays_float32():
    assert lower_section_radius(np.float32(2), np.float32(1)).dtype == np.float32
    assert upper_section_radius(np.float32(2), np.float32(1)).dtype == np.float32
