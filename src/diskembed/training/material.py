"""What a run learns from: positives, a graph to walk on, and the pairs that no negative may name."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, get_args

import numpy as np

from diskembed.errors import GraphError, MemoryBudgetError, ParameterError
from diskembed.graph.csr import CSR, Ints
from diskembed.graph.dag import DAG
from diskembed.graph.names import Names
from diskembed.split.split import Split
from diskembed.training.sampler import Graph

__all__ = ["Known", "Material", "Weighing"]

Known = Literal["closure", "edges", "nothing"]
Weighing = Literal["pairs", "corruptions"]
"""What a false pair costs: as much as a true one wins, or as often as a corrupted true pair would be it."""


@dataclass(frozen=True, eq=False)
class Material:
    """Positives (above, below) by number, and the rows that the sampler walks and looks up."""

    dag: DAG
    above: Ints
    below: Ints
    graph: Graph
    known: Known
    weighing: Weighing
    """How it will be judged: a graph on all of its pairs, a split on pairs that are drawn."""

    @cached_property
    def closure(self) -> CSR:
        """All ancestors of each node, where they are ``known``."""
        if len(self.graph.known) or not len(self.above):
            return CSR(self.graph.known_ptr, self.graph.known)
        return self.dag.closure().to_csr()  # of a forest, which keeps no list

    @property
    def names(self) -> Names:
        """One a node."""
        return self.dag.names

    @property
    def fingerprint(self) -> str:
        """A digest by which a checkpoint knows the data it belongs to."""
        digest = hashlib.sha256()
        for part in (self.names.blob, self.names.offsets, self.above, self.below, self.graph.known_ptr):
            digest.update(np.ascontiguousarray(part).data)
        return digest.hexdigest()

    @staticmethod
    def of(source: DAG | Split, *, known: Known | None = None, memory: int | None = None) -> Material:
        """From a graph, all of whose edges are positives, or from a split's training pairs.

        ``known`` None is the closure where its lists fit in ``memory`` bytes, else the edges.
        """
        if known is not None and known not in get_args(Known):
            raise ParameterError(
                f"known={known!r}", allowed=f"one of {', '.join(map(repr, get_args(Known)))}, or None"
            )
        if not isinstance(source, DAG | Split):
            raise ParameterError(
                f"training on {type(source).__name__}",
                allowed="a DAG or a Split",
                do="make one: diskembed.read(path), DAG.from_edges(pairs), Split.draw(dag)",
            )
        dag = source.dag() if isinstance(source, Split) else source
        if not len(dag):
            raise GraphError("the graph is empty", allowed="at least one node")
        walked = dag.reduced() if isinstance(source, Split) else dag
        rows, chosen = _known_rows(dag, walked, known, memory)
        graph = Graph.of(walked.parents, walked.children, rows, closed=chosen == "closure")
        above, below = dag.edges()
        ends = np.ascontiguousarray(above), np.ascontiguousarray(below)
        return Material(dag, *ends, graph, chosen, "corruptions" if isinstance(source, Split) else "pairs")


def _known_rows(dag: DAG, walked: DAG, known: Known | None, memory: int | None) -> tuple[CSR, Known]:
    """Rows of ancestors; none where the intervals of ``Graph`` tell of all, as they do in a forest."""
    nothing = CSR(np.zeros(len(dag) + 1, dag.parents.indptr.dtype), dag.parents.indices[:0])
    if known == "nothing":
        return nothing, "nothing"
    if known != "edges" and int(walked.in_degree.max(initial=0)) <= 1:
        return nothing, "closure"
    if known != "edges":
        try:
            return dag.closure(memory=memory).to_csr(), "closure"
        except MemoryBudgetError:
            if known == "closure":
                raise
    return dag.parents, "edges"
