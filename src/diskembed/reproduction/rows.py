"""The rows of tab:results: a file each, with the paper's settings and its figures."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any

from diskembed.errors import ParameterError, near_names
from diskembed.estimators import families
from diskembed.estimators.base import Estimator

__all__ = ["PERCENTS", "Row", "row", "row_names"]

PERCENTS = (0, 10, 25, 50)
"""The columns of the table: how many of the implied pairs are given, in percent."""


@dataclass(frozen=True)
class Row:
    """One system of the table, with what was published of it."""

    name: str
    title: str
    estimator: str
    parameters: Mapping[str, Any]
    published: Mapping[str, Any]

    def make(self, dim: int, *, seed: int = 0, **changes: Any) -> Estimator:
        """The estimator with the row's settings, on the given pairs alone."""
        family = getattr(families, self.estimator)
        parameters = {**self.parameters, "transitive": False, **changes}
        made: Estimator = family(dim=dim, random_state=seed, **parameters)
        return made

    def figure(self, dim: int, percent: float, *, reverse: bool = False) -> float | None:
        """The published test F1 in percent; None where there is none."""
        cells = self.published.get(f"{'reversed_' if reverse else ''}dim{dim}")
        return (
            None if cells is None or percent not in PERCENTS else float(cells[PERCENTS.index(int(percent))])
        )


def row_names() -> list[str]:
    """Every row, sorted."""
    folder = resources.files(__package__) / "paper"
    return sorted(file.name.removesuffix(".toml") for file in folder.iterdir() if file.name.endswith(".toml"))


def row(name: str) -> Row:
    """The row of that name."""
    if name not in row_names():
        near = near_names(name, row_names())
        raise ParameterError(
            f"no row is named {name!r}",
            allowed=f"one of {', '.join(row_names())}",
            do=f"did you mean {' or '.join(near)}?" if near else "",
        )
    text = (resources.files(__package__) / "paper" / f"{name}.toml").read_text(encoding="utf-8")
    fields = tomllib.loads(text)
    return Row(name, fields["title"], fields["estimator"], fields["parameters"], fields["published"])
