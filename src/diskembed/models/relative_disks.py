"""Euclidean disks of positive radius (sec:disk_embedding) with steps and margins in units of their radii.

Such disks are the points of the upper half-space, the centre on the boundary and the radius for a height.
Nothing here changes when all disks are scaled, so the smallest count as much as the largest.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from diskembed.geometry.euclid import Euclid, square
from diskembed.models.checks import check_number
from diskembed.models.contract import Model, Packing
from diskembed.models.disk_form import DiskForm
from diskembed.models.disk_starts import with_positive_radii
from diskembed.models.half_space_scalars import LONGEST, ground_distance, horizon, kept_height
from diskembed.models.heights import above_ground, example_rows, random_rows
from diskembed.models.plain import PlainModel
from diskembed.models.registry import register
from diskembed.models.scalars import ModelScalars
from diskembed.models.types import Array, Matrix, Vector
from diskembed.order.containment import protrusion

__all__ = ["RelativeDisks"]

EXPONENT = 1.2
"""Of the radii that disks are packed with."""

# Parts of a radius: longer steps, good from a random start, undo the packing.
SHORT = {"positive_rate": 0.05, "negative_rate": 0.02}
FALLING = {"positive_schedule": "linear", "negative_schedule": "cosine"}


@dataclass(frozen=True)
class RelativeDisks(PlainModel):
    """``l / s``: the protrusion (eq:protrution) in units of the radius s of the disk that sticks out.

    A row is a centre and a radius above 0. A step moves each disk by a part of its own radius; ``nu`` is
    how much faster than a centre a radius changes.
    """

    nu: float = 1.0

    name: ClassVar[str] = "relative-disks"

    def __post_init__(self) -> None:
        super().__post_init__()
        check_number("nu", self.nu)

    @property
    def knobs(self) -> Vector:
        """The speed of the radii."""
        return np.array([self.nu])

    @property
    def contained_at(self) -> float:
        """Containment is a protrusion of at most 0, in any unit."""
        return 0.0

    def score(self, above: Array, below: Array) -> Array:
        """The protrusion over s."""
        home = Euclid(self.dim - 1)
        excess = protrusion(home, above[..., :-1], above[..., -1], below[..., :-1], below[..., -1])
        return np.asarray(excess / below[..., -1])

    def random(self, count: int, rng: np.random.Generator, scale: float) -> Matrix:
        """Centres around the origin, radii around 1."""
        return random_rows(self.dim, count, rng, scale)

    def project(self, rows: Matrix) -> Matrix:
        """Radii back into what numbers can hold."""
        return above_ground(rows)

    @property
    def defaults(self) -> Mapping[str, Any]:
        """Short steps, that end at nothing: the start is most of it."""
        return {**SHORT, **FALLING}

    def packing(self) -> Packing:
        """Radii that differ by orders of magnitude, as steps in units of each can handle."""
        return Packing(Euclid(self.dim - 1), EXPONENT)

    def from_disks(self, disks: Matrix) -> Matrix:
        """With radii above 0."""
        return self.project(with_positive_radii(disks))

    def disk_form(self, rows: Matrix, cutoff: float) -> DiskForm | None:
        """``l <= t s`` is containment of a disk whose radius is ``(1 - t) s``, for radii above 0."""
        radii = rows[:, -1]
        if (radii <= 0.0).any():
            return None
        size = (2.0 + abs(cutoff)) * float(radii.max(initial=0.0))
        return DiskForm(Euclid(self.dim - 1), rows[:, :-1], radii, (1.0 - cutoff) * radii, size)

    def scalar_functions(self) -> ModelScalars:
        """The functions below."""
        return ModelScalars(score, shortfall, steepness, move, clear)

    @staticmethod
    def examples() -> list[tuple[Model, Matrix]]:
        """In five dimensions and in the plane."""
        models = [RelativeDisks(5), RelativeDisks(2, nu=2.5)]
        return [(model, example_rows(model.dim)) for model in models]


def score(space: Matrix, knobs: Vector, above: Vector, below: Vector) -> float:
    """Scalar form of ``RelativeDisks.score``."""
    k = above.size - 1
    relative: float = (ground_distance(above, below) - above[k] + below[k]) / below[k]
    return relative


def shortfall(space: Matrix, knobs: Vector, above: Vector, below: Vector, margin: float) -> float:
    """``margin - l / s``."""
    k = above.size - 1
    reach = above[k] + (margin - 1.0) * below[k]
    if reach <= 0.0:
        return 0.0
    lacking: float = (reach - ground_distance(above, below)) / below[k]
    return lacking


def clear(space: Matrix, knobs: Vector, above: Vector, below: Vector, margin: float) -> bool:
    """``|x - y|^2 >= t |t|`` with t = r + (margin - 1) s."""
    k = above.size - 1
    reach: float = above[k] + (margin - 1.0) * below[k]
    return square(above[:k], below[:k]) >= reach * abs(reach)


def steepness(space: Matrix, knobs: Vector, above: Vector, below: Vector, work: Matrix) -> float:
    """Of l / s, where centres move by a part of their disk's radius, and radii's logarithms by nu times it.

    Leaves the direction and the distance of the centres, and how the smaller radius changes.
    """
    k = above.size - 1
    apart = horizon(above, below, work)
    ratio: float = above[k] / below[k]
    outside: float = (apart - above[k]) / below[k]
    work[1, 0], work[1, 1] = apart, min(max(outside, -1.0), 1.0)
    steep: float = knobs[0] * (ratio + outside * work[1, 1])
    return steep + ratio + 1.0 if apart > 0.0 else steep


def move(space: Matrix, knobs: Vector, above: Vector, below: Vector, amount: float, work: Matrix) -> None:
    """Centres along the line between them, towards each other but not past; radii by factors.

    The descendant's radius shrinks where its centre is inside and grows, to get there, where it is not.
    """
    k = above.size - 1
    part = min(amount, work[1, 0] / (above[k] + below[k]))
    for i in range(k):
        above[i] -= part * above[k] * work[0, i]
        below[i] += part * below[k] * work[0, i]
    growth = min(max(knobs[0] * amount, -LONGEST), LONGEST)
    above[k] = kept_height(above[k] * math.exp(growth))
    below[k] = kept_height(below[k] * math.exp(growth * work[1, 1]))


register("relative-disks", RelativeDisks)
