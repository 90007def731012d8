"""Disk embeddings (sec:disk_embedding): a centre and a signed radius, in any geometry."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from diskembed.binding import Bindings
from diskembed.geometry import registry
from diskembed.geometry.contract import Geometry
from diskembed.geometry.scalars import beyond, distance, placeholders, project, toward
from diskembed.models.ball_starts import BALL_STARTS
from diskembed.models.checks import check_number
from diskembed.models.contract import Model, Packing
from diskembed.models.disk_form import DiskForm
from diskembed.models.registry import register
from diskembed.models.scalars import ModelScalars
from diskembed.models.types import Array, Matrix, Vector
from diskembed.order.containment import protrusion

__all__ = ["Disks", "usual_nu"]


# Found by random search on valid pairs of the nouns and on all pairs of the nouns, GO and Debian; one
# configuration for all spaces, in units of each: on the sphere, where no distance exceeds pi, a fifth.
SHORTER = {"hyperboloid": 0.6, "sphere": 0.2}
MIX = {"n_below": 5, "n_above": 10, "n_up": 10, "n_down": 10}
FALLING = {"positive_schedule": "linear", "negative_schedule": "cosine"}
POSITIVE_RATE, NEGATIVE_RATE, NEGATIVE_MARGIN = 0.3, 0.17, 0.78


def usual_nu(geometry: str) -> float:
    """How fast radii move where nothing else is asked for: slower than centres."""
    return 0.3 if geometry not in ("euclid", *SHORTER) else 0.088


@dataclass(frozen=True)
class Disks(Model):
    """``l = d(x, y) - r + s <= 0`` where disk (x, r) contains disk (y, s) (eq:protrution).

    A row is a centre's coordinates and then the radius. ``nu`` is how much faster than a centre a radius
    moves (eq:update_x, eq:update_r).
    """

    geometry: str = "hyperboloid"
    nu: float = 1.0
    geometry_options: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        super().__post_init__()
        check_number("nu", self.nu)
        object.__setattr__(self, "geometry_options", self.home.options)  # checked, and in one form

    @property
    def name(self) -> str:
        """``disks``."""
        return "disks"

    @property
    def options(self) -> dict[str, Any]:
        """The geometry with its options, and nu."""
        return {"geometry": self.geometry, "nu": self.nu, "geometry_options": self.geometry_options}

    @cached_property
    def home(self) -> Geometry:
        """The space of the centres: ``dim - 1`` dimensions, since the radius is one."""
        return registry.make(self.geometry, self.dim - 1, **self.geometry_options)

    @property
    def width(self) -> int:
        """A centre's coordinates and a radius."""
        return self.home.width + 1

    @property
    def space(self) -> Matrix:
        """The geometry's parameters."""
        return self.home.parameters

    @property
    def knobs(self) -> Vector:
        """The speed of the radii; the largest coordinate and step for which the geometry is accurate."""
        home = self.home
        outward = np.zeros(home.width)
        outward[-1] = farthest = min(home.farthest, home.diameter)
        return np.array([self.nu, 2.0 * np.abs(home.exp(home.origin(), outward)).max(), farthest])

    @property
    def contained_at(self) -> float:
        """Containment is a protrusion of at most 0."""
        return 0.0

    def score(self, above: Array, below: Array) -> Array:
        """The protrusion (eq:protrution)."""
        return protrusion(self.home, above[..., :-1], above[..., -1], below[..., :-1], below[..., -1])

    def random(self, count: int, rng: np.random.Generator, scale: float) -> Matrix:
        """Centres around the origin, radii uniform up to ``scale``."""
        centres = self.home.random(count, rng, scale)
        return np.column_stack([centres, rng.uniform(-scale, scale, count)])

    def project(self, rows: Matrix) -> Matrix:
        """Centres back on the manifold."""
        return np.column_stack([self.home.project(rows[:, :-1]), rows[:, -1]])

    @property
    def defaults(self) -> Mapping[str, Any]:
        """Lengths to suit the space: on a sphere, where none exceeds pi, a fraction of those elsewhere."""
        unit = SHORTER.get(self.geometry, SHORTER["sphere"] if math.isfinite(self.home.diameter) else 1.0)
        lengths = (POSITIVE_RATE, NEGATIVE_RATE, NEGATIVE_MARGIN)
        names = ("positive_rate", "negative_rate", "negative_margin")
        scaled = {name: unit * length for name, length in zip(names, lengths, strict=True)}
        return {**scaled, **FALLING, **MIX}

    @property
    def holds_float32(self) -> bool:
        """Rounded centres are put back on the manifold before anything is computed of them."""
        return True

    @property
    def polishes(self) -> bool:
        """The protrusion is one."""
        return True

    def packing(self) -> Packing:
        """These disks, small beside the margins: training spreads them as far as they need."""
        return Packing(self.home, float(self.home.n), 0.1)

    def disk_form(self, rows: Matrix, cutoff: float) -> DiskForm:
        """``l <= t`` is containment in a disk whose radius is larger by t (eq:translational-symmetry)."""
        radii = rows[:, -1]
        size = 2.0 * float(np.abs(radii).max(initial=0.0)) + abs(cutoff)
        return DiskForm(self.home, rows[:, :-1], radii + cutoff, radii, size)

    @property
    def pretraining_dim(self) -> int | None:
        """On the hyperboloid that of the centres; on the sphere one more."""
        start = BALL_STARTS.get(self.geometry)
        return None if start is None else self.home.n + start.more

    def from_ball(self, points: Matrix, rng: np.random.Generator) -> Matrix:
        """By the paper's maps."""
        return BALL_STARTS[self.geometry].convert(self.home, points, rng)

    def scalar_functions(self) -> ModelScalars:
        """The functions below."""
        return ModelScalars(score, shortfall, steepness, move, clear, settle)

    def inner_bindings(self) -> Bindings:
        """The geometry's functions."""
        return placeholders(self.home.scalar_functions())

    @staticmethod
    def examples() -> list[tuple[Model, Matrix]]:
        """Disks of both signs of radius in every registered geometry."""
        found: list[tuple[Model, Matrix]] = []
        for name in registry.names():
            home, points = registry.examples(name)[1]
            model = Disks(home.n + 1, name, geometry_options=home.options)
            radii = np.random.default_rng(home.n).normal(size=len(points))
            found.append((model, np.column_stack([points, radii])))
        return found


def score(space: Matrix, knobs: Vector, above: Vector, below: Vector) -> float:
    """Scalar form of ``Disks.score``."""
    k = above.size - 1
    protruding: float = distance(space, above[:k], below[:k]) - above[k] + below[k]
    return protruding


def shortfall(space: Matrix, knobs: Vector, above: Vector, below: Vector, margin: float) -> float:
    """``margin - l``."""
    k = above.size - 1
    reach: float = margin + above[k] - below[k]
    return reach - distance(space, above[:k], below[:k]) if reach > 0.0 else 0.0


def clear(space: Matrix, knobs: Vector, above: Vector, below: Vector, margin: float) -> bool:
    """Most pairs are told apart by a product of their centres."""
    k = above.size - 1
    return beyond(space, above[:k], below[:k], margin + above[k] - below[k])


def steepness(space: Matrix, knobs: Vector, above: Vector, below: Vector, work: Matrix) -> float:
    """Both centres move by one, where they are apart, and both radii by nu; leaves the distance."""
    k = above.size - 1
    d = distance(space, above[:k], below[:k])
    work[2, 0] = d
    speed: float = knobs[0]
    return 2.0 * speed + 2.0 if d > 0.0 else 2.0 * speed


def move(space: Matrix, knobs: Vector, above: Vector, below: Vector, amount: float, work: Matrix) -> None:
    """Centres along their geodesic but not past each other; radii apart (eq:update_x, eq:update_r).

    Centres that would leave what numbers can hold stay where they are.
    """
    k = above.size - 1
    x, y, to_x, to_y = above[:k], below[:k], work[0, :k], work[1, :k]
    d = work[2, 0]
    step = min(max(amount, -knobs[2]), 0.5 * d)
    toward(space, x, y, d, step, to_x)
    toward(space, y, x, d, step, to_y)
    fits = True
    for i in range(k):
        if not (abs(to_x[i]) <= knobs[1] and abs(to_y[i]) <= knobs[1]):  # NaN does not fit either
            fits = False
    if fits:
        for i in range(k):
            x[i], y[i] = to_x[i], to_y[i]
    above[k] += knobs[0] * amount
    below[k] -= knobs[0] * amount


def settle(space: Matrix, knobs: Vector, row: Vector) -> None:
    """The centre, back on the manifold."""
    project(space, row[: row.size - 1])


register("disks", Disks)
