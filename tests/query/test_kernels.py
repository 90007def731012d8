"""Kernels and their naive twins."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diskembed.jit import fast_kernel
from diskembed.query.grouping import grouped, halves
from diskembed.query.lanes import LANES, TOGETHER, near_lanes, write_lanes
from diskembed.query.lifts import Lifts
from diskembed.query.tile_kernels import ROWS, WIDE, scan_few, scan_one
from diskembed.query.tiles import Tiles, padded
from diskembed.query.tree import Tree
from query.scenes import scenes

RNG = np.random.default_rng(0)


def whole(*shape):
    """Small whole numbers: their products are exact in float32, whatever the order."""
    return RNG.integers(-3, 4, size=shape).astype(np.float32)


def laid_out(lifts):
    tiles = Tiles.of(lifts.astype(np.float64), np.arange(float(len(lifts))), np.inf, 0.0)
    assert tiles.order.tolist() == list(range(len(lifts)))
    return tiles.tiles


@pytest.mark.parametrize("count", [1, WIDE - 1, WIDE, WIDE + 1, 3 * WIDE + 7])
@pytest.mark.parametrize("width", [1, 4, 6, 13])
def test_scans(count, width):
    lifts, rows = whole(count, width), np.zeros((3 * ROWS, padded(width)), np.float32)
    rows[:, :width] = whole(3 * ROWS, width)
    products = rows[:, :width] @ lifts.T
    start, end = np.sort(RNG.integers(0, count + 1, size=(2, len(rows))), axis=0)
    places, least = np.arange(count), np.array([-1, 3], np.float32)
    asked = (places >= start[:, None]) & (places < end[:, None])
    wanted = sorted(
        (i, j, int(products[i, j] > 3)) for i, j in np.argwhere(asked & (products >= -1)).tolist()
    )
    out = np.empty((products.size, 3), np.int32)
    found = scan_few(rows, laid_out(lifts), start, end, least, out)
    assert sorted(map(tuple, out[:found].tolist())) == wanted
    assert scan_few(rows, laid_out(lifts), start, end, least, out[:1]) == found
    one = np.empty(count, np.int64)
    for i in range(len(rows)):
        found = scan_one(rows[i], laid_out(lifts), int(start[i]), int(end[i]), np.float32(-1), one)
        assert one[:found].tolist() == [j for row, j, _ in wanted if row == i]


@pytest.mark.parametrize("scene", scenes()[::3], ids=str)
def test_pairs_are_told_by_distance(scene):
    """As one would write it, pair by pair; what is within the slack is left to the score."""
    disks, n = Lifts.of(scene.model, scene.rows, scene.cutoff).measured(), len(scene.rows)
    above, below = RNG.integers(0, n, size=(2, 400))
    excess = disks.geometry.distance(disks.centres[above], disks.centres[below])
    excess -= disks.outer[above] - disks.inner[below]
    signs = disks.signs(above, below)
    doubt = np.abs(excess) <= 2 * disks.slack
    assert (signs == -np.sign(excess))[~doubt].all()
    assert ((signs == 0) | (signs == -np.sign(excess)))[doubt].all()
    assert (signs == 0)[np.abs(excess) <= disks.slack / 2].all()


@fast_kernel
def bits_of(row, blocks, keys, highest, anyway, least, out):
    for at in range(len(blocks)):
        out[at] = near_lanes(row, blocks, keys, at, highest, anyway, least)


@fast_kernel
def written(bits, first, out, at):
    return write_lanes(bits, first, out, at)


@pytest.mark.parametrize("width", [TOGETHER, 3 * TOGETHER])
def test_sixteen_at_once(width):
    row, blocks, keys = whole(width), whole(7, width, LANES), whole(7, LANES)
    out = np.empty(7, np.int64)
    for highest, anyway, least in ((2, -2, 1), (9, -9, -4), (-9, -9, 0), (2, 2, 99)):
        bits_of(row, blocks, keys, *map(np.float32, (highest, anyway, least)), out)
        products = np.einsum("k,bkw->bw", row, blocks)
        near = (keys <= highest) & ((products >= least) | (keys <= anyway))
        wanted = np.hstack([near, products > -least])
        assert out.tolist() == [sum(1 << w for w in np.flatnonzero(lanes)) for lanes in wanted]


@given(st.integers(0, 2**LANES - 1), st.integers(0, 2**30), st.integers(0, 3))
def test_lanes_are_written_side_by_side(bits, first, at):
    out = np.full(LANES + 4, -1, np.int32)
    wanted = [first + w for w in range(LANES) if bits >> w & 1]
    assert written(bits, first, out, at) == len(wanted)
    assert out[at : at + len(wanted)].tolist() == wanted
    assert (np.delete(out, np.s_[at : at + len(wanted)]) == -1).all()


@given(st.integers(1, 70_000))
def test_halves_are_whole_groups(size):
    half = int(halves(np.array([size]))[0])
    if size <= LANES:
        assert half == 0
    else:
        assert 0 < half < size
        assert half % LANES == 0
        largest = max(LANES**k for k in range(1, 5) if LANES**k < size)
        assert half % largest == 0


@pytest.mark.parametrize(
    "scene", [scene for scene in scenes(300) if scene.name.endswith(("beyond", "nested"))], ids=str
)
@pytest.mark.parametrize("side", ["ancestors", "descendants"])
def test_hulls_let_through_all_that_is_contained(scene, side):
    """On each level of a tree, the node above a disk lets every question through that the disk answers."""
    lifts, inside = Lifts.of(scene.model, scene.rows, scene.cutoff), scene.inside()
    order = grouped(lifts.geometry, lifts.centres, lifts.R)
    assert sorted(order.tolist()) == list(range(len(order)))
    tree = Tree.of(lifts, side)
    assert tree.order[tree.places].tolist() == list(range(len(order)))
    partner, values = (lifts.B, -lifts.S) if side == "ancestors" else (lifts.A, lifts.R)
    rows = np.zeros((len(partner), tree.blocks.shape[1]), np.float32)
    rows[:, : partner.shape[1]] = partner
    products = np.einsum("qk,bkw->qbw", rows, tree.blocks)
    wide = values[:, None, None] - lifts.diameter + lifts.play
    passed = (products >= -lifts.single) | (tree.keys <= wide)
    passed &= tree.keys <= values[:, None, None] + lifts.play
    answers = inside.T if side == "ancestors" else inside
    for level in range(len(tree.levels) - 1):
        through = passed[:, tree.levels[level] : tree.levels[level + 1]].reshape(len(rows), -1)
        assert not (answers & ~through[:, tree.places // LANES**level]).any()
        if level:
            assert not (answers & ~reached(lifts, tree, side, level)[:, tree.places // LANES**level]).any()


def reached(lifts, tree, side, level):
    """Entry (i, j): hull j of a level and disk i are not further apart than question and answer may be."""
    first, last = ((tree.levels[at] - tree.levels[1]) * LANES for at in (level, level + 1))
    found = []
    for centre, reach in zip(tree.hulls[first:last], tree.reach[first:last], strict=True):
        pair = (centre, lifts.centres) if side == "ancestors" else (lifts.centres, centre)
        apart = reach - lifts.S if side == "ancestors" else lifts.R - reach
        found.append(lifts.geometry.distance(*pair) <= apart + lifts.measured().slack)
    return np.array(found).T


def test_what_lies_together_is_near():
    """Four far heaps end in groups of their own."""
    from diskembed.geometry import registry

    heaps = np.repeat(np.arange(4.0), LANES)
    centres = np.column_stack([100 * heaps, RNG.normal(size=(64))])
    mixed = RNG.permutation(64)
    order = grouped(registry.make("euclid", 2), centres[mixed], np.zeros(64))
    for group in heaps[mixed][order].reshape(4, LANES):
        assert len(set(group)) == 1
