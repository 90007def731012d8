"""Precision and recall over all ordered pairs, as functions of the threshold.

Counting needs no labels: the closure's pairs are scored to count the hits, and all pairs that score low
enough are found to count what is taken. Thresholds are tried up to where, whatever lies beyond, F1 cannot
come back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Self

import numpy as np
from numpy.typing import NDArray

from diskembed.evaluation.ahead import mapped
from diskembed.evaluation.contained import Contained, Found
from diskembed.evaluation.f1 import Scored
from diskembed.graph.closure import Closure
from diskembed.graph.csr import Ints
from diskembed.models.types import Vector

__all__ = ["Curve", "positives"]

Counts = NDArray[np.int64]

MOST_KNOTS = 1 << 20
"""Up to so many positives, each one's score is tried as the threshold."""
FEWER_KNOTS = 1 << 14
"""How many are tried where there are more positives than that."""
SAMPLED = 1 << 21
"""About how many pairs tell beforehand how far up thresholds are worth trying."""
FEWEST_NODES, MOST_NODES = 32, 512


@dataclass(frozen=True, eq=False)
class Curve:
    """At each of the rising ``thresholds``: how many pairs are taken, and how many of those are true."""

    thresholds: Vector
    hits: Counts
    taken: Counts
    positives: int
    every: bool
    """Whether every threshold that can be the best one was tried."""

    @classmethod
    def of(cls, contained: Contained, closure: Closure, cutoff: float | None = None) -> Self:
        """Over all ordered pairs of a closure's nodes; ``cutoff`` is one of the thresholds."""
        sample = _Sample.of(contained, closure)
        total, every = closure.n_pairs, closure.n_pairs <= MOST_KNOTS
        blocks: Iterable[Vector] = (found for _, _, found in positives(contained, closure))
        knots = np.sort(sample.positive)[:: max(1, len(sample.positive) // FEWER_KNOTS)]
        if every:
            knots = np.concatenate([np.empty(0), *blocks])
            blocks = [knots]
        knots = np.unique(np.append(knots[np.isfinite(knots)], [] if cutoff is None else cutoff))
        hits, n_finite, top = _counted(knots, blocks)
        if np.isfinite(top) and not top <= knots.max(initial=-np.inf):
            knots, hits = np.append(knots, top), np.append(hits, n_finite)
        end = int(np.searchsorted(knots, -np.inf if cutoff is None else cutoff, side="right"))
        spare = 1.5
        while len(knots):
            end = max(end, int(np.searchsorted(knots, sample.limit(spare))) + 1)
            tried = cls(knots[:end], hits[:end], np.empty(0, np.int64), total, every)
            found = (block for _, _, block in contained.pairs(float(tried.thresholds[-1])))
            tried = cls(tried.thresholds, tried.hits, _counted(tried.thresholds, found)[0], total, every)
            if end >= len(knots) or tried.beyond <= tried.best.f1:
                return tried
            spare *= 2
        return cls(knots, hits, hits, total, every)

    @cached_property
    def precision(self) -> Vector:
        """The share of what is taken that is true; 0 where nothing is taken."""
        return np.asarray(self.hits / np.maximum(self.taken, 1))

    @cached_property
    def recall(self) -> Vector:
        """The share of what is true that is taken."""
        return np.asarray(self.hits / max(self.positives, 1))

    @cached_property
    def f1(self) -> Vector:
        """The harmonic mean of both."""
        return np.asarray(2 * self.hits / np.maximum(self.taken + self.positives, 1))

    def at(self, threshold: float) -> Scored:
        """The point at one of the thresholds."""
        return self._point(int(np.searchsorted(self.thresholds, threshold)))

    @cached_property
    def best(self) -> Scored:
        """The point where F1 is largest, the lowest if several are."""
        return (
            self._point(int(self.f1.argmax())) if self.f1.max(initial=0.0) > 0 else Scored(-np.inf, 0.0, 0.0)
        )

    @property
    def beyond(self) -> float:
        """What F1 cannot exceed past the last threshold: all that is missed would come first."""
        missed = self.positives - int(self.hits[-1])
        return 2 * self.positives / (int(self.taken[-1]) + missed + self.positives) if missed else 0.0

    @property
    def bound(self) -> float:
        """What F1 cannot exceed at any threshold: between two, the true ones would come first."""
        if self.every or not len(self.thresholds):
            return self.best.f1
        before, taken = (np.append(0, counts[:-1]) for counts in (self.hits, self.taken))
        between = 2 * self.hits / np.maximum(taken + self.hits - before + self.positives, 1)
        return float(max(between.max(), self.beyond))

    def _point(self, at: int) -> Scored:
        return Scored(float(self.thresholds[at]), float(self.precision[at]), float(self.recall[at]))


def positives(contained: Contained, closure: Closure) -> Iterator[Found]:
    """The closure's pairs and their scores, block by block."""

    def scored(block: tuple[Ints, Ints]) -> Found:
        above, below = (side.astype(np.int64) for side in block)
        return above, below, contained.scores(above, below)

    yield from mapped(scored, closure.blocks(), contained.threads)


@dataclass(frozen=True, eq=False)
class _Sample:
    """The scores of all pairs into some nodes, and of the true ones among them."""

    positive: Vector
    every: Vector
    f1: float

    @classmethod
    def of(cls, contained: Contained, closure: Closure) -> Self:
        n = closure.n_nodes
        count = int(np.clip(SAMPLED // max(n, 1), FEWEST_NODES, MOST_NODES))
        nodes = np.random.default_rng(0).permutation(n)[:count]
        every = [np.empty(0), *(found for _, _, found in contained.pairs(np.inf, nodes))]
        above = [closure.ancestors(int(node)).astype(np.int64) for node in nodes]
        below = np.repeat(nodes, [len(row) for row in above])
        positive = contained.scores(np.concatenate([np.empty(0, np.int64), *above]), below)
        scored = np.sort(np.concatenate(every))
        at = np.sort(positive[np.isfinite(positive)])
        taken = np.searchsorted(scored, at, side="right")
        f1 = 2 * np.searchsorted(at, at, side="right") / (taken + len(at))
        return cls(positive, scored, float(f1.max(initial=0.0)))

    def limit(self, spare: float) -> float:
        """Where so many pairs are taken, and ``spare`` times as many again, that F1 cannot be the best."""
        if self.f1 == 0.0:
            return np.inf
        enough = int(spare * (2 / self.f1 - 1) * len(self.positive))
        return float(self.every[enough]) if enough < len(self.every) else np.inf


def _counted(knots: Vector, blocks: Iterable[Vector]) -> tuple[Counts, int, float]:
    """How many scores are at most each knot; how many are finite, and the largest of those."""
    counts, n_finite, top = np.zeros(len(knots), np.int64), 0, -np.inf
    for block in _gathered(blocks, len(knots)):
        finite = np.sort(block[np.isfinite(block)])  # a sorted block is looked up in many times faster
        counts += np.searchsorted(finite, knots, side="right")
        n_finite, top = n_finite + len(finite), max(top, float(finite[-1]) if len(finite) else -np.inf)
    return counts, n_finite, top


def _gathered(blocks: Iterable[Vector], least: int) -> Iterator[Vector]:
    """Blocks put together, so that all but the last are at least that long."""
    waiting: list[Vector] = []
    for block in blocks:
        waiting.append(block)
        if sum(map(len, waiting)) >= least:
            yield np.concatenate(waiting)
            waiting = []
    if waiting:
        yield np.concatenate(waiting)
