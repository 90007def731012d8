"""Entailment cones: what they are in the ball and in flat space alike."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import final

import numpy as np

from diskembed.geometry.sphere import Sphere
from diskembed.models.checks import check_number
from diskembed.models.cone_scalars import SCALARS
from diskembed.models.contract import Packing
from diskembed.models.disk_starts import with_positive_radii
from diskembed.models.plain import PlainModel
from diskembed.models.scalars import ModelScalars
from diskembed.models.shells import in_shell, random_in_shell
from diskembed.models.types import Array, Matrix, Vector

__all__ = ["BORDER", "Cones"]

BORDER = 1e-5
"""How far points keep from the border."""
FLATTEST = 1e-3
"""How far they keep from the radius where cones are flat, as a part of it.

There the aperture changes infinitely fast: nearer, one step of the paper's rate throws roots across the ball.
"""
WIDEST = 0.3
"""The largest of the disks that cones are packed by, as a part of what may be: training spreads them."""


@dataclass(frozen=True)
class Cones(PlainModel):
    """``Xi - psi <= 0`` where x's cone holds y. ``K`` sets how wide cones are.

    A row is the apex of a cone, outside the inner radius, where the aperture psi is a right angle.
    """

    K: float = 0.1

    def __post_init__(self) -> None:
        super().__post_init__()
        check_number("K", self.K)

    @property
    @abstractmethod
    def curvature(self) -> float:
        """Of the space, without its sign."""

    @property
    @abstractmethod
    def inner_radius(self) -> float:
        """Where an aperture is a right angle."""

    @property
    @abstractmethod
    def outer_radius(self) -> float:
        """How far out points may be."""

    @property
    @final
    def shell(self) -> tuple[float, float]:
        """The two radii that points keep between."""
        return self.inner_radius * (1 + FLATTEST), self.outer_radius

    @property
    @final
    def knobs(self) -> Vector:
        """K, the curvature, the shell."""
        return np.array([self.K, self.curvature, *self.shell])

    @property
    @final
    def contained_at(self) -> float:
        """A cone holds what lies at no more than its aperture."""
        return 0.0

    @final
    def random(self, count: int, rng: np.random.Generator, scale: float) -> Matrix:
        """Directions at random, radii from the inner one up to ``scale`` more."""
        return random_in_shell(self.dim, count, rng, scale, *self.shell)

    @property
    @abstractmethod
    def widest_disk(self) -> float:
        """The largest radius that ``apexes`` takes."""

    @abstractmethod
    def apexes(self, centres: Matrix, radii: Vector) -> Array:
        """Of the cones that cut these disks, of radii above 0, out of a sphere around the origin."""

    @final
    def packing(self) -> Packing:
        """The disks that cones cut out of the sphere."""
        return Packing(Sphere(self.dim - 1), float(self.dim - 1), WIDEST * self.widest_disk)

    @final
    def from_disks(self, disks: Matrix) -> Matrix:
        """The apexes of the cones that cut them out."""
        raised = with_positive_radii(disks)
        return self.project(np.asarray(self.apexes(raised[:, :-1], raised[:, -1]), np.float64))

    @property
    @abstractmethod
    def pretraining_dim(self) -> int | None:
        """That of the apexes, in the ball; None elsewhere."""

    @final
    def from_ball(self, points: Matrix, rng: np.random.Generator) -> Matrix:
        """The points, those too near the origin moved out to where cones begin."""
        return self.project(points)

    @final
    def project(self, rows: Matrix) -> Matrix:
        """Points back into the shell."""
        return in_shell(rows, *self.shell)

    @final
    def scalar_functions(self) -> ModelScalars:
        """The same in any space of constant curvature."""
        return SCALARS
