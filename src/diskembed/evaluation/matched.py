"""An embedding's rows in the order of a graph's nodes, matched by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diskembed.evaluation.names import rows_of as places_of
from diskembed.graph.names import Names
from diskembed.models.types import Array

if TYPE_CHECKING:
    from diskembed.embedding import Embedding

__all__ = ["cutoff_of", "rows_of"]


def rows_of(embedding: Embedding, names: Names) -> Array:
    """The rows of a graph's nodes."""
    at = places_of(embedding, names)
    return embedding.rows if at is None else embedding.rows[at]


def cutoff_of(embedding: Embedding) -> float | None:
    """The embedding's cutoff; None where only data can say."""
    decided = embedding.threshold is not None or embedding.model.contained_at is not None
    return embedding.cutoff if decided else None
