"""Pairs of nodes, as two arrays of numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from diskembed.errors import ParameterError
from diskembed.graph.csr import Ints, smallest_int
from diskembed.graph.names import Names

__all__ = ["Labelled", "Pairs"]


@dataclass(frozen=True, eq=False)
class Pairs:
    """Pair ``i`` is ``(ancestors[i], descendants[i])``; two are equal if they hold the same in one order."""

    ancestors: Ints
    descendants: Ints

    def __post_init__(self) -> None:
        above, below = self.ancestors, self.descendants
        if above.ndim != 1 or above.shape != below.shape or {above.dtype.kind, below.dtype.kind} != {"i"}:
            raise ParameterError(
                f"arrays of {above.dtype} {above.shape} and {below.dtype} {below.shape} were given",
                allowed="pairs are two flat arrays of signed integers, equally long",
                do="use Pairs.of for lists",
            )

    @classmethod
    def of(cls, ancestors: ArrayLike, descendants: ArrayLike) -> Pairs:
        """From lists or arrays of node numbers, as int32 where they fit."""
        above, below = (_whole(side) for side in (ancestors, descendants))
        largest = max(int(side.max(initial=0)) for side in (above, below))
        index = smallest_int(largest)
        return cls(above.astype(index, copy=False), below.astype(index, copy=False))

    @classmethod
    def empty(cls, count: int = 0, *, n_nodes: int = 0) -> Pairs:
        """Room for ``count`` pairs of a graph of ``n_nodes``, to be filled in."""
        index = smallest_int(n_nodes)
        return cls(np.empty(count, index), np.empty(count, index))

    @classmethod
    def join(cls, *parts: Pairs) -> Pairs:
        """One after another."""
        return cls(
            np.concatenate([part.ancestors for part in parts]),
            np.concatenate([part.descendants for part in parts]),
        )

    def __len__(self) -> int:
        return len(self.ancestors)

    def __getitem__(self, at: slice | NDArray[np.integer] | NDArray[np.bool_]) -> Pairs:
        return Pairs(self.ancestors[at], self.descendants[at])

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return zip(self.ancestors.tolist(), self.descendants.tolist(), strict=True)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Pairs):
            return NotImplemented
        return np.array_equal(self.ancestors, other.ancestors) and np.array_equal(
            self.descendants, other.descendants
        )

    def __hash__(self) -> int:
        return hash(len(self))

    def __repr__(self) -> str:
        return f"Pairs({len(self):,})"

    def reversed(self) -> Pairs:
        """Columns swapped: ancestors become descendants."""
        return Pairs(self.descendants, self.ancestors)

    def named(self, names: Names) -> list[tuple[str, str]]:
        """The pairs as names."""
        return list(zip(names[self.ancestors], names[self.descendants], strict=True))

    def keys(self, n_nodes: int) -> NDArray[np.int64]:
        """One number a pair, different for different pairs of a graph of ``n_nodes``."""
        return self.ancestors.astype(np.int64) * n_nodes + self.descendants


@dataclass(frozen=True)
class Labelled:
    """Pairs that are edges of the closure, and pairs that are not."""

    positives: Pairs
    negatives: Pairs

    def __repr__(self) -> str:
        return f"Labelled({len(self.positives):,} positives, {len(self.negatives):,} negatives)"

    def reversed(self) -> Labelled:
        """Columns swapped in both."""
        return Labelled(self.positives.reversed(), self.negatives.reversed())


def _whole(side: ArrayLike) -> Ints:
    array = np.asarray(side)
    if array.size == 0 or array.dtype.kind == "u":
        array = array.astype(np.int64)
    if array.dtype.kind != "i":
        raise ParameterError(f"an array of {array.dtype} was given", allowed="pairs are of node numbers")
    return array
