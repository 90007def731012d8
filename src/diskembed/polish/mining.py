"""The false pairs of some columns: contained, or nearly, and implied by nothing."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diskembed.graph.csr import Ints
from diskembed.jit import kernel
from diskembed.models.contract import Model
from diskembed.models.types import Matrix
from diskembed.query.exact import Exact
from diskembed.training.sampler import Graph, only_unknown

__all__ = ["false_pairs", "unknown_first"]


def false_pairs(
    model: Model, rows: Matrix, graph: Graph, columns: NDArray[np.int64], near: float
) -> NDArray[np.int32] | None:
    """Pairs (above, below), ``below`` being one of ``columns``, that score up to ``near`` and nothing implies.

    A few that score a hair more may be among them. None where scores have no lift.
    """
    engine = Exact.of(model, rows, near)
    if engine is None:
        return None
    place, above = engine.candidates(columns, "ancestors")
    pairs = np.column_stack([above, columns[place]]).astype(np.int32)
    return pairs[: unknown_first(graph, pairs)].copy()


@kernel
def unknown_first(graph: Graph, pairs: Ints) -> int:
    """Move the pairs that the graph does not imply to the front, and say how many they are."""
    return only_unknown(graph, pairs, len(pairs))
