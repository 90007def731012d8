"""From what kernels counted to what a run tells, and the refusal of numbers that ran away."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

from diskembed.errors import RunawayError
from diskembed.models.types import Array, Vector
from diskembed.training.margin import (
    ACTIVE,
    NEGATIVE_LOSS,
    NEGATIVES,
    POSITIVE_LOSS,
    POSITIVES,
    VIOLATED,
)
from diskembed.training.progress import Epoch

__all__ = ["record", "require_sound"]

LARGEST = 1e150
"""A number past it has run away: its square would be infinite."""


def record(epoch: int, epochs: int, tally: Vector, seconds: float, f1: float | None) -> Epoch:
    """One epoch's figures."""
    positives, negatives = max(tally[POSITIVES], 1.0), max(tally[NEGATIVES], 1.0)
    return Epoch(
        epoch=epoch,
        epochs=epochs,
        loss=float((tally[POSITIVE_LOSS] + tally[NEGATIVE_LOSS]) / positives),
        violated=float(tally[VIOLATED] / positives),
        active=float(tally[ACTIVE] / negatives),
        pairs=int(tally[POSITIVES] + tally[NEGATIVES]),
        seconds=seconds,
        f1=f1,
    )


def require_sound(
    rows: Array, tally: Vector, name: Callable[[int], str], epoch: int, epochs: int, kept: str | Path | None
) -> None:
    """Stop in an epoch, counted from 0, before numbers that ran away take the place of good ones."""
    low, high = (float(edge) for edge in (rows.min(initial=0.0), rows.max(initial=0.0)))
    if low > -LARGEST and high < LARGEST and np.isfinite(tally).all():
        return
    strange = np.flatnonzero(~(np.abs(rows) < np.float64(LARGEST)).all(axis=1))
    who = f"the numbers of {name(int(strange[0]))!r}" if len(strange) else "the loss"
    raise RunawayError(who, epoch + 1, epochs, LARGEST, "" if kept is None else str(kept))
