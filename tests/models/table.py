"""The one table of cases, the one list of laws that run over it, and a model's functions as plain Python."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from types import FunctionType

import numpy as np

from diskembed.models import registry
from diskembed.models.contract import Model
from diskembed.models.scalars import ModelScalars

ENOUGH_ROWS = 5


@dataclass(frozen=True, eq=False)
class Case:
    model: Model
    rows: np.ndarray
    number: int

    def __str__(self) -> str:
        kind = self.model.options.get("geometry")
        return f"{self.model.name}{self.number}-dim{self.model.dim}" + (f"-{kind}" if kind else "")

    @property
    def scalars(self) -> ModelScalars:
        """The scalar functions, interpreted: laws over many models must not wait for compilers."""
        bindings = self.model.inner_bindings()
        return ModelScalars(*(bound(function, tuple(bindings.items())) for function in self.functions))

    @property
    def functions(self) -> ModelScalars:
        return self.model.scalar_functions()

    def pairs(self) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """Copies of all ordered pairs of rows, a row with itself among them."""
        for above in self.rows:
            for below in self.rows:
                yield above.copy(), below.copy()

    def score(self, above: np.ndarray, below: np.ndarray) -> float:
        return self.scalars.score(self.model.space, self.model.knobs, above, below)

    def step(self, above: np.ndarray, below: np.ndarray, amount: float) -> float:
        """Move both rows in place, and return how steep it was."""
        work = np.full((4, self.model.width), np.nan)
        steep = self.scalars.steepness(self.model.space, self.model.knobs, above, below, work)
        self.scalars.move(self.model.space, self.model.knobs, above, below, amount, work)
        return steep

    def moved(self, above: np.ndarray, below: np.ndarray, amount: float) -> tuple[np.ndarray, np.ndarray]:
        """Where a step from here leads."""
        above, below = above.copy(), below.copy()
        self.step(above, below, amount)
        return above, below


Law = Callable[[Case], None]

LAWS: dict[str, Law] = {}


def law(function: Law) -> Law:
    """Add a law to the list."""
    LAWS[function.__name__] = function
    return function


def cases(names: list[str] | None = None) -> list[Case]:
    """Every example of every registered model."""
    found = (enumerate(registry.examples(name)) for name in names or registry.names())
    return [Case(*example, number) for examples in found for number, example in examples]


def lacking_examples() -> list[str]:
    """Registered names whose examples are missing, are another model's, or are too few to say anything."""
    return [name for name in registry.names() if not _is_exemplified(name)]


def _is_exemplified(name: str) -> bool:
    found = cases([name])
    return bool(found) and all(case.model.name == name and len(case.rows) >= ENOUGH_ROWS for case in found)


@cache
def bound(function: Callable, bindings: tuple) -> Callable:
    """A plain function with the placeholders that it calls replaced by plain functions."""
    plain = getattr(function, "py_func", function)
    namespace = dict(plain.__globals__)
    for name, value in plain.__globals__.items():
        for placeholder, stand_in in bindings:
            if value is placeholder:
                namespace[name] = stand_in
    return FunctionType(plain.__code__, namespace, plain.__name__, plain.__defaults__)
