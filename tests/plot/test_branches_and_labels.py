"""What belongs together has one colour, and no label lies over another."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from diskembed.plot.axes import ticks
from diskembed.plot.branches import branches
from diskembed.plot.labels import Box, labelled

forests = st.lists(st.integers(0, 10**6), max_size=60).map(
    lambda draws: np.array([draw % (at + 1) - 1 for at, draw in enumerate(draws)], np.int64)
)


@given(forests, st.integers(1, 7))
def test_a_branch_is_a_whole_subtree(parent, most):
    colours = branches(parent, most)
    assert len(colours) == len(parent)
    assert set(colours.tolist()) <= set(range(-1, most))
    for node, above in enumerate(parent.tolist()):
        if above >= 0 and colours[above] >= 0:
            assert colours[node] == colours[above]
    for branch in set(colours.tolist()) - {-1}:
        inside = np.flatnonzero(colours == branch)
        heads = [node for node in inside if parent[node] < 0 or colours[parent[node]] != branch]
        assert len(heads) == 1


def test_one_root_is_taken_apart():
    parent = np.array([-1, 0, 0, 1, 1, 2])
    assert branches(parent, 2).tolist() == [-1, 0, 1, 0, 0, 1]
    assert branches(np.empty(0, np.int64), 3).tolist() == []


circles = st.lists(
    st.tuples(st.floats(-50, 950), st.floats(-50, 950), st.floats(0.1, 500)), min_size=1, max_size=40
)


@given(circles, st.integers(0, 50))
def test_labels_lie_apart_and_inside(found, most):
    names = ["n" * (1 + at % 50) for at in range(len(found))]
    parts, boxes = labelled(names, np.array(found), range(len(found)), most, side=900.0)
    assert len(parts) == len(boxes) <= most
    for at, box in enumerate(boxes):
        assert box.left >= 0
        assert box.right <= 900
        assert box.top >= 0
        assert box.bottom <= 900
        assert not any(box.meets(other) for other in boxes[:at])


def test_labels_keep_off_what_is_taken():
    taken = Box(0, 0, 900, 300)
    parts, (box,) = labelled(["name"], np.array([[450.0, 300.0, 5.0]]), [0], 1, side=900.0, taken=[taken])
    assert not box.meets(taken)
    assert len(parts) == 1
    assert labelled(["name"], np.array([[450.0, 100.0, 5.0]]), [0], 1, side=900.0, taken=[taken]) == ([], [])


def test_boxes_that_touch_do_not_meet():
    assert not Box(0, 0, 1, 1).meets(Box(1, 0, 2, 1))
    assert Box(0, 0, 1, 1).meets(Box(0.5, 0.5, 2, 2))


@given(st.floats(-1e6, 1e6), st.floats(1e-6, 1e6))
def test_ticks_are_few_rising_and_inside(low, width):
    high = low + width
    if not high > low + 1e-7 * max(1, abs(low)):
        return
    found = ticks(low, high)
    assert 2 <= len(found) <= 16
    assert found == sorted(found)
    assert low - 1e-6 * width <= found[0] + 1e-9
    assert found[-1] <= high + 1e-6 * width + 1e-9
