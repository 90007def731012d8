"""What answers questions about fitted rows: the same answers from every engine, those of the scores."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, final

import numpy as np
from numpy.typing import NDArray

from diskembed.models.contract import Model
from diskembed.models.types import Array, Vector
from diskembed.query.scores import Side, matching, scores
from diskembed.query.threads import in_order

__all__ = ["Engine", "Pairs", "Plain"]

Numbers = NDArray[np.int64]


class Pairs(NamedTuple):
    """``ancestors[i]`` contains ``descendants[i]``; nodes by number."""

    ancestors: Numbers
    descendants: Numbers


@dataclass(frozen=True, eq=False)
class Engine(ABC):
    """Pairs of rows whose score is at most ``cutoff``, computed in float64: that is the definition."""

    model: Model
    rows: Array
    cutoff: float

    @final
    def scores(self, above: Numbers, below: Numbers) -> Vector:
        """The score of each pair (above[i], below[i])."""
        return scores(self.model, self.rows, above, below)

    @final
    def best_of(self, node: int, candidates: Numbers, side: Side) -> tuple[Numbers, Vector]:
        """Those among ``candidates`` that scores put on that side of ``node``, in ``matching``'s order."""
        own = np.full(len(candidates), node)
        found = self.scores(candidates, own) if side == "ancestors" else self.scores(own, candidates)
        inside = found <= self.cutoff
        numbers, found = candidates[inside], found[inside]
        order = np.lexsort((numbers, found))
        return numbers[order], found[order]

    @abstractmethod
    def matching(self, node: int, side: Side) -> tuple[Numbers, Vector]:
        """The nodes on that side of ``node``, itself never, and the scores: lowest first, then by number."""

    @abstractmethod
    def contains(self, above: Numbers, below: Numbers) -> NDArray[np.bool_]:
        """Whether above[i] contains below[i]."""

    @abstractmethod
    def pairs(self, threads: int) -> Iterator[Pairs]:
        """All pairs of two nodes of which one contains the other, a block after another."""


@dataclass(frozen=True, eq=False)
class Plain(Engine):
    """Scores every pair: for few nodes, and for models without a lift."""

    def matching(self, node: int, side: Side) -> tuple[Numbers, Vector]:
        """See ``Engine``."""
        return matching(self.model, self.rows, node, side, self.cutoff)

    def contains(self, above: Numbers, below: Numbers) -> NDArray[np.bool_]:
        """See ``Engine``."""
        return np.asarray(self.scores(above, below) <= self.cutoff)

    def pairs(self, threads: int) -> Iterator[Pairs]:
        """One node's descendants after another's."""
        yield from in_order(self._below, range(len(self.rows)), threads)

    def _below(self, node: int) -> Pairs:
        numbers = np.sort(self.matching(node, "descendants")[0])
        return Pairs(np.full(len(numbers), node), numbers)
