"""An embedding's rows in the order of a graph's nodes, matched by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from diskembed.errors import ParameterError
from diskembed.graph.names import Names
from diskembed.models.types import Array

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from diskembed.embedding import Embedding

__all__ = ["cutoff_of", "numbers_of", "rows_of"]


def numbers_of(embedding: Embedding, names: Names, whose: str) -> NDArray[np.int64] | None:
    """Where the nodes of those names are in the embedding; None if they are its own, in its order."""
    if embedding.names == names:
        return None
    at = embedding.names.find_all(names)
    missing = np.flatnonzero(at < 0)
    if len(missing):
        raise ParameterError(
            f"the embedding lacks {len(missing):,} nodes of the {whose}, such as {names[int(missing[0])]!r}",
            do=f"evaluate it on a {whose} of the graph that it was trained on"
            if whose == "split"
            else "evaluate it on the graph that it was trained on",
        )
    return at


def rows_of(embedding: Embedding, names: Names) -> Array:
    """The rows of a graph's nodes."""
    at = numbers_of(embedding, names, "graph")
    return embedding.rows if at is None else embedding.rows[at]


def cutoff_of(embedding: Embedding) -> float | None:
    """The embedding's cutoff; None where only data can say."""
    decided = embedding.threshold is not None or embedding.model.contained_at is not None
    return embedding.cutoff if decided else None
