"""Who contains whom among the nodes of a map, and the one parent that each is drawn in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from diskembed.embedding import Embedding
from diskembed.errors import MemoryBudgetError
from diskembed.graph.csr import CSR, transpose
from diskembed.graph.dag import DAG
from diskembed.graph.names import Names
from diskembed.jit import kernel
from diskembed.models.types import Vector
from diskembed.query.scores import scores
from diskembed.viewer.parents import fitting_parents

__all__ = ["Hierarchy", "placed_edges", "told_pairs"]

MOST_PAIRS = 50_000_000
Numbers = NDArray[np.int64]
Told: TypeAlias = tuple[Numbers, Numbers, Vector]


@dataclass(frozen=True, eq=False)
class Hierarchy:
    """Row ``i`` of ``ancestors``: the nodes that the model says contain node ``i``; ``descendants`` turns it.

    ``parent`` is -1 or the one ancestor that a node is drawn in: the graph's, where there is a graph, else
    the one that fits best with what the model tells. ``depth`` counts the graph's edges from a root, else the
    steps by parents.
    """

    ancestors: CSR
    descendants: CSR
    parent: Numbers
    depth: Numbers

    @classmethod
    def of(
        cls,
        embedding: Embedding,
        numbers: Numbers,
        *,
        graph: DAG | None = None,
        entirely: bool = False,
        threads: int = 1,
    ) -> Hierarchy:
        """What the model tells of these nodes, which are numbered anew from 0.

        ``entirely`` only takes a parent that contains its children by the model's own border, whatever the
        threshold says: where the model's own disks are drawn, that is what is seen.
        """
        above, below, found = told_pairs(embedding, numbers, threads=threads)
        ancestors = _rows(above, below, len(numbers))
        descendants = transpose(ancestors, len(numbers))
        if graph is not None:
            return cls(ancestors, descendants, *_of_graph(graph, embedding.names.take(numbers)))
        border = embedding.model.contained_at
        if not entirely or border is None:
            parent = fitting_parents(ancestors, descendants)
        else:
            within = found <= min(border, embedding.cutoff)
            inside = _rows(above[within], below[within], len(numbers))
            parent = fitting_parents(inside, transpose(inside, len(numbers)))
        return cls(ancestors, descendants, parent, steps_from_root(parent))

    def path(self, node: int) -> list[int]:
        """From the root of the forest down to the node."""
        found = [node]
        while self.parent[found[-1]] >= 0:
            found.append(int(self.parent[found[-1]]))
        return found[::-1]


def told_pairs(embedding: Embedding, numbers: Numbers, *, threads: int = 1) -> Told:
    """All (ancestor, descendant) places in ``numbers`` whose score is at most the cutoff, and the scores."""
    names, rows = embedding.names.take(numbers), embedding.rows[numbers]
    drawn = Embedding(names, rows, embedding.model, embedding.cutoff)
    above, below, total = [np.empty(0, np.int64)], [np.empty(0, np.int64)], 0
    for pairs in drawn.all_pairs(threads=threads):
        total += len(pairs[0])
        if total > MOST_PAIRS:
            raise too_many()
        above.append(np.asarray(pairs[0], np.int64))
        below.append(np.asarray(pairs[1], np.int64))
    ancestors, descendants = np.concatenate(above), np.concatenate(below)
    return ancestors, descendants, scores(embedding.model, rows, ancestors, descendants)


def too_many() -> MemoryBudgetError:
    """A model that says yes to nearly everything."""
    return MemoryBudgetError(
        f"the model tells more than {MOST_PAIRS:,} containments among the nodes of the map",
        allowed="so many fit in memory",
        do="draw fewer nodes with --limit, or set a lower threshold (dataclasses.replace)",
    )


def _rows(above: Numbers, below: Numbers, count: int) -> CSR:
    """The ancestors of each node, from pairs in any order of descendants."""
    order = np.lexsort((above, below))
    indptr = np.zeros(count + 1, np.int64)
    np.cumsum(np.bincount(below, minlength=count), out=indptr[1:])
    return CSR(indptr, above[order].astype(np.int32))


def _of_graph(graph: DAG, names: Names) -> tuple[Numbers, Numbers]:
    """The parent of each name in the graph's forest, and its depth; strangers to the graph are roots."""
    from diskembed.training.start.forest import Forest

    there, place = _places(graph, names)
    known = there >= 0
    up = Forest.of(graph).parent
    above = up[there[known]]
    while (lost := (above >= 0) & (place[above] < 0)).any():  # an ancestor that the map does not show
        above = np.where(lost, up[above], above)
    parent, depth = np.full(len(names), -1, np.int64), np.zeros(len(names), np.int64)
    parent[known], depth[known] = place[above], graph.depth[there[known]]
    return parent, depth


def placed_edges(graph: DAG, names: Names) -> tuple[Numbers, Numbers]:
    """The graph's edges between these names, numbered as they are."""
    _, place = _places(graph, names)
    above, below = (place[side] for side in graph.edges())
    both = (above >= 0) & (below >= 0)
    return above[both], below[both]


def _places(graph: DAG, names: Names) -> tuple[Numbers, Numbers]:
    """The graph's number of each name, and the place of each of its nodes among the names; -1 for none."""
    there = graph.names.find_all(names)
    known = there >= 0
    place = np.full(len(graph) + 1, -1, np.int64)  # the last stands for no parent
    place[there[known]] = np.flatnonzero(known)
    return there, place


@kernel
def steps_from_root(parent: Numbers) -> Numbers:
    """How many parents each node of a forest has above it."""
    depth = np.full(len(parent), -1, np.int64)
    for node in range(len(parent)):
        steps, at = 0, node
        while at >= 0 and depth[at] < 0:
            at, steps = parent[at], steps + 1
        base = depth[at] + 1 if at >= 0 else 0
        at = node
        while at >= 0 and depth[at] < 0:
            steps -= 1
            depth[at] = base + steps
            at = parent[at]
    return depth
