"""Reconstruction as the literature on Poincare embeddings measures it: mean rank, and mean average precision.

For a node v with ancestors A(v), all other nodes w are ranked by ``score(w, v)``, the lowest first:

- rank(a, v) = 1 + the number of nodes w outside A(v), v itself left out, with score(w, v) <= score(a, v);
- the mean rank is over all pairs (a, v) of the closure;
- AP(v) is the mean over a of the share of ancestors among the nodes that score at most score(a, v);
- MAP is the mean of AP(v) over the nodes that have ancestors.

Ties count against the embedding, so one that scores all pairs alike gains nothing, and so does NaN.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from diskembed.evaluation.contained import Contained
from diskembed.evaluation.matched import rows_of
from diskembed.graph.csr import Ints
from diskembed.graph.dag import DAG
from diskembed.jit import kernel
from diskembed.models.types import Vector

if TYPE_CHECKING:
    from diskembed.embedding import Embedding

__all__ = ["Ranking", "evaluate_ranking"]

CHUNK = 1 << 22
"""Pairs of the closure at a time."""


@dataclass(frozen=True)
class Ranking:
    """Mean rank over the closure's pairs, mean average precision over the nodes that have ancestors."""

    pairs: int
    nodes: int
    mean_rank: float
    mean_average_precision: float

    def as_dict(self) -> dict[str, Any]:
        """As JSON can hold it."""
        return asdict(self)

    def __str__(self) -> str:
        return (
            f"reconstruction: mean rank {self.mean_rank:.3f} over {self.pairs:,} pairs, "
            f"MAP {self.mean_average_precision:.4f} over {self.nodes:,} nodes"
        )


def evaluate_ranking(
    embedding: Embedding, dag: DAG, *, memory: int | None = None, threads: int = 1
) -> Ranking:
    """Mean rank and MAP of the graph's closure, every node ranked; nodes are matched by name."""
    closure = dag.closure(memory=memory)
    contained = Contained(embedding.model, rows_of(embedding, dag.names), threads=threads)
    ranks, precisions = 0.0, 0.0
    for ancestors, descendants in closure.blocks(CHUNK):
        above, below = ancestors.astype(np.int64), descendants.astype(np.int64)
        some = _ranked(contained, above, below)
        ranks, precisions = ranks + some[0], precisions + some[1]
    nodes = int(np.count_nonzero(closure.ancestor_counts))
    mean_rank = ranks / closure.n_pairs if closure.n_pairs else 0.0
    return Ranking(closure.n_pairs, nodes, mean_rank, precisions / nodes if nodes else 0.0)


def _ranked(contained: Contained, above: NDArray[np.int64], below: NDArray[np.int64]) -> tuple[float, float]:
    """The sum of the ranks of all ancestors of some nodes, and of those nodes' average precisions."""
    found = contained.scores(above, below)
    found[np.isnan(found)] = np.inf
    start = np.flatnonzero(np.diff(below, prepend=-1))  # pairs come by descendant
    nodes, indptr = below[start], np.append(start, len(below))
    sort_rows(indptr, found)
    place = np.empty(len(contained.rows), np.int64)
    place[nodes] = np.arange(len(nodes))
    taken = np.zeros(len(below), np.int64)
    for _, node, score in contained.pairs(found[indptr[1:] - 1], nodes):
        tally(indptr, found, place[node], score, taken)
    return summed(indptr, found, taken, len(contained.rows) - 1)


@kernel
def sort_rows(indptr: Ints, values: Vector) -> None:
    """Each row by itself."""
    for row in range(len(indptr) - 1):
        values[indptr[row] : indptr[row + 1]].sort()


@kernel
def tally(indptr: Ints, ancestors: Vector, rows: Ints, found: Vector, taken: Ints) -> None:
    """Count each found score at the first of its row's ancestors that scores as much; rows are sorted."""
    for i in range(len(rows)):
        low, high = indptr[rows[i]], indptr[rows[i] + 1]
        while low < high:
            middle = (low + high) >> 1
            if ancestors[middle] < found[i]:
                low = middle + 1
            else:
                high = middle
        if low < indptr[rows[i] + 1]:
            taken[low] += 1


@kernel
def summed(indptr: Ints, ancestors: Vector, taken: Ints, others: int) -> tuple[float, float]:
    """Ranks and average precisions from how many nodes were found for each ancestor and no earlier one."""
    ranks, precisions = 0.0, 0.0
    for row in range(len(indptr) - 1):
        first, last = indptr[row], indptr[row + 1]
        so_far, precision, i = 0, 0.0, first
        while i < last:
            end = i  # ancestors of one score stand or fall together
            while end < last and ancestors[end] == ancestors[i]:
                so_far += taken[end]
                end += 1
            if not np.isfinite(ancestors[i]) and ancestors[i] > 0:
                so_far = others
            hits = end - first
            ranks += (end - i) * (1.0 + so_far - hits)
            precision += (end - i) * hits / so_far
            i = end
        precisions += precision / (last - first)
    return ranks, precisions
