"""All pairs into some nodes: a piece of the full adjacency that is small enough to score."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from diskembed.graph.dag import DAG
from diskembed.graph.topology import reach_from
from diskembed.models.contract import Model
from diskembed.models.types import Array, Vector
from diskembed.query.scores import matching, scores

__all__ = ["Columns"]

Numbers = NDArray[np.int64]

SCORES = 1 << 23
"""About how many pairs are scored."""
LEAST, MOST = 16, 512
"""Nodes whose pairs those are."""


@dataclass(frozen=True, eq=False)
class Columns:
    """Nodes, and the ancestors that the graph says each of them has."""

    nodes: Numbers
    ancestors: tuple[Numbers, ...]

    @staticmethod
    def drawn(dag: DAG, *, seed: int, among: Numbers | None = None) -> Columns:
        """Some nodes at random, of all or of those given: as many as can be scored in a second or so."""
        count = int(np.clip(SCORES // max(len(dag), 1), LEAST, MOST))
        pool = np.arange(len(dag)) if among is None else among
        nodes = np.random.default_rng(seed).permutation(pool)[:count]
        up = dag.parents
        starts = nodes.astype(up.indices.dtype)
        ancestors = tuple(
            np.setdiff1d(np.flatnonzero(reach_from(up.indptr, up.indices, starts[i : i + 1])), nodes[i])
            for i in range(len(nodes))
        )
        return Columns(nodes, ancestors)

    @property
    def edges(self) -> int:
        """How many of the pairs are edges of the closure."""
        return sum(map(len, self.ancestors))

    def positives(self, model: Model, rows: Array) -> Vector:
        """The scores of all that are edges."""
        above = np.concatenate([np.empty(0, np.int64), *self.ancestors])
        below = np.repeat(self.nodes, [len(column) for column in self.ancestors])
        return scores(model, rows, above, below)

    def negatives(self, model: Model, rows: Array, at_most: float) -> Vector:
        """The scores up to ``at_most`` of all that are none."""
        found = [np.empty(0)]
        for node, column in zip(self.nodes.tolist(), self.ancestors, strict=True):
            numbers, all_scores = matching(model, rows, node, "ancestors", at_most)
            found.append(all_scores[~np.isin(numbers, column)])
        return np.concatenate(found)
