"""The engine of an index: two trees of disks, one for each direction of question."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from diskembed.models.contract import Model
from diskembed.models.types import Array, Vector
from diskembed.query.engine import Engine, Numbers, Pairs
from diskembed.query.lifts import Lifts
from diskembed.query.scores import Side
from diskembed.query.threads import in_order
from diskembed.query.tree import Tree
from diskembed.query.tree_kernels import walk

__all__ = ["Bounds", "Indexed"]

ROOM = 1 << 12
"""Candidates that a question has room for at first."""
TOGETHER = 256
"""Questions of a block of pairs."""


@dataclass(frozen=True)
class Bounds:
    """What products and radii decide: see ``Lifts``."""

    diameter: float
    play: float
    single: float


@dataclass(frozen=True, eq=False)
class Indexed(Engine):
    """Answers from trees; ``outer`` and ``inner`` are the radii of nodes as ancestors and as descendants."""

    bounds: Bounds
    above: Tree
    below: Tree
    outer: Vector
    inner: Vector

    @staticmethod
    def of(model: Model, rows: Array, cutoff: float) -> Indexed | None:
        """Trees for these rows; None where they have no lifts."""
        lifts = Lifts.of(model, rows, cutoff)
        if lifts is None:
            return None
        bounds = Bounds(lifts.diameter, lifts.play, lifts.single)
        trees = Tree.of(lifts, "ancestors"), Tree.of(lifts, "descendants")
        return Indexed(model, rows, cutoff, bounds, *trees, lifts.R, lifts.S)

    def matching(self, node: int, side: Side) -> tuple[Numbers, Vector]:
        """See ``Engine``."""
        return self.best_of(node, self.candidates(np.array([node]), side)[1], side)

    def candidates(self, nodes: Numbers, side: Side) -> tuple[Numbers, Numbers]:
        """Pairs (place in ``nodes``, other node): all on that side and some that only scores can exclude."""
        up = side == "ancestors"
        tree, partner = (self.above, self.below) if up else (self.below, self.above)
        by_place = np.argsort(partner.places[nodes])  # near ones take the same branches
        nodes = nodes[by_place]
        values = -self.inner[nodes] if up else self.outer[nodes]
        play, single = self.bounds.play, np.float32(np.inf)
        limits = np.empty((len(nodes), 2), np.float32)
        limits[:, 0] = values + play
        limits[:, 1] = values - self.bounds.diameter + play
        np.nextafter(limits, single, out=limits)
        least = -np.nextafter(np.float32(self.bounds.single), single)
        fixed = partner.blocks, partner.places[nodes], tree.blocks, tree.keys, tree.levels, limits, least
        out = np.empty((ROOM * len(nodes) if len(nodes) < ROOM else ROOM * 64, 2), np.int32)
        count = walk(*fixed, out)
        if count > len(out):
            out = np.empty((count, 2), np.int32)
            walk(*fixed, out)
        asked, found = out[:count, 0], tree.order[out[:count, 1]].astype(np.int64)
        other = found != nodes[asked]
        return by_place[asked[other]], found[other]

    def contains(self, above: Numbers, below: Numbers) -> NDArray[np.bool_]:
        """See ``Engine``; a tree does not help with single pairs."""
        return np.asarray(self.scores(above, below) <= self.cutoff)

    def pairs(self, threads: int) -> Iterator[Pairs]:
        """See ``Engine``."""
        yield from in_order(self._below, range(0, len(self.rows), TOGETHER), threads)

    def _below(self, start: int) -> Pairs:
        nodes = np.arange(start, min(start + TOGETHER, len(self.rows)))
        asked, found = self.candidates(nodes, "descendants")
        inside = self.contains(nodes[asked], found)
        return Pairs(nodes[asked[inside]], found[inside])
