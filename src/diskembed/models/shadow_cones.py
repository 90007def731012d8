"""Umbral shadow cones in the half-space (Yu, Liu, Tseng, De Sa, ICLR 2024): balls and their shadows."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np

from diskembed.geometry.euclid import Euclid
from diskembed.models.checks import check_number
from diskembed.models.contract import Model, Packing
from diskembed.models.disk_starts import with_positive_radii
from diskembed.models.half_space_scalars import ground_distance, horizon, travel
from diskembed.models.heights import above_ground, example_rows, random_rows
from diskembed.models.plain import PlainModel
from diskembed.models.registry import register
from diskembed.models.scalars import ModelScalars
from diskembed.models.types import Array, Matrix, Vector
from diskembed.order.shadow_cones import umbral_half_space

__all__ = ["ShadowCones"]

# Margins are hyperbolic lengths here, and a shadow has only so many of them for all that it holds: a margin
# of 1, good for disks, leaves no room for siblings.
NARROW = {"positive_rate": 0.1, "negative_rate": 0.1, "negative_margin": 0.03}


@dataclass(frozen=True)
class ShadowCones(PlainModel):
    """The signed distance from v to the border of u's shadow; at most 0 where v's ball lies in it.

    A row is a point of the half-space, its height last. Light falls from infinitely high on balls of the
    hyperbolic radius ``object_radius``, which validation may choose anew after training.
    """

    object_radius: float = 0.05

    name: ClassVar[str] = "shadow-cones"
    choices: ClassVar[Mapping[str, Sequence[Any]]] = {"object_radius": (0.01, 0.05, 0.06, 0.1, 0.2, 0.3)}

    def __post_init__(self) -> None:
        super().__post_init__()
        check_number("object_radius", self.object_radius)

    @property
    def knobs(self) -> Vector:
        """The radius with its hyperbolic sine and cosine."""
        return np.array([self.object_radius, math.sinh(self.object_radius), math.cosh(self.object_radius)])

    @property
    def defaults(self) -> Mapping[str, Any]:
        """Short steps, and a margin that leaves room for siblings."""
        return NARROW

    @property
    def contained_at(self) -> float:
        """On the border, the ball just lies in the shadow."""
        return 0.0

    def score(self, above: Array, below: Array) -> Array:
        """The signed distance."""
        return umbral_half_space.energy(above, below, object_radius=self.object_radius)

    def random(self, count: int, rng: np.random.Generator, scale: float) -> Matrix:
        """Around height 1 above the boundary's origin."""
        return random_rows(self.dim, count, rng, scale)

    def project(self, rows: Matrix) -> Matrix:
        """Heights back into what numbers can hold."""
        return above_ground(rows)

    @property
    def usual_start(self) -> Literal["random"]:
        """Their steps spread a random start further than they mend packed shadows."""
        return "random"

    def packing(self) -> Packing:
        """Shadows, which are Euclidean disks of positive radius."""
        return Packing(Euclid(self.dim - 1), float(self.dim - 1))

    def from_disks(self, disks: Matrix) -> Matrix:
        """The points that throw these shadows."""
        shadows = with_positive_radii(disks)
        points = umbral_half_space.from_disk(
            shadows[:, :-1], shadows[:, -1], object_radius=self.object_radius
        )
        return self.project(np.asarray(points, np.float64))

    def scalar_functions(self) -> ModelScalars:
        """The functions below."""
        return ModelScalars(score, shortfall, steepness, move)

    @staticmethod
    def examples() -> list[tuple[Model, Matrix]]:
        """Small and large balls, in five dimensions and in the plane."""
        models = [ShadowCones(5), ShadowCones(2, object_radius=0.8)]
        return [(model, example_rows(model.dim)) for model in models]


def score(space: Matrix, knobs: Vector, above: Vector, below: Vector) -> float:
    """Scalar form of ``ShadowCones.score``."""
    high, low = above[above.size - 1], below[below.size - 1]
    apart = ground_distance(above, below)
    gap = apart - knobs[1] * high
    if nearest_is_apex(knobs, gap, high, low):
        return 2.0 * math.asinh(math.sqrt((apart * apart + (high - low) ** 2) / (high * low)) / 2.0)
    signed: float = math.asinh(gap / low) + knobs[0]
    return signed


def shortfall(space: Matrix, knobs: Vector, above: Vector, below: Vector, margin: float) -> float:
    """``margin - score``; the score is never below asinh(gap / low) + object_radius, nor that below t' + it.

    t' is t = gap / low where that is negative, else 3t / (2 + sqrt(1 + t^2)).
    """
    reach = margin - knobs[0]
    low = below[below.size - 1]
    gap = ground_distance(above, below) - knobs[1] * above[above.size - 1]
    if (
        gap >= reach * low
        if gap < 0.0
        else 3.0 * gap >= reach * (2.0 * low + math.sqrt(low * low + gap * gap))
    ):
        return 0.0
    return margin - score(space, knobs, above, below)


def steepness(space: Matrix, knobs: Vector, above: Vector, below: Vector, work: Matrix) -> float:
    """Also leaves the horizontal axis and, in rows 2 and 3, both gradients in units of the heights."""
    high, low = above[above.size - 1], below[below.size - 1]
    apart = horizon(above, below, work)
    gap = apart - knobs[1] * high
    if nearest_is_apex(knobs, gap, high, low):
        rise = high - low
        far = math.sqrt(apart * apart + rise * rise)
        scale = 2.0 / math.sqrt(4.0 * high * low + far * far)
        along, upward = (apart / far, rise / far) if far > 0.0 else (0.0, 0.0)
        work[2, 0], work[2, 1] = high * scale * along, scale * (high * upward - 0.5 * far)
        work[3, 0], work[3, 1] = -low * scale * along, -scale * (low * upward + 0.5 * far)
    else:
        scale = 1.0 / math.sqrt(gap * gap + low * low)
        along = scale if apart > 0.0 else 0.0
        work[2, 0], work[2, 1] = high * along, -high * knobs[1] * scale
        work[3, 0], work[3, 1] = -low * along, -gap * scale
    steep: float = work[2, 0] ** 2 + work[2, 1] ** 2 + work[3, 0] ** 2 + work[3, 1] ** 2
    return steep


def move(space: Matrix, knobs: Vector, above: Vector, below: Vector, amount: float, work: Matrix) -> None:
    """The exponential map (eq:update_x) at both points."""
    travel(above, work, -amount * work[2, 0], -amount * work[2, 1])
    travel(below, work, -amount * work[3, 0], -amount * work[3, 1])


def nearest_is_apex(knobs: Vector, gap: float, high: float, low: float) -> bool:
    """Whether v lies above all perpendiculars of the shadow's wall, so that u itself is the nearest point."""
    reach: float = knobs[2] * high
    return gap * gap + low * low > reach * reach


register("shadow-cones", ShadowCones)
