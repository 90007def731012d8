"""Where an embedding keeps the nodes of a graph or a split."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from diskembed.errors import ParameterError
from diskembed.graph.names import Names

if TYPE_CHECKING:
    from diskembed.embedding import Embedding

__all__ = ["rows_of"]


def rows_of(embedding: Embedding, names: Names) -> NDArray[np.int64] | None:
    """The row of each name, matched by name; None where rows are in that order anyway."""
    if embedding.names == names:
        return None
    at = embedding.names.find_all(names)
    if (at < 0).any():
        missing = np.flatnonzero(at < 0)
        raise ParameterError(
            f"the embedding lacks {len(missing):,} nodes, such as {names[int(missing[0])]!r}",
            do="use the graph that it was trained on, or a split of that",
        )
    return at
