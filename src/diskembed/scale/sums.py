"""What adds up over blocks of nodes: the closure's counts, and F1 of the full adjacency."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from diskembed.embedding import Embedding
from diskembed.evaluation.f1 import Scored
from diskembed.graph.closure.counts import PairCounts
from diskembed.graph.csr import Ints
from diskembed.graph.dag import DAG
from diskembed.jit import kernel
from diskembed.models.contract import Model
from diskembed.models.types import Array
from diskembed.query.scores import matching
from diskembed.scale.cluster import connected

__all__ = ["adjacency_f1", "pair_counts"]

PARTS_A_WORKER = 8
"""More parts than workers, since some take longer than others."""


class Rows(NamedTuple):
    """A graph's parents, as workers get them."""

    indptr: Ints
    parents: Ints


class Hits(NamedTuple):
    """Pairs that are contained and true, contained, and true."""

    right: int
    contained: int
    true: int


def pair_counts(dag: DAG, *, cluster: str = "local") -> PairCounts:
    """How many ancestors and descendants each node has, block by block of descendants, on a cluster."""
    sums = _on_cluster(cluster, count_block, Rows(dag.parents.indptr, dag.parents.indices), len(dag))
    descendants = np.zeros(len(dag), np.int64)
    for part in sums:
        descendants += part.descendants
    return PairCounts(np.concatenate([part.ancestors for part in sums]), descendants)


def adjacency_f1(embedding: Embedding, dag: DAG, *, cluster: str = "local") -> Scored:
    """Of all ordered pairs at the embedding's own threshold, which of them are in the closure; exact.

    Nodes of the embedding are those of the DAG, in one order.
    """
    task = (Rows(dag.parents.indptr, dag.parents.indices), embedding.model, embedding.rows, embedding.cutoff)
    sums = _on_cluster(cluster, hits_of_block, task, len(dag))
    right, contained, true = (sum(column) for column in zip(*sums, strict=True))
    return Scored(embedding.cutoff, right / max(contained, 1), right / max(true, 1))


def _on_cluster(cluster: str, function: Callable[..., Any], task: Any, count: int) -> list[Any]:
    """``function(task, first, last)`` for parts of the nodes, in their order; lost parts are done again."""
    with connected(cluster) as ray:
        workers = int(ray.cluster_resources().get("CPU", 1))
        bounds = np.linspace(0, count, min(count, PARTS_A_WORKER * workers) + 1).astype(np.int64)
        shared, send = ray.put(task), ray.remote(max_retries=5)(function).remote
        parts: Sequence[Any] = [send(shared, a, b) for a, b in pairwise(bounds.tolist())]
        found: list[Any] = ray.get(parts)
        return found


def count_block(rows: Rows, first: int, last: int) -> PairCounts:
    """Ancestors of nodes ``first`` up to ``last``, and how often each node is one of theirs."""
    return PairCounts(*climbed(rows.indptr, rows.parents, first, last))


def hits_of_block(task: tuple[Rows, Model, Array, float], first: int, last: int) -> Hits:
    """All pairs whose descendant is one of these."""
    rows, model, numbers, cutoff = task
    right = contained = true = 0
    for node in range(first, last):
        above = ancestors(rows.indptr, rows.parents, node)
        found, _ = matching(model, numbers, node, "ancestors", cutoff)
        right += int(np.isin(found, above).sum())
        contained += len(found)
        true += len(above)
    return Hits(right, contained, true)


@kernel
def climbed(
    indptr: Ints, parents: Ints, first: int, last: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Counts of ancestors, for the nodes, and of descendants among them, for all."""
    n = len(indptr) - 1
    above, below = np.zeros(last - first, np.int64), np.zeros(n, np.int64)
    for node in range(first, last):
        for ancestor in ancestors(indptr, parents, node):
            above[node - first] += 1
            below[ancestor] += 1
    return above, below


@kernel
def ancestors(indptr: Ints, parents: Ints, node: int) -> NDArray[np.int64]:
    """The ancestors of a node, in the order they are met."""
    seen = {node}
    found = [node]
    at = 0
    while at < len(found):
        for i in range(indptr[found[at]], indptr[found[at] + 1]):
            parent = int(parents[i])
            if parent not in seen:
                seen.add(parent)
                found.append(parent)
        at += 1
    out = np.empty(len(found) - 1, np.int64)
    for i in range(1, len(found)):
        out[i - 1] = found[i]
    return out
