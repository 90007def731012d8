"""Euclidean Entailment Cones (the paper's appendix): points of R^n, each the apex of a cone."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from diskembed.models.cones import Cones
from diskembed.models.contract import Model
from diskembed.models.registry import register
from diskembed.models.shells import example_rows
from diskembed.models.types import Array, Matrix, Vector
from diskembed.order import euclidean_cones

__all__ = ["EuclideanCones"]


@dataclass(frozen=True)
class EuclideanCones(Cones):
    """Cones of flat space: ``psi = arcsin(K / |x|)`` (eq:euc-sin-psi-k)."""

    name: ClassVar[str] = "euclidean-cones"

    @property
    def curvature(self) -> float:
        """None."""
        return 0.0

    @property
    def inner_radius(self) -> float:
        """Where ``K / |x|`` is 1."""
        return self.K

    @property
    def outer_radius(self) -> float:
        """Beyond, squares of squares overflow."""
        return 1e70

    @property
    def pretraining_dim(self) -> None:
        """Flat space has no such start."""
        return None

    @property
    def widest_disk(self) -> float:
        """A right angle."""
        return 0.5 * math.pi

    def apexes(self, centres: Matrix, radii: Vector) -> Array:
        """Their apertures are the radii: those of eq:euc-sin-psi-rx, but for one number added to all."""
        return np.asarray(centres * (self.K / np.sin(radii))[:, None])

    def score(self, above: Array, below: Array) -> Array:
        """Xi - psi."""
        return euclidean_cones.energy(above, below, K=self.K)

    @staticmethod
    def examples() -> list[tuple[Model, Matrix]]:
        """Narrow cones in five dimensions, wide ones in the plane."""
        models = [EuclideanCones(5), EuclideanCones(2, K=1.5)]
        return [(model, example_rows(model.dim, model.shell[0], 100.0)) for model in models]


register("euclidean-cones", EuclideanCones)
