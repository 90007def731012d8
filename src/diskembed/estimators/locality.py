"""Large graphs are trained in an order in which relatives are near, and given back in their own."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from diskembed.graph.csr import Ints
from diskembed.graph.dag import DAG
from diskembed.graph.renumber import inverse, renumbered
from diskembed.models.types import Array
from diskembed.split.pairs import Labelled, Pairs
from diskembed.split.split import Split

__all__ = ["LARGE", "in_own_order", "near_each_other"]

LARGE = 1 << 17
"""Fewer nodes than this fit in the cache in any order."""


def near_each_other(source: DAG | Split) -> tuple[DAG | Split, Ints | None]:
    """The source with siblings side by side and parents before them; the order, or None if it was kept."""
    if isinstance(source, Split):
        if len(source.names) < LARGE:
            return source, None
        order = source.dag().order
        return _moved(source, order), order
    if not isinstance(source, DAG) or len(source) < LARGE or _stands(source.order):
        return source, None
    return renumbered(source, source.order), source.order


def in_own_order(rows: Array, order: Ints | None) -> Array:
    """Rows of the source as it was given."""
    return rows if order is None else rows[inverse(order)]


def _stands(order: Ints) -> bool:
    """Whether it is the order that there is, as in a graph from a mapped file, which is not copied then."""
    return all(
        np.array_equal(order[at : at + LARGE], np.arange(at, min(at + LARGE, len(order))))
        for at in range(0, len(order), LARGE)
    )


def _moved(split: Split, order: Ints) -> Split:
    place = inverse(order)

    def pairs(part: Pairs) -> Pairs:
        return Pairs(place[part.ancestors], place[part.descendants])

    def both(part: Labelled) -> Labelled:
        return Labelled(pairs(part.positives), pairs(part.negatives))

    return replace(
        split,
        names=split.names.take(order),
        train=pairs(split.train),
        valid=both(split.valid),
        test=both(split.test),
    )
