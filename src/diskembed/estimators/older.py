"""A warm start: what an older embedding of a smaller graph already knows."""

from __future__ import annotations

from diskembed.embedding import Embedding
from diskembed.errors import ParameterError
from diskembed.graph.dag import DAG
from diskembed.models.contract import Model
from diskembed.models.types import Matrix

__all__ = ["taken_over"]


def taken_over(rows: Matrix, dag: DAG, model: Model, older: Embedding) -> Matrix:
    """Rows of the older embedding where it knows the name; a new node starts in its deepest parent's place.

    A new node without a known parent keeps the row that it has.
    """
    if older.model.name != model.name or older.rows.shape[1] != rows.shape[1]:
        raise ParameterError(
            f"a warm start of {model!r} from {older.model!r}",
            allowed="the same model with the same dimension",
            do="fit with the older one's parameters, or without warm_start",
        )
    at = older.names.find_all(dag.names)
    known = at >= 0
    rows = rows.copy()
    rows[known] = older.rows[at[known]]
    for node in dag.order[~known[dag.order]].tolist():
        parents = dag.parents[node]
        placed = parents[known[parents]]
        if len(placed):
            rows[node] = rows[placed[dag.depth[placed].argmax()]]
            known[node] = True
    return rows
