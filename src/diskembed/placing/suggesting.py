"""The most specific of a node's ancestors: what a taxonomy would have for its parents."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diskembed.models.contract import Model
from diskembed.models.types import Array
from diskembed.query.scores import scores

__all__ = ["most_specific_first"]

Numbers = NDArray[np.int64]

MOST_COMPARED = 500


def most_specific_first(model: Model, rows: Array, numbers: Numbers) -> Numbers:
    """Places in ``numbers``, those of nodes that lie within others first, those of nodes around others last.

    By the sum of scores as a descendant of the others, less that as an ancestor: for disks that is the order
    of radii, smallest first. Whether a disk is in another says less, where both are near the border. Of very
    many only the first are compared.
    """
    nodes = numbers[:MOST_COMPARED]
    count = len(nodes)
    between = scores(model, rows, np.repeat(nodes, count), np.tile(nodes, count)).reshape(count, count)
    return np.argsort(between.sum(axis=0) - between.sum(axis=1), kind="stable")
