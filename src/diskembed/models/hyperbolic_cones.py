"""Hyperbolic Entailment Cones (eq:hyp-cones): points of the Poincare ball, each the apex of a cone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from diskembed.models.cones import BORDER, Cones
from diskembed.models.contract import Model
from diskembed.models.registry import register
from diskembed.models.shells import example_rows
from diskembed.models.types import Array, Matrix, Vector
from diskembed.order import hyperbolic_cone_disks, hyperbolic_cones

__all__ = ["HyperbolicCones"]


@dataclass(frozen=True)
class HyperbolicCones(Cones):
    """Cones of the unit ball of curvature -1: ``psi = arcsin(K (1 - |x|^2) / |x|)``."""

    name: ClassVar[str] = "hyperbolic-cones"

    @property
    def curvature(self) -> float:
        """Of the ball."""
        return 1.0

    @property
    def inner_radius(self) -> float:
        """See theo:equiv-hyp-cones."""
        return hyperbolic_cones.inner_radius(self.K)

    @property
    def outer_radius(self) -> float:
        """Just inside the border."""
        return 1.0 - BORDER

    @property
    def pretraining_dim(self) -> int:
        """That of the apexes."""
        return self.dim

    @property
    def widest_disk(self) -> float:
        """That of the inner radius."""
        return hyperbolic_cone_disks.widest(self.K)

    def apexes(self, centres: Matrix, radii: Vector) -> Array:
        """The inverse of eq:hyp-cones-map."""
        return hyperbolic_cone_disks.from_disk(centres, radii, K=self.K)

    def score(self, above: Array, below: Array) -> Array:
        """Xi - psi."""
        return hyperbolic_cones.energy(above, below, K=self.K)

    @staticmethod
    def examples() -> list[tuple[Model, Matrix]]:
        """Narrow cones in five dimensions, wide ones in the plane."""
        models = [HyperbolicCones(5), HyperbolicCones(2, K=0.4)]
        return [(model, example_rows(model.dim, *model.shell)) for model in models]


register("hyperbolic-cones", HyperbolicCones)
