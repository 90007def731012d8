"""Order Embeddings (subsec:order-emb): vectors, of which an ancestor's is nowhere above its descendants'."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from diskembed.geometry.simplex import Simplex
from diskembed.models.contract import Model, Packing
from diskembed.models.plain import PlainModel
from diskembed.models.registry import register
from diskembed.models.scalars import ModelScalars
from diskembed.models.types import Array, Matrix, Vector
from diskembed.order import order_embeddings

__all__ = ["OrderEmbeddings"]


@dataclass(frozen=True)
class OrderEmbeddings(PlainModel):
    """``|h+(x - y)|``, whose square is eq:order-loss, is 0 where x is an ancestor of y.

    A row is a vector of R_+^n, or of R^n with ``orthant=False``, as the published code has it. The root of
    R_+^n is the origin.
    """

    orthant: bool = True

    name: ClassVar[str] = "order"

    @property
    def knobs(self) -> Vector:
        """The least that a coordinate may be."""
        return np.array([0.0 if self.orthant else -math.inf])

    @property
    def contained_at(self) -> float:
        """Exactly: nothing is below 0."""
        return 0.0

    def score(self, above: Array, below: Array) -> Array:
        """|h+(x - y)|."""
        return order_embeddings.score(above, below)

    def random(self, count: int, rng: np.random.Generator, scale: float) -> Matrix:
        """Coordinates uniform up to ``scale``."""
        return rng.uniform(0.0 if self.orthant else -scale, scale, size=(count, self.dim))

    def project(self, rows: Matrix) -> Matrix:
        """No coordinate below the least."""
        return np.asarray(np.maximum(rows, self.knobs[0]))

    def packing(self) -> Packing:
        """The disks that theo:equiv-ord-emb speaks of, with a simplex for a ball."""
        return Packing(Simplex(self.dim - 1), float(self.dim - 1))

    def from_disks(self, disks: Matrix) -> Matrix:
        """Their points, moved so far that the least of each coordinate is 0."""
        points = order_embeddings.from_disk(disks[:, :-1], disks[:, -1])
        return np.asarray(points - points.min(axis=0, initial=np.inf))

    def scalar_functions(self) -> ModelScalars:
        """The functions below."""
        return ModelScalars(score, shortfall, steepness, move)

    @staticmethod
    def examples() -> list[tuple[Model, Matrix]]:
        """With and without the orthant: comparable, incomparable and equal vectors, the origin."""
        rng = np.random.default_rng(0)
        rows = rng.uniform(0.2, 2.0, size=(6, 5))
        rows = np.vstack([rows, rows[0], rows[1] + 0.3, np.zeros(5), 1e-9 * np.eye(5)[0], 1e3 * rows[2]])
        return [(OrderEmbeddings(5), rows), (OrderEmbeddings(3, orthant=False), (rows - 1.0)[:, :3].copy())]


def score(space: Matrix, knobs: Vector, above: Vector, below: Vector) -> float:
    """Scalar form of ``OrderEmbeddings.score``."""
    return math.sqrt(square_excess(above, below))


def shortfall(space: Matrix, knobs: Vector, above: Vector, below: Vector, margin: float) -> float:
    """``margin - |h+(x - y)|``, without a root where that is none."""
    square = square_excess(above, below)
    if margin <= 0.0 or square >= margin * margin:
        return 0.0
    return margin - math.sqrt(square)


def steepness(space: Matrix, knobs: Vector, above: Vector, below: Vector, work: Matrix) -> float:
    """One for each of the two, and nothing where the score is 0, which is flat; leaves the score."""
    work[0, 0] = math.sqrt(square_excess(above, below))
    return 2.0 if work[0, 0] > 0.0 else 0.0


def move(space: Matrix, knobs: Vector, above: Vector, below: Vector, amount: float, work: Matrix) -> None:
    """``x - amount h+(x - y) / |h+(x - y)|``, y the other way, and back into the orthant."""
    if work[0, 0] == 0.0:
        return
    part = amount / work[0, 0]
    for k in range(above.size):
        step = part * max(above[k] - below[k], 0.0)
        above[k] = max(above[k] - step, knobs[0])
        below[k] = max(below[k] + step, knobs[0])


def square_excess(above: Vector, below: Vector) -> float:
    """|h+(x - y)|^2, eq:order-loss."""
    square = 0.0
    for k in range(above.size):
        square += max(above[k] - below[k], 0.0) ** 2
    return square


register("order", OrderEmbeddings)
