"""The engine of an index: two trees of disks, one for each direction of question."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diskembed.geometry.inject import specialise
from diskembed.models.contract import Model
from diskembed.models.types import Array, Vector
from diskembed.query.engine import Numbers, Pairs
from diskembed.query.lifts import Lifts
from diskembed.query.measuring import Measuring
from diskembed.query.scores import Side
from diskembed.query.threads import in_order
from diskembed.query.tree import Tree
from diskembed.query.tree_kernels import FAN, Answers, Asked, walk

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
class Indexed(Measuring):
    """Answers from trees."""

    bounds: Bounds
    above: Tree
    below: Tree

    @staticmethod
    def of(model: Model, rows: Array, cutoff: float) -> Indexed | None:
        """Trees for these rows; None where they have no lifts."""
        return Indexed._made(model, rows, cutoff, Tree.of)

    @staticmethod
    def of_descendants(model: Model, rows: Array, cutoff: float) -> Indexed | None:
        """The same with one tree, which is all that ``pairs`` takes: no ancestors can be asked for."""
        return Indexed._made(model, rows, cutoff, Tree.flat)

    @staticmethod
    def _made(
        model: Model, rows: Array, cutoff: float, make: Callable[[Lifts, Side], Tree]
    ) -> Indexed | None:
        """With a tree of possible ancestors as ``make`` makes it."""
        lifts = Lifts.of(model, rows, cutoff)
        if lifts is None:
            return None
        bounds, above = Bounds(lifts.diameter, lifts.play, lifts.single), make(lifts, "ancestors")
        below = Tree.of(lifts, "descendants")
        return Indexed(model, rows, cutoff, lifts.measured(), bounds, above, below)

    def matching(self, node: int, side: Side) -> tuple[Numbers, Vector]:
        """See ``Engine``."""
        found = self._walk(np.array([node]), side)[0].astype(np.int64)
        return self.best_of(node, found[found != node], side)

    def candidates(self, nodes: Numbers, side: Side) -> tuple[Numbers, Numbers]:
        """Pairs (place in ``nodes``, other node): all on that side and some that only scores can exclude."""
        partner = self._trees(side)[1]
        by_place = np.argsort(partner.places[nodes])  # near ones take the same branches
        found, counts = self._walk(nodes[by_place], side)
        asked, numbers = np.repeat(by_place, counts), found.astype(np.int64)
        other = numbers != nodes[asked]
        return asked[other], numbers[other]

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
        largest = max(np.abs(self.disks.outer).max(initial=0.0), np.abs(self.disks.inner).max(initial=0.0))
        width = self.bounds.diameter if math.isfinite(self.bounds.diameter) else 0.0
        return self.bounds.play + 2.0**-23 * float(largest + width)

    @cached_property
    def _least(self) -> np.floating[Any]:
        """The least product of an answer, rounded down."""
        least: np.floating[Any] = np.nextafter(np.float32(-self.bounds.single), np.float32(-np.inf))
        return least

    @cached_property
    def _kernel(self) -> Callable[..., int]:
        return specialise(walk, self.disks.geometry)

    def _trees(self, side: Side) -> tuple[Tree, Tree]:
        """The one that answers, and the one that holds the lifts to ask with."""
        return (self.above, self.below) if side == "ancestors" else (self.below, self.above)

    def _walk(self, nodes: Numbers, side: Side) -> tuple[NDArray[np.int32], Numbers]:
        """All candidates, one question's after another's, and how many each has."""
        (tree, partner), disks, outward = self._trees(side), self.disks, side == "ancestors"
        radii = (disks.inner if outward else disks.outer)[nodes]
        highest = (-radii if outward else radii) + self._play
        limits = np.column_stack([highest, highest - self.bounds.diameter]).astype(np.float32)
        asked = Asked(partner.blocks, partner.places[nodes], nodes.astype(np.int32), radii, limits)
        theirs = disks.outer if outward else disks.inner
        answers = Answers(disks.centres, theirs, outward, self._least, disks.slack)
        fixed = disks.space, tree.branches(), answers, asked
        counts = np.empty(len(nodes), np.int64)
        out = np.empty(ROOM * min(len(nodes), MOST_ROOM), np.int32)
        count = self._kernel(*fixed, out, counts)
        if count > len(out) - FAN:
            out = np.empty(count + FAN, np.int32)
            self._kernel(*fixed, out, counts)
        return tree.order[out[:count]], counts
