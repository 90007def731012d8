"""Poincare Embeddings (sec:experiments): points of the unit ball, near each other where nodes are related."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from diskembed.models.checks import check_number
from diskembed.models.contract import Model
from diskembed.models.plain import PlainModel
from diskembed.models.plane_scalars import frame, glide, keep_in_shell
from diskembed.models.registry import register
from diskembed.models.scalars import ModelScalars
from diskembed.models.shells import example_rows, in_shell
from diskembed.models.types import Array, Matrix, Vector
from diskembed.order import poincare

__all__ = ["PoincareEmbeddings"]

BORDER = 1e-5
"""How far points keep from the border of the ball."""

# A distance has no margin to keep: its loss is a softmax (the negative log-likelihood of the positive among
# its negatives), its steps follow the gradient, and the first ones are short, so that points find their
# direction near the origin before they go out (sec:experiments; Nickel and Kiela, 2017).
LIKELIHOOD = {
    "objective": "softmax",
    "steps": "gradient",
    "positive_rate": 0.1,
    "negative_rate": 0.1,
    "negative_schedule": "constant",
    "burn_in": 2,
    "n_below": 5,
    "n_above": 5,
    "n_up": 0,
}


@dataclass(frozen=True)
class PoincareEmbeddings(PlainModel):
    """``(1 + alpha (|x| - |y|)) d(x, y)``: training uses the distance alone, validation chooses alpha.

    A row is a point. There is no containment: a distance has no direction, and the score only takes the
    nearer to the origin for the ancestor.
    """

    alpha: float = 0.0

    name: ClassVar[str] = "poincare"
    spread: ClassVar[float] = 1e-4
    choices: ClassVar[Mapping[str, Sequence[Any]]] = {
        "alpha": (0.0, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0, 1000.0)
    }

    def __post_init__(self) -> None:
        super().__post_init__()
        check_number("alpha", self.alpha, above_zero=False)

    @property
    def knobs(self) -> Vector:
        """How far out points may be."""
        return np.array([1.0 - BORDER])

    @property
    def defaults(self) -> Mapping[str, Any]:
        """The softmax objective, with burn-in."""
        return LIKELIHOOD

    @property
    def contained_at(self) -> None:
        """Only data can say."""
        return None

    def score(self, above: Array, below: Array) -> Array:
        """The is-a score."""
        return poincare.score(above, below, a=self.alpha)

    def ball_points(self, rows: Matrix) -> Matrix:
        """The rows, which are points of the ball."""
        return rows

    def random(self, count: int, rng: np.random.Generator, scale: float) -> Matrix:
        """Coordinates uniform up to ``scale``."""
        return self.project(rng.uniform(-scale, scale, size=(count, self.dim)))

    def project(self, rows: Matrix) -> Matrix:
        """Points back into the ball."""
        return in_shell(rows, 0.0, 1.0 - BORDER)

    def scalar_functions(self) -> ModelScalars:
        """The functions below."""
        return ModelScalars(score, shortfall, steepness, move)

    @staticmethod
    def examples() -> list[tuple[Model, Matrix]]:
        """In five dimensions and in the plane; points near the border, and the origin."""
        return [(PoincareEmbeddings(dim), example_rows(dim, 0.0, 1.0 - BORDER)) for dim in (5, 2)]


def score(space: Matrix, knobs: Vector, above: Vector, below: Vector) -> float:
    """The distance, 2 asinh(|x - y| / sqrt((1 - |x|^2)(1 - |y|^2)))."""
    return 2.0 * math.asinh(math.sqrt(spread(above, below)))


def shortfall(space: Matrix, knobs: Vector, above: Vector, below: Vector, margin: float) -> float:
    """``margin - d``; most pairs are told apart by asinh t > 3t / (2 + sqrt(1 + t^2))."""
    square = spread(above, below)
    t = math.sqrt(square)
    if 6.0 * t >= margin * (2.0 + math.sqrt(1.0 + square)):
        return 0.0
    return margin - 2.0 * math.asinh(t)


def steepness(space: Matrix, knobs: Vector, above: Vector, below: Vector, work: Matrix) -> float:
    """One for each of the two; leaves the plane's axes and, in rows 2 and 3, both Riemannian gradients."""
    radius, along, across = frame(above, below, work)
    apart = math.sqrt(along * along + across * across)
    if apart == 0.0:
        work[2, 0], work[2, 1], work[3, 0], work[3, 1] = 0.0, 0.0, 0.0, 0.0
        return 0.0
    outward, sideways = radius + along, across
    here, there = 1.0 - radius * radius, 1.0 - outward * outward - sideways * sideways
    scale = 0.5 / math.sqrt(here * there + apart * apart)
    work[2, 0] = scale * here * (apart * radius - here * along / apart)
    work[2, 1] = -scale * here * here * across / apart
    work[3, 0] = scale * there * (apart * outward + there * along / apart)
    work[3, 1] = scale * there * (apart * sideways + there * across / apart)
    return 2.0


def move(space: Matrix, knobs: Vector, above: Vector, below: Vector, amount: float, work: Matrix) -> None:
    """The exponential map (eq:update_x) at both points, and back into the ball."""
    glide(above, work, -amount * work[2, 0], -amount * work[2, 1])
    glide(below, work, -amount * work[3, 0], -amount * work[3, 1])
    keep_in_shell(above, 0.0, knobs[0])
    keep_in_shell(below, 0.0, knobs[0])


def spread(x: Vector, y: Vector) -> float:
    """sinh^2(d / 2)."""
    here, there, apart = 1.0, 1.0, 0.0
    for k in range(x.size):
        here -= x[k] * x[k]
        there -= y[k] * y[k]
        apart += (x[k] - y[k]) ** 2
    return apart / (here * there)


register("poincare", PoincareEmbeddings)
