"""Points of the Poincare ball as disks: the start of the paper's runs (sec:experiments)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from diskembed.geometry.contract import Geometry
from diskembed.geometry.coordinates import lorentz_from_ball
from diskembed.models.shells import in_shell
from diskembed.models.types import Matrix
from diskembed.order import hyperbolic_cone_disks, hyperbolic_cones

__all__ = ["BALL_STARTS", "BallStart"]

K = 0.1
"""The aperture of the cones by which points become disks of the sphere, as in the paper's code."""
SPREAD = 0.1
"""Radii that points do not decide are uniform up to this."""

Convert = Callable[[Geometry, Matrix, np.random.Generator], Matrix]


@dataclass(frozen=True)
class BallStart:
    """``convert`` makes rows of points of a ball with ``more`` dimensions than the space of the centres."""

    more: int
    convert: Convert


def on_hyperboloid(home: Geometry, points: Matrix, rng: np.random.Generator) -> Matrix:
    """The same points of hyperbolic space as centres, with radii at random."""
    scale = home.origin()[0]  # the hyperboloid's radius of curvature
    radii = rng.uniform(-SPREAD, SPREAD, len(points))
    return np.column_stack([scale * lorentz_from_ball(points), radii])


def on_sphere(home: Geometry, points: Matrix, rng: np.random.Generator) -> Matrix:
    """The disks that the points' entailment cones cut out of the border, phi_hyp (eq:hyp-cones-map)."""
    outside = in_shell(points, hyperbolic_cones.inner_radius(K), 1.0)
    centres, radii = hyperbolic_cone_disks.to_disk(outside, K=K)
    return np.column_stack([centres, radii])


BALL_STARTS: Mapping[str, BallStart] = {
    "hyperboloid": BallStart(0, on_hyperboloid),
    "sphere": BallStart(1, on_sphere),
}
"""By the name of the geometry; the paper has none for the others."""
