"""The engine of faiss's inverted lists: the lists nearest to a question are looked through, the others not.

Lifts have length 1, so that near means a large product, as these lists are meant for; containment is a range
of products, not the k largest. An answer in a list that is not looked into is missed.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, get_args

import numpy as np
from numpy.typing import NDArray

from diskembed.errors import MissingExtraError
from diskembed.models.types import Vector
from diskembed.query.engine import Numbers, Pairs
from diskembed.query.exact import Exact
from diskembed.query.indexed import Bounds
from diskembed.query.measuring import Measuring
from diskembed.query.scores import Side
from diskembed.query.threads import in_order

__all__ = ["Inverted", "faiss_module"]

LISTS, LEAST_IN_A_LIST = 512, 64
WANTED = 0.9999
TRIED = 256
"""Nodes that are asked to find out how many lists a question has to look into."""
TOGETHER = 1024

Singles = NDArray[np.float32]


def faiss_module() -> Any:
    """Faiss, which is no part of an ordinary installation."""
    try:
        return importlib.import_module("faiss")
    except ImportError:
        raise MissingExtraError("an index of faiss's kind", package="faiss-cpu", extra="index") from None


@dataclass(frozen=True, eq=False)
class Inverted(Measuring):
    """``above`` lists the lifts ``A`` of possible ancestors, ``below`` the ``B`` of possible descendants."""

    bounds: Bounds
    A: Singles
    B: Singles
    above: Any
    below: Any
    probes: int

    @staticmethod
    def of(exact: Exact) -> Inverted:
        """Lists of the same lifts; as few are looked into as find WANTED of some nodes' answers."""
        lifts = exact.lifts
        A, B = (np.ascontiguousarray(lifted, np.float32) for lifted in (lifts.A, lifts.B))
        above, below = _lists(A), _lists(B)
        bounds = Bounds(lifts.diameter, lifts.play, lifts.single)
        index = Inverted(exact.model, exact.rows, exact.cutoff, exact.disks, bounds, A, B, above, below, 1)
        count = len(exact.rows)
        nodes = np.random.default_rng(1).choice(count, min(TRIED, count), replace=False)
        wanted = {side: len(exact.candidates(nodes, side)[0]) for side in get_args(Side)}
        probes, most = 1, above.nlist
        while True:
            for lists in (above, below):
                lists.nprobe = probes
            enough = (len(index.candidates(nodes, side)[0]) >= WANTED * wanted[side] for side in wanted)
            if probes == most or all(enough):
                return replace(index, probes=probes)
            probes = min(2 * probes, most)

    def matching(self, node: int, side: Side) -> tuple[Numbers, Vector]:
        """See ``Engine``, but for what is missed."""
        return self.best_of(node, self.candidates(np.array([node]), side)[1], side)

    def candidates(self, nodes: Numbers, side: Side) -> tuple[Numbers, Numbers]:
        """Pairs (place in ``nodes``, other node): what was found on that side."""
        lists, asked = (self.above, self.B) if side == "ancestors" else (self.below, self.A)
        limits, _, found = lists.range_search(np.ascontiguousarray(asked[nodes]), self._least)
        place = np.repeat(np.arange(len(nodes)), np.diff(limits.astype(np.int64)))
        place, other = self._with_the_wide(nodes, side, place, found.astype(np.int64))
        signs = self.disks.signs(*_pairs(nodes[place], other, side))
        kept = (other != nodes[place]) & (signs >= 0)
        return place[kept], other[kept]

    def pairs(self, threads: int) -> Iterator[Pairs]:
        """See ``Engine``, but for what is missed."""
        yield from in_order(self._below, range(0, len(self.rows), TOGETHER), threads)

    # -- inside ------------------------------------------------------------------------------------
    @cached_property
    def _least(self) -> float:
        """The least product of an answer, rounded down."""
        return float(np.nextafter(np.float32(-self.bounds.single), np.float32(-np.inf)))

    def _with_the_wide(
        self, nodes: Numbers, side: Side, place: Numbers, found: Numbers
    ) -> tuple[Numbers, Numbers]:
        """And all whose radii differ by all of a bounded space: products know nothing of these."""
        disks, wide = self.disks, self.bounds.diameter - self.bounds.play
        if disks.outer.max() - disks.inner.min() < wide:
            return place, found
        if side == "ancestors":
            theirs = [np.flatnonzero(disks.outer - disks.inner[node] >= wide) for node in nodes]
        else:
            theirs = [np.flatnonzero(disks.outer[node] - disks.inner >= wide) for node in nodes]
        above, below = _pairs(nodes[place], found, side)
        narrow = disks.outer[above] - disks.inner[below] < wide
        counts = [len(those) for those in theirs]
        places = np.concatenate([place[narrow], np.repeat(np.arange(len(nodes)), counts)])
        return places, np.concatenate([found[narrow], *theirs])

    def _below(self, start: int) -> Pairs:
        nodes = np.arange(start, min(start + TOGETHER, len(self.rows)))
        place, found = self.candidates(nodes, "descendants")
        inside = self.contains(nodes[place], found)
        return Pairs(nodes[place[inside]], found[inside])


def _pairs(nodes: Numbers, others: Numbers, side: Side) -> tuple[Numbers, Numbers]:
    return (others, nodes) if side == "ancestors" else (nodes, others)


def _lists(lifts: Singles) -> Any:
    faiss, (count, width) = faiss_module(), lifts.shape
    lists = min(LISTS, max(1, count // LEAST_IN_A_LIST))
    index = faiss.IndexIVFFlat(faiss.IndexFlatIP(width), width, lists, faiss.METRIC_INNER_PRODUCT)
    index.cp.min_points_per_centroid = 1  # few nodes are no reason for a warning
    index.train(lifts)
    index.add(lifts)
    return index
