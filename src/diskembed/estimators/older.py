"""A warm start: what an older embedding of a smaller graph already knows."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from diskembed.embedding import Embedding
from diskembed.errors import ParameterError
from diskembed.graph.dag import DAG
from diskembed.models.contract import Model
from diskembed.models.types import Matrix
from diskembed.query.rows import doubles

__all__ = ["taken_over"]


def taken_over(dag: DAG, model: Model, older: Embedding, start: Callable[[], Matrix]) -> Matrix:
    """Rows of the older embedding where it knows the name; a new node starts in its deepest parent's place.

    A new node without a known parent takes its row of ``start()``, which is asked only if there is one.
    """
    if _home(older.model) != _home(model):
        raise ParameterError(
            f"a warm start of {model!r} from {older.model!r}",
            allowed="the same model with the same dimension in the same space",
            do="fit with the older one's parameters, or without warm_start",
        )
    at = older.names.find_all(dag.names)
    known = at >= 0
    rows = doubles(model, older.rows[at])
    unplaced = np.flatnonzero(~known & (dag.in_degree == 0))
    if len(unplaced):
        rows[unplaced] = start()[unplaced]
        known[unplaced] = True
    for node in dag.order[~known[dag.order]].tolist():
        parents = dag.parents[node]
        placed = parents[known[parents]]
        if len(placed):
            rows[node] = rows[placed[dag.depth[placed].argmax()]]
            known[node] = True
    return rows


def _home(model: Model) -> tuple[object, ...]:
    """What makes a row of one model a row of another; other options only change steps and scores."""
    options = model.options
    return model.name, model.dim, options.get("geometry"), options.get("geometry_options")
