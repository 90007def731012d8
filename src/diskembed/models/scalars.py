"""What a model gives to the training kernels: five functions of a pair of nodes, and one of a row.

An epoch body imports these names and is written once, for any model; ``diskembed.binding.bind`` puts a
model's own functions in their place. ``space`` and ``knobs`` are the model's ``space`` and ``knobs``;
``above`` and ``below`` are rows of its parameters: the ancestor's and the descendant's.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from diskembed.binding import placeholder_error
from diskembed.models.types import Matrix, Vector

__all__ = ["ModelScalars", "clear", "move", "score", "settle", "shortfall", "steepness"]


def never_clear(space: Matrix, knobs: Vector, above: Vector, below: Vector, margin: float) -> bool:
    """Where there is nothing cheaper than the score."""
    return False


def stay(space: Matrix, knobs: Vector, row: Vector) -> None:
    """Where any numbers make a row."""


class ModelScalars(NamedTuple):
    """One model's functions, under the names of the placeholders below."""

    score: Callable[[Matrix, Vector, Vector, Vector], float]
    shortfall: Callable[[Matrix, Vector, Vector, Vector, float], float]
    steepness: Callable[[Matrix, Vector, Vector, Vector, Matrix], float]
    move: Callable[[Matrix, Vector, Vector, Vector, float, Matrix], None]
    clear: Callable[[Matrix, Vector, Vector, Vector, float], bool] = never_clear
    settle: Callable[[Matrix, Vector, Vector], None] = stay

    def bindings(self) -> dict[Callable[..., Any], Callable[..., Any]]:
        """Placeholder -> this model's function."""
        return dict(zip((score, shortfall, steepness, move, clear, settle), self, strict=True))


def score(space: Matrix, knobs: Vector, above: Vector, below: Vector) -> float:
    """How far the pair is from being an edge: at most 0 (or the least there is) where it is one."""
    raise placeholder_error("score", "Model.compile")


def shortfall(space: Matrix, knobs: Vector, above: Vector, below: Vector, margin: float) -> float:
    """``margin - score`` where that is positive, else any number up to 0, as cheaply as can be told."""
    raise placeholder_error("shortfall", "Model.compile")


def steepness(space: Matrix, knobs: Vector, above: Vector, below: Vector, work: Matrix) -> float:
    """The squared length of the score's gradient in the metric that ``move`` steps in.

    Called right before ``move`` on the same pair: what it leaves in ``work`` the latter may use.
    """
    raise placeholder_error("steepness", "Model.compile")


def move(space: Matrix, knobs: Vector, above: Vector, below: Vector, amount: float, work: Matrix) -> None:
    """Go down the score's gradient, in place: the score falls by about ``amount * steepness``.

    A negative amount goes up.
    """
    raise placeholder_error("move", "Model.compile")


def clear(space: Matrix, knobs: Vector, above: Vector, below: Vector, margin: float) -> bool:
    """True only where the score is ``margin`` or more for certain, as cheaply as can be told for most pairs.

    Every negative is asked this before any of them moves, so it has no branch.
    """
    raise placeholder_error("clear", "Model.compile")


def settle(space: Matrix, knobs: Vector, row: Vector) -> None:
    """Put a row whose numbers were rounded back where the model lives, in place."""
    raise placeholder_error("settle", "Model.compile")
