"""All that decides a run beside its data: checked once, here, for every way to ask for it."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from numbers import Integral
from typing import Any, Literal

import numpy as np

from diskembed.errors import ParameterError
from diskembed.models.checks import check_number
from diskembed.training.recipe import ENERGIES, Recipe
from diskembed.training.schedule import SCHEDULES, factor

__all__ = ["OBJECTIVES", "STEPS", "Plan"]

MOST_THREADS, MOST_PAIRS = 1024, 100_000
"""More, by a slip of the keyboard, would take all memory or all time."""
STEPS = ("landing", "gradient")
OBJECTIVES = ("margin", "softmax")


@dataclass(frozen=True)
class Plan:
    """How long, in what steps, against which negatives. ``n_below`` and its sisters count them a positive."""

    epochs: int = 15
    objective: Literal["margin", "softmax"] = "margin"
    steps: Literal["landing", "gradient"] = "landing"
    energy: Literal["natural", "clipped", "squared"] = "natural"
    positive_rate: float = 0.5
    negative_rate: float = 0.2
    positive_schedule: str = "constant"
    negative_schedule: str = "linear"
    positive_margin: float = 0.0
    negative_margin: float = 1.0
    burn_in: int = 0
    burn_in_factor: float = 0.1
    walked: int = 0
    n_below: int = 10
    n_above: int = 10
    n_up: int = 10
    n_down: int = 0
    n_uniform: int = 0
    n_often_below: int = 0
    n_often_above: int = 0
    n_near: int = 0
    n_again: int = 0
    window: int = 0
    threads: int = 1
    seed: int = 0

    def __post_init__(self) -> None:
        self._one_of("objective", OBJECTIVES)
        self._one_of("steps", STEPS)
        self._one_of("energy", tuple(ENERGIES))
        self._one_of("positive_schedule", tuple(SCHEDULES))
        self._one_of("negative_schedule", tuple(SCHEDULES))
        self._whole("threads", 1, MOST_THREADS)
        for name in ("epochs", "burn_in", "window", "seed"):
            self._whole(name, 0)
        for name in ("walked", *NEGATIVES):
            self._whole(name, 0, MOST_PAIRS)
        for name in ("positive_rate", "negative_rate", "burn_in_factor", "negative_margin"):
            self._number(name, above_zero=True)
        self._number("positive_margin", above_zero=False)
        if self.objective == "softmax" and not self.n_negatives:
            raise ParameterError(
                'objective="softmax" without negatives',
                allowed="at least one, since its loss compares a positive with its negatives",
                do=f"set one of {', '.join(NEGATIVES)}",
            )

    @property
    def n_negatives(self) -> int:
        """All negatives a positive."""
        return sum(getattr(self, name) for name in NEGATIVES)

    def recipe(self, done: float, epoch: int) -> Recipe:
        """What kernels need to know when a share ``done`` of the run is over."""
        burning = self.burn_in_factor if epoch < self.burn_in else 1.0
        return Recipe(
            lands=self.steps == "landing",
            energy=ENERGIES[self.energy],
            positive_rate=burning * self.positive_rate * factor(self.positive_schedule, done),
            negative_rate=burning * self.negative_rate * factor(self.negative_schedule, done),
            positive_margin=self.positive_margin,
            negative_margin=math.sqrt(self.negative_margin)
            if self.energy == "squared"
            else self.negative_margin,
            walked=self.walked,
            **{name: getattr(self, name) for name in NEGATIVES},
        )

    def looking(self, recipe: Recipe, n_nodes: int, *place: int) -> Recipe:
        """The recipe with the window of that place in the run; as it is where the window holds all nodes."""
        if not 0 < self.window < n_nodes:
            return recipe
        start = np.random.default_rng((self.seed, *place, self.window)).integers(n_nodes)
        return recipe._replace(window=self.window, window_from=int(start))

    def as_dict(self) -> dict[str, Any]:
        """As JSON can hold it."""
        return asdict(self)

    def _one_of(self, name: str, allowed: tuple[str, ...]) -> None:
        if getattr(self, name) not in allowed:
            raise ParameterError(
                f"{name}={getattr(self, name)!r}", allowed=f"one of {', '.join(map(repr, allowed))}"
            )

    # Numbers are kept as Python's own, whichever kind was given: another type would compile another kernel.
    def _whole(self, name: str, least: int, most: float = math.inf) -> None:
        value = getattr(self, name)
        if isinstance(value, bool) or not isinstance(value, Integral) or not least <= int(value) <= most:
            up = "" if most == math.inf else f" and at most {most:,}"
            raise ParameterError(
                f"{name}={value!r}", allowed=f"{name} is a whole number of at least {least}{up}"
            )
        object.__setattr__(self, name, int(value))

    def _number(self, name: str, *, above_zero: bool) -> None:
        check_number(name, getattr(self, name), above_zero=above_zero)
        object.__setattr__(self, name, float(getattr(self, name)))


NEGATIVES = (
    "n_below",
    "n_above",
    "n_up",
    "n_down",
    "n_uniform",
    "n_often_below",
    "n_often_above",
    "n_near",
    "n_again",
)
