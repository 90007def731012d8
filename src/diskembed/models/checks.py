"""What options of models may be, checked in one place."""

from __future__ import annotations

import math

import numpy as np

from diskembed.errors import ParameterError

__all__ = ["check_dim", "check_number"]

LEAST_DIM = 2


def check_dim(dim: int) -> None:
    """One number a node orders all nodes in a line; two are the fewest that branch."""
    if isinstance(dim, bool) or not isinstance(dim, int | np.integer) or dim < LEAST_DIM:
        raise ParameterError(f"dim={dim!r}", allowed=f"dim is a whole number of at least {LEAST_DIM}")


def check_number(name: str, value: float, *, above_zero: bool = True) -> None:
    """A finite number above zero, or from zero up."""
    fits = isinstance(value, int | float | np.number) and not isinstance(value, bool) and math.isfinite(value)
    if not fits or value < 0 or (above_zero and value == 0):
        least = "above 0" if above_zero else "of at least 0"
        raise ParameterError(f"{name}={value!r}", allowed=f"{name} is a finite number {least}")
