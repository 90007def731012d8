"""The estimators by name: disks, and the peers that they are compared with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from diskembed.errors import ParameterError
from diskembed.estimators.base import Estimator
from diskembed.models import registry
from diskembed.models.contract import Model
from diskembed.models.disks import usual_nu

__all__ = [
    "DiskEmbedding",
    "EuclideanCones",
    "HyperbolicCones",
    "OrderEmbedding",
    "PoincareEmbedding",
    "ShadowCones",
]


@dataclass(kw_only=True, repr=False, eq=False)
class DiskEmbedding(Estimator):
    """Disks: an ancestor's disk contains its descendants' (sec:disk_embedding).

    Beside what every estimator takes:

    Args:
        geometry: Where centres live: a name of ``diskembed.geometry.registry.names()``.
        geometry_options: What that geometry takes beside its dimension, such as ``{"curvature": -0.5}``.
        nu: How much faster than its centre a disk's radius moves (eq:update_r).
        relative: Step in proportion to each disk's own size (positive radii, ``geometry="euclid"``).
    """

    geometry: str = "hyperboloid"
    geometry_options: Mapping[str, Any] = field(default_factory=dict)
    nu: float | None = None
    relative: bool = False

    def model(self) -> Model:
        """Disks in the chosen geometry."""
        if not self.relative:
            nu = usual_nu(self.geometry) if self.nu is None else self.nu
            options = dict(self.geometry_options)
            return registry.make("disks", self.dim, geometry=self.geometry, nu=nu, geometry_options=options)
        if self.geometry != "euclid" or self.nu is not None or self.geometry_options:
            raise ParameterError(
                f"relative=True with geometry={self.geometry!r}, nu={self.nu!r}",
                allowed='geometry="euclid" without options: relative steps are those of its half-space',
                do="leave relative out, or choose that geometry",
            )
        return registry.make("relative-disks", self.dim)


@dataclass(kw_only=True, repr=False, eq=False)
class OrderEmbedding(Estimator):
    """Order Embeddings (eq:order-emb): an ancestor is nowhere larger than its descendants.

    ``orthant`` keeps all numbers at least 0, as the formula has it; published code does not.
    """

    orthant: bool = True

    def model(self) -> Model:
        """The reversed product order."""
        return registry.make("order", self.dim, orthant=self.orthant)


@dataclass(kw_only=True, repr=False, eq=False)
class HyperbolicCones(Estimator):
    """Hyperbolic entailment cones (eq:hyp-cones); ``K`` sets how wide they open."""

    K: float = 0.1

    def model(self) -> Model:
        """Cones in the Poincare ball."""
        return registry.make("hyperbolic-cones", self.dim, K=self.K)


@dataclass(kw_only=True, repr=False, eq=False)
class EuclideanCones(Estimator):
    """Euclidean entailment cones; ``K`` sets how wide they open."""

    K: float = 0.1

    def model(self) -> Model:
        """Cones in Euclidean space."""
        return registry.make("euclidean-cones", self.dim, K=self.K)


@dataclass(kw_only=True, repr=False, eq=False)
class PoincareEmbedding(Estimator):
    """Poincare embeddings: related nodes near each other; ``alpha`` weighs depth in the is-a score.

    ``alpha`` None is chosen on the validation pairs.
    """

    alpha: float | None = None

    def model(self) -> Model:
        """Points of the Poincare ball."""
        return registry.make("poincare", self.dim, **({} if self.alpha is None else {"alpha": self.alpha}))


@dataclass(kw_only=True, repr=False, eq=False)
class ShadowCones(Estimator):
    """Umbral shadow cones in the half-space: the strongest later peer."""

    def model(self) -> Model:
        """Points of the half-space."""
        return registry.make("shadow-cones", self.dim)
