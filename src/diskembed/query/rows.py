"""Rows of parameters as they are kept: float64 or float32, read-only, finite."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, get_args

import numpy as np

from diskembed.errors import ParameterError
from diskembed.models.contract import Model
from diskembed.models.types import Array, Matrix

__all__ = ["Precision", "blocks", "checked", "converted", "doubles"]

Precision = Literal["float32", "float64"]

BLOCK = 1 << 14


def blocks(count: int) -> Iterator[slice]:
    """The numbers up to ``count``, as many at a time as fit in the cache."""
    return (slice(start, min(start + BLOCK, count)) for start in range(0, count, BLOCK))


def checked(rows: Array, count: int, model: Model) -> Array:
    """The rows without a way to change them; refused where they are none of ``count`` nodes of this model."""
    found = np.asarray(rows)
    if found.dtype.name not in get_args(Precision):
        raise ParameterError(f"rows of {found.dtype}", allowed=f"rows are {' or '.join(get_args(Precision))}")
    if found.shape != (count, model.width):
        raise ParameterError(
            f"rows of shape {found.shape}",
            allowed=f"one row for each of {count} names, with the {model.width} numbers that {model!r} has",
        )
    kept = np.ascontiguousarray(found, found.dtype.newbyteorder("=")).view()
    for at in blocks(count):
        finite = np.isfinite(kept[at])
        if not finite.all():
            worst = at.start + int(np.flatnonzero(~finite.all(axis=1))[0])
            raise ParameterError(
                f"row {worst} holds NaN or an infinity",
                allowed="rows are finite",
                do="train with smaller steps, or in float64",
            )
    kept.flags.writeable = False
    return kept


def doubles(model: Model, rows: Array) -> Matrix:
    """Rows as scores are computed from: what float32 has rounded is put back where the model lives."""
    if rows.dtype == np.float64:
        return rows.astype(np.float64, copy=False)
    return model.project(rows.astype(np.float64))


def converted(rows: Array, model: Model, dtype: Precision) -> Array:
    """The rows in another precision."""
    if dtype not in get_args(Precision):
        raise ParameterError(
            f"dtype={dtype!r}", allowed=f"one of {', '.join(map(repr, get_args(Precision)))}"
        )
    if dtype == "float64":
        return doubles(model, rows)
    with np.errstate(over="ignore"):  # checked next, with a message of its own
        return checked(rows.astype(np.float32), len(rows), model)
