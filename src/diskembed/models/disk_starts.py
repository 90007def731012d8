"""Packed disks as rows of models that know no radius of 0 or below."""

from __future__ import annotations

import numpy as np

from diskembed.models.types import Matrix

__all__ = ["with_positive_radii"]

SMALLEST = 1e-3
"""The smallest radius, as a part of how far radii are apart, where the disks do not tell."""


def with_positive_radii(disks: Matrix) -> Matrix:
    """Rows (centre, radius) as they are, or with one number added to all radii (eq:translational-symmetry).

    Radii that are all negative, as those of a packing turned upside down, come to lie between the same two
    numbers without their sign.
    """
    radii = disks[:, -1]
    low, high = float(radii.min(initial=np.inf)), float(radii.max(initial=-np.inf))
    if low > 0.0:
        return disks
    smallest = -high if high < 0.0 else SMALLEST * (high - low) or 1.0
    return np.column_stack([disks[:, :-1], radii + (smallest - low)])
