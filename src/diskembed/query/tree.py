"""A tree of disks: what is in none of its branches' hulls needs no look at any of their leaves.

The **hull** of some disks is one that contains them all, and with each of them all that it contains
(transitivity, from the triangle inequality): a node that the hull does not contain has none of them for an
ancestor. Turned round (eq:reversibility), the **core** of some disks is one that each of them contains: a
node that does not contain the core contains none of them. Both are disks, of any sign of radius, so that the
test is the same product of lifts as for the disks themselves, and a tree misses nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diskembed.geometry.contract import Geometry
from diskembed.models.types import Array, Matrix, Vector
from diskembed.query.grouping import grouped
from diskembed.query.lifts import Lifts
from diskembed.query.scores import Side
from diskembed.query.tiles import padded
from diskembed.query.tree_kernels import FAN, Branches

__all__ = ["Tree"]

STEPS = 16
"""Of the search for a hull's centre: questions go into a third of the branches that the mean would give."""

Singles = NDArray[np.float32]
Numbers = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Tree:
    """What answers questions for ``side``, as ``tree_kernels.walk`` takes it; keys are rounded down.

    ``order`` is whose lift each place of level 0 holds, ``places`` where each node's is; ``hulls`` and
    ``reach`` are centres and radii from level 1 on.
    """

    blocks: Singles
    keys: Singles
    levels: Numbers
    order: NDArray[np.int32]
    places: NDArray[np.int32]
    hulls: Matrix
    reach: Vector

    @staticmethod
    def of(lifts: Lifts, side: Side) -> Tree:
        """Groups, their hulls (for ancestors) or cores (for descendants), those of groups of them, and on."""
        outward = side == "ancestors"
        home, radii = lifts.geometry, lifts.R if outward else lifts.S
        lift = home.lift_outer if outward else home.lift_inner
        order = grouped(home, lifts.centres, radii)
        centres, radii = lifts.centres[order], radii[order]
        lifted, keys = [(lifts.A if outward else lifts.B)[order]], [-radii if outward else radii]
        hulls: list[tuple[Matrix, Vector]] = []
        size = 1
        while len(keys[-1]) > FAN:
            size *= FAN
            around, reach = _hulls(home, centres, radii, size, outward)
            reach = reach + lifts.blur if outward else reach - lifts.blur
            lifted.append(np.asarray(lift(around, reach), np.float64))
            keys.append(-reach if outward else reach)
            hulls.append((around, reach))
        counts = [-(-len(level) // FAN) for level in keys]
        places = np.empty(len(order), np.int32)
        places[order] = np.arange(len(order))
        return Tree(
            np.concatenate([_blocks(level) for level in lifted]),
            np.concatenate([_rounded_down(level) for level in keys]),
            np.concatenate([[0], np.cumsum(counts)]).astype(np.int64),
            order.astype(np.int32),
            places,
            np.concatenate([_whole_blocks(around) for around, _ in hulls] or [centres[:0]]),
            np.concatenate([_whole_blocks(reach) for _, reach in hulls] or [radii[:0]]),
        )

    @staticmethod
    def flat(lifts: Lifts, side: Side) -> Tree:
        """Only the lifts, to ask another tree with: no question can be put to this one."""
        lifted = lifts.A if side == "ancestors" else lifts.B
        order, blocks = np.arange(len(lifted), dtype=np.int32), _blocks(lifted)
        keys, levels = np.full((len(blocks), FAN), np.inf, np.float32), np.array([0, len(blocks)])
        return Tree(blocks, keys, levels, order, order, lifts.centres[:0], lifts.R[:0])

    def branches(self) -> Branches:
        """As a kernel takes it."""
        return Branches(self.blocks, self.keys, self.levels, self.hulls, self.reach, self.order)

    def arrays(self, prefix: str) -> dict[str, NDArray[Any]]:
        """The parts by name, for a file."""
        return {f"{prefix}_{name}": value for name, value in vars(self).items()}

    @staticmethod
    def from_arrays(arrays: Mapping[str, NDArray[Any]], prefix: str) -> Tree:
        """The reverse."""
        return Tree(*(arrays[f"{prefix}_{name}"] for name in Tree.__dataclass_fields__))


def _hulls(home: Geometry, centres: Matrix, radii: Vector, size: int, outward: bool) -> tuple[Matrix, Vector]:
    """A small disk around each ``size`` that follow one another, or a large one inside all of them.

    Its centre moves from the mean of theirs towards the one that decides the radius, ever less, to that of
    the smallest (Badoiu and Clarkson, 2003). Any centre is right, and the best is kept.
    """
    sign = 1.0 if outward else -1.0
    starts = np.arange(0, len(radii), size)
    counts = np.diff(starts, append=len(radii))
    part, places = np.repeat(np.arange(len(starts)), counts), np.arange(len(radii))
    centre = home.project(np.add.reduceat(centres, starts) / counts[:, np.newaxis])
    best, least = centre, np.full(len(starts), np.inf)
    for step in range(STEPS):
        around = centre[part]
        apart = home.distance(around, centres) if outward else home.distance(centres, around)
        needed = sign * radii + apart
        radius = np.maximum.reduceat(needed, starts)
        better = radius < least
        best, least = np.where(better[:, np.newaxis], centre, best), np.where(better, radius, least)
        decisive = np.minimum.reduceat(np.where(needed == radius[part], places, len(places)), starts)
        centre = home.project(centre + (centres[decisive] - centre) / (step + 2))
    return best.astype(np.float64, copy=False), sign * least


def _whole_blocks(values: Array) -> Array:
    """Filled up with the last, which nothing leads to."""
    return np.concatenate([values, np.repeat(values[-1:], -len(values) % FAN, axis=0)])


def _blocks(lifted: Matrix) -> Singles:
    count, width = lifted.shape
    blocks = np.zeros((-(-count // FAN) * FAN, padded(width)), np.float32)
    blocks[:count, :width] = lifted
    return np.ascontiguousarray(blocks.reshape(-1, FAN, padded(width)).transpose(0, 2, 1))


def _rounded_down(keys: Vector) -> Singles:
    """In float32; places without a disk have keys that no question reaches."""
    blocks = np.full(-(-len(keys) // FAN) * FAN, np.inf, np.float32)
    blocks[: len(keys)] = np.nextafter(keys.astype(np.float32), np.float32(-np.inf))
    return blocks.reshape(-1, FAN)
