"""The figures by which graphs are compared; the paper's tab:dataset-stat, and more."""

from __future__ import annotations

from dataclasses import asdict, dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

from diskembed.graph.closure import memory_or_default, pair_counts
from diskembed.graph.dag import DAG
from diskembed.graph.reduction import basic_edges

__all__ = ["Statistics", "statistics"]


@dataclass(frozen=True)
class Statistics:
    """One graph's figures; a node without any edge counts as a root and as a leaf.

    ``closure`` are pairs (ancestor, descendant), no node with itself; ``basic_edges`` is the transitive
    reduction's size; ``depth`` the edges on the longest way; ``density`` the closure's share of the
    n (n - 1) / 2 pairs that an order could have.
    """

    nodes: int
    edges: int
    basic_edges: int
    closure: int
    roots: int
    leaves: int
    isolated: int
    depth: int
    mean_parents_nonroot: float
    multi_parent_frac: float
    max_parents: int
    max_children: int
    anc_mean: float
    anc_max: int
    anc_mean_of_leaves: float
    desc_max: int
    desc_mean_of_roots: float
    desc_median: float
    anc_median: float
    density: float
    components: int
    largest_component: int

    def as_dict(self) -> dict[str, int | float]:
        """Every figure by its name."""
        return asdict(self)

    def rows(self) -> dict[str, str]:
        """The figures as text for a reader, by label."""
        return {
            "nodes": f"{self.nodes:,}",
            "edges": f"{self.edges:,}",
            "basic edges": f"{self.basic_edges:,}",
            "closure": f"{self.closure:,}",
            "roots": f"{self.roots:,}",
            "leaves": f"{self.leaves:,}",
            "isolated nodes": f"{self.isolated:,}",
            "depth": f"{self.depth:,}",
            "parents": f"{self.mean_parents_nonroot:,.2f} mean below the roots, {self.max_parents:,} at most",
            "nodes with several parents": f"{self.multi_parent_frac:.1%}",
            "children": f"{self.max_children:,} at most",
            "ancestors": f"{self.anc_mean:,.2f} mean, {self.anc_median:,g} median, {self.anc_max:,} at most",
            "leaf ancestors": f"{self.anc_mean_of_leaves:,.2f} mean",
            "descendants": f"{self.desc_median:,g} median, {self.desc_max:,} at most",
            "root descendants": f"{self.desc_mean_of_roots:,.2f} mean",
            "density": f"{self.density:.3g}",
            "components": f"{self.components:,}, the largest of {self.largest_component:,} nodes",
        }


def statistics(dag: DAG, *, memory: int | None = None) -> Statistics:
    """All figures of a DAG; no closure is held, so any size will do."""
    budget = memory_or_default(memory)
    n = len(dag)
    parents, children = dag.in_degree, dag.out_degree
    above, below = pair_counts(dag, budget)
    roots, leaves = parents == 0, children == 0
    components = _component_sizes(dag)
    n_pairs = int(above.sum())
    return Statistics(
        nodes=n,
        edges=dag.n_edges,
        basic_edges=len(basic_edges(dag, memory=budget)[0]),
        closure=n_pairs,
        roots=int(roots.sum()),
        leaves=int(leaves.sum()),
        isolated=int((roots & leaves).sum()),
        depth=int(dag.depth.max(initial=0)),
        mean_parents_nonroot=_mean(parents[~roots]),
        multi_parent_frac=_mean(parents > 1),
        max_parents=int(parents.max(initial=0)),
        max_children=int(children.max(initial=0)),
        anc_mean=_mean(above),
        anc_max=int(above.max(initial=0)),
        anc_mean_of_leaves=_mean(above[leaves]),
        desc_max=int(below.max(initial=0)),
        desc_mean_of_roots=_mean(below[roots]),
        desc_median=_median(below),
        anc_median=_median(above),
        density=n_pairs / (n * (n - 1) / 2) if n > 1 else 0.0,
        components=len(components),
        largest_component=int(components.max(initial=0)),
    )


def _component_sizes(dag: DAG) -> NDArray[np.int64]:
    """How many nodes hang together, whichever way the edges point."""
    n = len(dag)
    if n == 0:
        return np.empty(0, np.int64)
    ones = np.ones(dag.n_edges, np.int8)
    graph = csr_array((ones, dag.children.indices, dag.children.indptr), shape=(n, n))
    return np.bincount(connected_components(graph, directed=True, connection="weak")[1])


def _mean(values: NDArray[np.integer | np.bool_]) -> float:
    return float(values.mean()) if len(values) else 0.0


def _median(values: NDArray[np.integer]) -> float:
    return float(np.median(values)) if len(values) else 0.0
