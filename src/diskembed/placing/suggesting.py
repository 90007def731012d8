"""The most specific nodes that contain a node: what a taxonomy would have for its parents."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diskembed.models.contract import Model
from diskembed.models.types import Array, Vector
from diskembed.query.scores import scores

__all__ = ["most_specific_first"]

Numbers = NDArray[np.int64]

MOST_COMPARED = 1000


def most_specific_first(
    model: Model, rows: Array, numbers: Numbers, found: Vector, cutoff: float, k: int | None
) -> Numbers:
    """Places in ``numbers`` of those ancestors that contain no other of them; then of those above, up to k.

    ``found`` are the ancestors' own scores, lowest first, and decide among equals. Two that contain each
    other exclude neither. Of very many only the surest are compared.
    """
    nodes = numbers[:MOST_COMPARED]
    count = len(nodes)
    above, below = np.repeat(nodes, count), np.tile(nodes, count)
    inside = scores(model, rows, above, below).reshape(count, count) <= cutoff
    proper = inside & ~inside.T
    left, chosen = np.ones(count, np.bool_), np.empty(0, np.int64)
    while left.any() and (k is None or len(chosen) < k):
        lowest = left & ~(proper & left).any(axis=1)
        if not lowest.any():  # containment that goes round in a ring, as a loose cutoff allows
            lowest = left
        layer = np.flatnonzero(lowest)
        chosen = np.concatenate([chosen, layer[np.argsort(found[layer], kind="stable")]])
        left &= ~lowest
        if k is None:
            break
    return chosen[:k]
