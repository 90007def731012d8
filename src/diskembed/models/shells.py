"""Points between two spheres around the origin, where cones and points of the ball live."""

from __future__ import annotations

import numpy as np

from diskembed.models.types import Matrix

__all__ = ["example_rows", "in_shell", "random_in_shell"]


def in_shell(rows: Matrix, inner: float, outer: float) -> Matrix:
    """The rows put back to ``inner <= |x| <= outer``, straight in or out; twin of ``keep_in_shell``."""
    radius = np.linalg.norm(rows, axis=-1, keepdims=True)
    kept = rows * (np.clip(radius, inner, outer) / np.where(radius > 0, radius, 1.0))
    kept[..., 0] = np.where(radius[..., 0] > 0, kept[..., 0], inner)
    return np.asarray(kept)


def random_in_shell(
    dim: int, count: int, rng: np.random.Generator, scale: float, inner: float, outer: float
) -> Matrix:
    """Directions at random, radii uniform from the inner one up to ``scale`` more."""
    directions = rng.normal(size=(count, dim))
    radii = rng.uniform(inner, inner + scale, size=(count, 1))
    return in_shell(directions / np.linalg.norm(directions, axis=1, keepdims=True) * radii, inner, outer)


def example_rows(dim: int, inner: float, outer: float) -> Matrix:
    """Rows on both spheres and between, some behind one another, coincident, opposite, or close by."""
    rng = np.random.default_rng(dim)
    rows = random_in_shell(dim, 6, rng, 0.5 * (outer - inner), inner, outer)
    axis = np.eye(dim)[0]
    near = rows[0] + 1e-7 * rng.normal(size=dim)
    between = 0.5 * (inner + outer)
    lined = np.outer([inner, between, outer, -between], axis)
    return np.vstack([rows, rows[0], near, 0.5 * (rows[1] + outer * axis), lined])
