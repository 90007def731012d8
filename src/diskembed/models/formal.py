"""Fitted rows as formal disks, for what can be asked of all pairs at once by the lift."""

from __future__ import annotations

from typing import NamedTuple

from diskembed.geometry.contract import Geometry
from diskembed.models.types import Matrix, Vector

__all__ = ["FormalDisks"]


class FormalDisks(NamedTuple):
    """A pair scores at most t where ``d(x, y) <= r - (s - t unit)``, the descendant's unit being meant.

    So one threshold for all, or another for each descendant, is a change of the descendants' radii alone.
    """

    geometry: Geometry
    centres: Matrix
    radii: Vector
    units: Vector
