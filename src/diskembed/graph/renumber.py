"""The same graph with its nodes in another order."""

from __future__ import annotations

import numpy as np

from diskembed.graph.csr import CSR, Ints, smallest_int, transpose
from diskembed.graph.dag import DAG
from diskembed.graph.names import Names
from diskembed.jit import kernel

__all__ = ["inverse", "renumbered"]


def inverse(order: Ints) -> Ints:
    """Where each node stands in ``order``."""
    place = np.empty(len(order), smallest_int(len(order)))
    place[order] = np.arange(len(order), dtype=place.dtype)
    return place


def renumbered(dag: DAG, order: Ints, names: Names | None = None) -> DAG:
    """Node ``order[i]`` becomes node ``i`` and keeps its name, or takes that of ``names``."""
    place = inverse(order)
    # Written row by row and turned around once, rows come out sorted.
    children = transpose(CSR(*_moved(dag.parents.indptr, dag.parents.indices, order, place)))
    parents = transpose(children)
    return DAG(
        dag.names.take(order) if names is None else names,
        parents,
        children,
        dag.cleaning,
        {int(place[node]): members for node, members in dag.members_of.items()},
        {name: int(place[node]) for name, node in dag.aliases.items()},
    )


@kernel
def _moved(indptr: Ints, indices: Ints, order: Ints, place: Ints) -> tuple[Ints, Ints]:
    """Rows in a new order, their entries by their new numbers and in no order."""
    out_ptr, out = np.zeros_like(indptr), np.empty_like(indices)
    done = 0
    for row in range(len(order)):
        for i in range(indptr[order[row]], indptr[order[row] + 1]):
            out[done] = place[indices[i]]
            done += 1
        out_ptr[row + 1] = done
    return out_ptr, out
