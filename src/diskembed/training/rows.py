"""Rows as kernels read and write them: float64 in place, float32 by way of a copy in float64."""

from __future__ import annotations

from diskembed.jit import is_rounded, narrowed, widened
from diskembed.models.scalars import settle
from diskembed.models.types import Array, Matrix, Vector

__all__ = ["ABOVE", "BELOW", "WORK_ROWS", "closed", "opened"]

ABOVE, BELOW, WORK_ROWS = 4, 5, 6
"""The rows of ``work`` that such copies are made in, after those that models use, and how many there are."""


def opened(rows: Array, space: Matrix, knobs: Vector, node: int, room: Vector) -> Vector:
    """A node's row to compute with; what rounding has moved is back where the model lives."""
    row: Vector = widened(rows[node], room)
    if is_rounded(rows):
        settle(space, knobs, row)
    return row


def closed(rows: Array, node: int, row: Vector) -> None:
    """Keep what an opened row was changed to."""
    narrowed(rows[node], row)
