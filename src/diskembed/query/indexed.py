"""The engine of an index: two trees of disks, one for each direction of question."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diskembed.models.contract import Model
from diskembed.models.types import Array, Vector
from diskembed.query.engine import Engine, Numbers, Pairs
from diskembed.query.lifts import Lifts
from diskembed.query.scores import Side
from diskembed.query.threads import in_order
from diskembed.query.tree import Tree
from diskembed.query.tree_kernels import FAN, walk

__all__ = ["Bounds", "Indexed"]

ROOM, MOST_ROOM = 1 << 10, 1 << 8
"""Candidates that a question has room for at first, and so many questions."""
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
        tree, partner, value = self._question(node, side)
        limits = np.empty((1, 2), np.float32)
        limits[0, 0] = value + self._play
        limits[0, 1] = value + self._play - self.bounds.diameter
        found = self._walk(tree, partner, partner.places[node : node + 1], limits)
        numbers = tree.order[found[0]].astype(np.int64)
        return self.best_of(node, numbers[numbers != node], side)

    def candidates(self, nodes: Numbers, side: Side) -> tuple[Numbers, Numbers]:
        """Pairs (place in ``nodes``, other node): all on that side and some that only scores can exclude."""
        tree, partner, _ = self._question(0, side)
        by_place = np.argsort(partner.places[nodes])  # near ones take the same branches
        sorted_ = nodes[by_place]
        values = (-self.inner[sorted_] if side == "ancestors" else self.outer[sorted_]) + self._play
        limits = np.column_stack([values, values - self.bounds.diameter]).astype(np.float32)
        found = self._walk(tree, partner, partner.places[sorted_], limits)
        asked, numbers = np.repeat(by_place, found[1]), tree.order[found[0]].astype(np.int64)
        other = numbers != nodes[asked]
        return asked[other], numbers[other]

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

    # -- inside ------------------------------------------------------------------------------------
    @cached_property
    def _play(self) -> float:
        """What radii may be off by, and their keys and limits by in float32."""
        largest = max(np.abs(self.outer).max(initial=0.0), np.abs(self.inner).max(initial=0.0))
        width = self.bounds.diameter if math.isfinite(self.bounds.diameter) else 0.0
        return self.bounds.play + 2.0**-23 * float(largest + width)

    @cached_property
    def _least(self) -> np.floating[Any]:
        """The least product of an answer, rounded down."""
        least: np.floating[Any] = np.nextafter(np.float32(-self.bounds.single), np.float32(-np.inf))
        return least

    def _question(self, node: int, side: Side) -> tuple[Tree, Tree, float]:
        """The tree that answers, the one that holds lifts to ask with, and the node's radius as a key."""
        if side == "ancestors":
            return self.above, self.below, -float(self.inner[node])
        return self.below, self.above, float(self.outer[node])

    def _walk(
        self, tree: Tree, partner: Tree, places: NDArray[np.int32], limits: NDArray[np.float32]
    ) -> tuple[NDArray[np.int32], Numbers]:
        """The places in the tree of all candidates, one question's after another's, and how many each has."""
        fixed = partner.blocks, places, tree.blocks, tree.keys, tree.levels, limits, self._least
        counts = np.empty(len(places), np.int64)
        out = np.empty(ROOM * min(len(places), MOST_ROOM), np.int32)
        count = walk(*fixed, out, counts)
        if count > len(out) - FAN:
            out = np.empty(count + FAN, np.int32)
            walk(*fixed, out, counts)
        return out[:count], counts
