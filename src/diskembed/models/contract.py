"""What is trained: a row of parameters a node, a score for a pair of rows, and the steps that change it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, ClassVar, Literal, NamedTuple, TypeVar, final

import numpy as np

from diskembed.binding import Bindings, bind
from diskembed.geometry.contract import Geometry
from diskembed.models.checks import check_dim
from diskembed.models.disk_form import DiskForm
from diskembed.models.scalars import ModelScalars
from diskembed.models.types import Array, Matrix, Vector

__all__ = ["Model", "Packing"]

F = TypeVar("F", bound=Callable[..., Any])


class Packing(NamedTuple):
    """Where disks are packed, and how large: radii are ``size^(1 / exponent)``, the largest ``widest``."""

    geometry: Geometry
    exponent: float
    widest: float | None = None


@dataclass(frozen=True)
class Model(ABC):
    """A family of embeddings of a stated dimension. A low score says that the first node is an ancestor.

    ``dim`` counts all the numbers that a node is free to choose, a disk's radius among them, as the
    paper's tables do. A class is abstract or final: models define what is abstract here.
    """

    dim: int

    choices: ClassVar[Mapping[str, Sequence[Any]]] = {}
    """Options that training does not use and validation decides, with their candidates."""

    spread: ClassVar[float] = 0.1
    """How far a random start spreads where nothing else is asked for."""

    def __post_init__(self) -> None:
        check_dim(self.dim)

    @property
    @abstractmethod
    def name(self) -> str:
        """The registered name; ``make(name, dim, **options)`` gives an equal model."""

    @property
    @abstractmethod
    def options(self) -> dict[str, Any]:
        """What was chosen beside ``dim``, as JSON can hold it."""

    @property
    @abstractmethod
    def width(self) -> int:
        """How many numbers a row of parameters has."""

    @property
    @abstractmethod
    def space(self) -> Matrix:
        """What scalar functions get as ``space``."""

    @property
    @abstractmethod
    def knobs(self) -> Vector:
        """What scalar functions get as ``knobs``."""

    @property
    @abstractmethod
    def contained_at(self) -> float | None:
        """Up to which score a pair is an edge by the model's own geometry; None where only data can say."""

    @abstractmethod
    def score(self, above: Array, below: Array) -> Array:
        """Scores of rows of parameters, which broadcast."""

    @abstractmethod
    def random(self, count: int, rng: np.random.Generator, scale: float) -> Matrix:
        """Rows to start training from: near the middle, spread by ``scale``."""

    @abstractmethod
    def project(self, rows: Matrix) -> Matrix:
        """The rows put back where the model lives, against drift."""

    @abstractmethod
    def scalar_functions(self) -> ModelScalars:
        """The functions that kernels inline, plain ones at the top level of a module."""

    @abstractmethod
    def inner_bindings(self) -> Bindings:
        """What the scalar functions call in turn, such as a geometry's; may be empty."""

    @staticmethod
    @abstractmethod
    def examples() -> list[tuple[Model, Matrix]]:
        """Models with rows for the laws to run on: edges and others, coincident ones, its space's borders."""

    @property
    def defaults(self) -> Mapping[str, Any]:
        """Training parameters (fields of ``training.plan.Plan``) that have proved good for this model."""
        return {}

    @property
    def holds_float32(self) -> bool:
        """Whether rows may be kept in float32 while training computes in float64."""
        return False

    def packing(self) -> Packing | None:
        """How a start from the graph packs disks for this model; None if it cannot start so."""
        return None

    @property
    def usual_start(self) -> Literal["graph", "random"]:
        """Where training starts if nothing else is asked for."""
        return "random" if self.packing() is None else "graph"

    def disk_form(self, rows: Matrix, cutoff: float) -> DiskForm | None:
        """Scores of at most ``cutoff`` as containment of disks; None where scores are of another kind."""
        return None

    def from_disks(self, disks: Matrix) -> Matrix:
        """Rows that stand for packed disks (centre, radius) of ``packing().geometry``."""
        return disks

    @property
    def pretraining_dim(self) -> int | None:
        """The dimension of Poincare embeddings that ``from_ball`` takes; None if no such start is known."""
        return None

    def from_ball(self, points: Matrix, rng: np.random.Generator) -> Matrix:
        """Rows that stand for points of the Poincare ball of ``pretraining_dim`` dimensions."""
        return points

    @final
    def variants(self) -> list[Model]:
        """This model with each combination of the choices that are left to validation."""
        combinations = product(*self.choices.values())
        return [replace(self, **dict(zip(self.choices, values, strict=True))) for values in combinations]

    @final
    def compile(self, body: F) -> F:
        """An epoch body with this model's functions in it."""
        from diskembed.jit import fast_kernel

        return bind(body, {**self.scalar_functions().bindings(), **self.inner_bindings()}, fast_kernel)
