"""Rows of boundary coordinates and a height (or a radius) above 0: points of the upper half-space."""

from __future__ import annotations

import numpy as np

from diskembed.models.half_space_scalars import HIGHEST
from diskembed.models.types import Matrix

__all__ = ["above_ground", "example_rows", "random_rows"]


def above_ground(rows: Matrix) -> Matrix:
    """The rows with heights put back into what numbers can hold."""
    kept = np.array(rows)
    kept[..., -1] = np.clip(kept[..., -1], 1.0 / HIGHEST, HIGHEST)
    return kept


def random_rows(dim: int, count: int, rng: np.random.Generator, scale: float) -> Matrix:
    """Normal boundary coordinates, heights around 1; ``scale`` spreads both."""
    heights = np.exp(rng.uniform(-scale, scale, size=count))
    return np.column_stack([scale * rng.normal(size=(count, dim - 1)), heights])


def example_rows(dim: int) -> Matrix:
    """Rows side by side, below one another, coincident, close by, and of very different heights."""
    rng = np.random.default_rng(dim)
    rows = random_rows(dim, 6, rng, 1.0)
    below, small, far = rows[0].copy(), rows[0].copy(), rows[1].copy()
    below[-1] *= 0.3
    small[-1] *= 1e-6
    far[:-1] += 50.0
    return np.vstack([rows, rows[0], rows[0] * (1 + 1e-7), below, small, far])
