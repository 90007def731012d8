"""``tree``: two trees of hulls, which miss nothing; everything in one file."""

from __future__ import annotations

import math
from dataclasses import asdict
from itertools import pairwise
from os import PathLike
from typing import Any, ClassVar, final

import numpy as np

from diskembed.indexes.kind import IndexKind, Parts, no_lift
from diskembed.models.contract import Model
from diskembed.models.types import Array, Matrix
from diskembed.query.exact import Exact
from diskembed.query.indexed import Bounds, Indexed
from diskembed.query.tree import Tree

__all__ = ["Trees", "packed_bounds", "unpacked_bounds"]


@final
class Trees(IndexKind):
    """The default."""

    name: ClassVar[str] = "tree"

    def build(self, exact: Exact) -> Indexed:
        """See ``IndexKind``."""
        index = Indexed.of(exact.model, exact.rows, exact.cutoff)
        if index is None:
            raise no_lift(exact.model)
        return index

    def pack(self, index: Any, path: str | PathLike[str]) -> Parts:
        """See ``IndexKind``."""
        disks = self.packed_disks(index.disks)
        trees = {**index.above.arrays("above"), **index.below.arrays("below")}
        return Parts({**trees, **disks.arrays}, {**disks.state, "bounds": packed_bounds(index.bounds)})

    def unpack(self, path: str | PathLike[str], parts: Parts, model: Model, rows: Array) -> Indexed:
        """See ``IndexKind``."""
        disks, bounds = self.unpacked_disks(parts, model, rows), unpacked_bounds(parts)
        above, below = (
            _sound(Tree.from_arrays(parts.arrays, side), disks.centres) for side in ("above", "below")
        )
        return Indexed(model, rows, disks.cutoff, disks, bounds, above, below)

    def beside(self, path: str | PathLike[str]) -> list[str]:
        """None."""
        return []


def packed_bounds(bounds: Bounds) -> dict[str, float | None]:
    """JSON knows no infinity."""
    return {**asdict(bounds), "diameter": bounds.diameter if math.isfinite(bounds.diameter) else None}


def unpacked_bounds(parts: Parts) -> Bounds:
    """The reverse."""
    bounds = dict(parts.state["bounds"])
    bounds["diameter"] = math.inf if bounds["diameter"] is None else bounds["diameter"]
    return Bounds(**bounds)


def _sound(tree: Tree, centres: Matrix) -> Tree:
    """The kernel trusts a tree's places, so they are looked at before."""
    levels, nodes, count = tree.levels, len(tree.keys), len(centres)
    right = tree.blocks.dtype == tree.keys.dtype == np.float32 and tree.blocks.shape[::2] == tree.keys.shape
    right &= tree.blocks.shape[1] % 4 == 0 and levels.dtype == np.int64 and len(levels) >= 2
    right &= bool(levels[0] == 0 and levels[-1] == nodes and (np.diff(levels) > 0).all())
    below = count
    for first, last in pairwise(levels.tolist()):
        right &= last - first == -(-below // tree.keys.shape[1])
        right &= bool(np.isposinf(tree.keys[first:last].ravel()[below:]).all())  # or there is nothing below
        below = last - first
    right &= below == 1
    for numbers in (tree.order, tree.places):
        right &= numbers.dtype == np.int32 and numbers.shape == (count,)
        right &= bool(((numbers >= 0) & (numbers < count)).all())
    hulls = (nodes - int(levels[1])) * tree.keys.shape[1]
    right &= tree.hulls.shape == (hulls, centres.shape[1]) and tree.reach.shape == (hulls,)
    right &= tree.hulls.dtype == tree.reach.dtype == np.float64
    if not right:
        raise ValueError("no tree")
    return tree
