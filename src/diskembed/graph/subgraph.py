"""Parts of a DAG."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from diskembed.errors import ParameterError
from diskembed.graph.csr import adjacency
from diskembed.graph.dag import DAG
from diskembed.graph.topology import reach_from

__all__ = ["below", "keep"]


def below(dag: DAG, node: int) -> DAG:
    """A node with all its descendants, and the edges between them."""
    start = np.array([node], dag.children.indices.dtype)
    return keep(dag, reach_from(dag.children.indptr, dag.children.indices, start))


def keep(dag: DAG, nodes: ArrayLike) -> DAG:
    """The nodes of a mask or of a list of numbers, in their old order, and the edges between them."""
    mask = _as_mask(np.asarray(nodes), dag.n_nodes)
    kept = np.flatnonzero(mask)
    renumbered = np.cumsum(mask) - 1
    ancestors, descendants = dag.edges()
    inside = mask[ancestors] & mask[descendants]
    parents, children = adjacency(renumbered[ancestors[inside]], renumbered[descendants[inside]], len(kept))
    members = {int(renumbered[i]): names for i, names in dag.members_of.items() if mask[i]}
    aliases = {name: int(renumbered[i]) for name, i in dag.aliases.items() if mask[i]}
    return DAG(dag.names.take(kept), parents, children, dag.cleaning, members, aliases)


def _as_mask(nodes: np.ndarray, n_nodes: int) -> np.ndarray:
    if nodes.dtype == np.bool_:
        if nodes.shape != (n_nodes,):
            raise ParameterError(
                f"a mask of shape {nodes.shape} was given",
                allowed=f"a mask has {n_nodes} entries, one a node",
            )
        return nodes
    mask = np.zeros(n_nodes, np.bool_)
    if nodes.size:
        if not np.issubdtype(nodes.dtype, np.integer) or nodes.min() < 0 or nodes.max() >= n_nodes:
            raise ParameterError(
                f"nodes {nodes.dtype} from {nodes.min()} to {nodes.max()} were given",
                allowed=f"nodes are integers from 0 to {n_nodes - 1}, or a mask",
            )
        mask[nodes] = True
    return mask
