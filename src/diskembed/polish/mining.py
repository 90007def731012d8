"""The false pairs of some columns: contained, or nearly, and implied by nothing."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diskembed.graph.csr import Ints
from diskembed.jit import kernel
from diskembed.models.contract import Model
from diskembed.models.types import Matrix
from diskembed.query.exact import Exact
from diskembed.training.known import only_unknown
from diskembed.training.sampler import ROOM, Graph

__all__ = ["false_pairs", "unknown_first"]


def false_pairs(
    model: Model, rows: Matrix, graph: Graph, columns: NDArray[np.int64], near: float
) -> NDArray[np.int32] | None:
    """Pairs (above, below), ``below`` one of ``columns``, that score up to ``near`` and nothing implies.

    A few that score a hair more may be among them. None where scores have no lift.
    """
    engine = Exact.of(model, rows, near)
    if engine is None:
        return None
    place, above = engine.candidates(columns, "ancestors")
    pairs = np.empty((len(above), ROOM), np.int32)
    pairs[:, 0], pairs[:, 1] = above, columns[place]
    return pairs[: unknown_first(graph, pairs), :2].copy()


@kernel
def unknown_first(graph: Graph, pairs: Ints) -> int:
    """Move the pairs that the graph does not imply to the front, and say how many they are.

    A row of ``pairs`` has ``ROOM`` numbers, the pair being the first two.
    """
    return only_unknown(graph, pairs, len(pairs))
