"""Scores up to a cutoff as plain containment of disks, for the models whose scores are such."""

from __future__ import annotations

from typing import NamedTuple

from diskembed.geometry.contract import Geometry
from diskembed.models.types import Matrix, Vector

__all__ = ["DiskForm"]


class DiskForm(NamedTuple):
    """A pair scores at most the cutoff where ``d(x, y) <= R - S``, but for the rounding of the two sides.

    ``outer`` are the R of all rows as ancestors, ``inner`` their S as descendants: a cutoff other than 0
    makes two radii of one. ``size`` bounds the numbers, beside distances, that the score adds up, and with
    them the score's own rounding.
    """

    geometry: Geometry
    centres: Matrix
    outer: Vector
    inner: Vector
    size: float
