"""What an estimator's run on a given graph will take."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from diskembed.estimators.locality import LARGE
from diskembed.graph.closure import memory_or_default
from diskembed.graph.dag import DAG
from diskembed.scale.footprint import Footprint
from diskembed.split.split import Split

if TYPE_CHECKING:
    from diskembed.estimators.base import Estimator

__all__ = ["footprint_of"]


def footprint_of(estimator: Estimator, source: DAG | Split, *, n_pairs: int | None = None) -> Footprint:
    """An upper bound; ``n_pairs`` of the closure, where they were counted, make it a closer one."""
    model = estimator.model()
    n_nodes = len(source.names)
    if isinstance(source, Split):
        n_edges = len(source.train)
        degrees = np.bincount(source.train.descendants, minlength=n_nodes)
    else:
        n_edges, degrees = source.n_edges, source.in_degree
    budget = memory_or_default(estimator.memory)
    known = 0
    if estimator.known in ("closure", None) and int(degrees.max(initial=0)) > 1:
        # Lists are made as pairs of 8 bytes and kept as numbers of 4; past the budget edges are all there is.
        most = n_nodes * (n_nodes - 1) // 2  # a few nodes cannot have more, whatever the edges
        known = min(12 * (most if n_pairs is None else n_pairs), budget)
    return Footprint.of(
        n_nodes=n_nodes,
        n_edges=n_edges,
        name_bytes=source.names.blob.nbytes,
        known_bytes=known,
        width=model.width,
        itemsize=np.dtype(estimator.dtype).itemsize,
        partitions=estimator.partitions,
        reordered=n_nodes >= LARGE,
        walked=estimator.plan().walked,
    )
