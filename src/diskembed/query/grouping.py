"""Disks into groups of sixteen near ones, those into groups of sixteen, and so on: an order of all disks."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diskembed.geometry.contract import Geometry
from diskembed.models.types import Matrix, Vector
from diskembed.query.lanes import LANES

__all__ = ["grouped"]

Numbers = NDArray[np.int64]

ROUNDS = 6
"""Of the power method: about the longest direction is as good as the longest."""


def grouped(home: Geometry, centres: Matrix, radii: Vector) -> Numbers:
    """An order in which each LANES in a row are near each other, each LANES of such groups too, and so on.

    Parts are halved until they are small enough, all parts of a round at once: across the direction in
    which their disks differ most, in terms of where centres lie from the origin (direction and distance) and
    of radii. Halves are whole groups of the largest kind that fits.
    """
    features = np.column_stack([home.log(home.origin(), centres), radii])
    order, starts = np.arange(len(radii)), np.array([0, len(radii)])
    while (np.diff(starts) > LANES).any():
        sizes = np.diff(starts)
        part = np.repeat(np.arange(len(sizes)), sizes)
        order = order[np.lexsort((_along(features[order], starts, part), part))]
        starts = np.unique(np.concatenate([starts, starts[:-1] + halves(sizes)]))
    return order


def halves(sizes: Numbers) -> Numbers:
    """The size of the first half of each part, a multiple of the largest group below the part's size."""
    group = np.full(len(sizes), LANES)
    while (group * LANES < sizes).any():
        group = np.where(group * LANES < sizes, group * LANES, group)
    nearest = (sizes + group) // (2 * group) * group
    return np.where(sizes <= LANES, 0, np.maximum(nearest, group))


def _along(features: Matrix, starts: Numbers, part: Numbers) -> Vector:
    """How far each lies along the longest direction of its part."""
    first = starts[:-1]
    mean = np.add.reduceat(features, first) / np.diff(starts)[:, np.newaxis]
    offsets = features - mean[part]
    directions = np.random.default_rng(0).normal(size=mean.shape)
    for _ in range(ROUNDS):
        along = np.einsum("ij,ij->i", offsets, directions[part])
        directions = np.add.reduceat(offsets * along[:, np.newaxis], first)
        size = np.linalg.norm(directions, axis=1, keepdims=True)
        directions /= np.where(size > 0, size, 1.0)
    return np.asarray(np.einsum("ij,ij->i", offsets, directions[part]))
