"""Circles of a forest: children inside their parents, siblings apart."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diskembed.viewer.packing import heights, lay_out, outline, packed
from viewer.maps import random_forest


def check(parent, circles):
    assert np.isfinite(circles).all()
    assert (circles[:, 2] > 0).all()
    assert (np.hypot(circles[:, 0], circles[:, 1]) + circles[:, 2] <= 1 + 1e-9).all()
    for node, above in enumerate(parent):
        if above >= 0:
            apart = np.hypot(*(circles[node, :2] - circles[above, :2]))
            assert apart + circles[node, 2] <= circles[above, 2] * (1 + 1e-9)
    for first in range(len(parent)):
        family = np.flatnonzero(parent == parent[first])
        apart = np.hypot(*(circles[family, :2] - circles[first, :2]).T)
        reach = circles[family, 2] + circles[first, 2]
        assert (apart[family != first] >= reach[family != first] * (1 - 1e-5)).all()


@given(st.integers(1, 150), st.integers(0, 2**32 - 1))
def test_every_forest_is_nested_without_overlap(count, seed):
    parent = random_forest(count, np.random.default_rng(seed))
    check(parent, packed(parent))


@pytest.mark.parametrize(
    "parent",
    [[-1], [-1, -1], [-1, 0], [-1, 0, 0], [2, 2, -1], [-1, 0, 1, 2, 3], [-1] * 60, [-1] + [0] * 500],
)
def test_small_and_plain_shapes(parent):
    check(np.array(parent), packed(np.array(parent)))


def test_no_node_has_no_circle():
    assert packed(np.empty(0, np.int64)).shape == (0, 3)


def test_a_long_chain():
    parent = np.arange(-1, 2999)
    circles = packed(parent)
    assert np.isfinite(circles).all()
    assert (np.diff(circles[:300, 2]) < 0).all()


def test_heights_are_the_longest_ways_down():
    assert heights(np.array([-1, 0, 0, 2, -1])).tolist() == [2, 0, 1, 0, 0]


def test_the_outline_is_nearly_the_smallest():
    rng = np.random.default_rng(0)
    for count in (1, 2, 3, 10, 300):
        sizes = -np.sort(-rng.uniform(0.5, 3, count))
        places = lay_out(sizes)
        x, y, r = outline(places, sizes)
        reach = np.hypot(places[:, 0] - x, places[:, 1] - y) + sizes
        assert reach.max() <= r * (1 + 1e-12)
        # no circle around all is smaller than half of the widest pair
        widest = max(
            np.hypot(*(places[i] - places[j])) + sizes[i] + sizes[j]
            for i in range(count)
            for j in range(i, count)
        )
        assert r <= max(widest / 2, sizes.max()) * 1.2
