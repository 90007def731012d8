"""Node numbers as callers give them, checked."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from diskembed.errors import ParameterError
from diskembed.graph.csr import Ints

__all__ = ["as_pairs", "require_node"]


def as_pairs(ancestors: ArrayLike, descendants: ArrayLike, n_nodes: int) -> tuple[Ints, Ints]:
    """Two arrays of one shape and one type, all of them nodes of the graph."""
    above, below = _numbers(ancestors, n_nodes), _numbers(descendants, n_nodes)
    shape = np.broadcast_shapes(above.shape, below.shape)
    index = np.int32 if above.dtype == below.dtype == np.int32 else np.int64
    return _spread(above, shape, index), _spread(below, shape, index)


def require_node(node: int, n_nodes: int) -> None:
    """Refuse a number that is no node's."""
    if not 0 <= node < n_nodes:
        raise ParameterError(f"node {node} was asked for", allowed=f"nodes are numbered 0 to {n_nodes - 1}")


def _spread(array: Ints, shape: tuple[int, ...], index: type[np.signedinteger]) -> Ints:
    """Contiguous and writable, lest kernels are compiled for every layout that a caller may have."""
    return np.require(array if array.shape == shape else np.broadcast_to(array, shape), index, ["C", "W"])


def _numbers(nodes: ArrayLike, n_nodes: int) -> Ints:
    array = np.asarray(nodes)
    if array.size == 0:
        return array.astype(np.int64)
    whole = np.issubdtype(array.dtype, np.integer)
    if not whole or array.min() < 0 or array.max() >= n_nodes:
        raise ParameterError(
            f"nodes from {array.min()} to {array.max()}" if whole else f"nodes of type {array.dtype}",
            allowed=f"nodes are integers from 0 to {n_nodes - 1}",
            do="turn names into numbers with dag.names.find_all or dag.number",
        )
    return array
