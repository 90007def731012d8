"""The rows of tab:results, a file each: with the paper's settings and figures, or with our defaults."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any, Literal, get_args

from diskembed.errors import ParameterError, near_names
from diskembed.estimators import families
from diskembed.estimators.base import Estimator

__all__ = ["PERCENTS", "Positives", "Row", "Settings", "row", "row_names"]

PERCENTS = (0, 10, 25, 50)
"""The columns of the table: how many of the implied pairs are given, in percent."""

Settings = Literal["ours", "paper"]
Positives = Literal["strict", "transitive"]
"""Whether only the given pairs are positives, or also what they imply."""


@dataclass(frozen=True)
class Row:
    """One system of the table, with what was published of it."""

    name: str
    settings: Settings
    title: str
    estimator: str
    parameters: Mapping[str, Any]
    positives: tuple[Positives, ...]
    published: Mapping[str, Any]

    def make(self, dim: int, *, seed: int = 0, positives: Positives = "strict", **changes: Any) -> Estimator:
        """The estimator with the row's settings."""
        family = getattr(families, self.estimator)
        transitive = {"transitive": positives == "transitive"}
        parameters = {**self.parameters, **transitive, **changes}
        made: Estimator = family(dim=dim, random_state=seed, **parameters)
        return made

    def figure(self, dim: int, percent: float, *, reverse: bool = False) -> float | None:
        """The published test F1 in percent, which is strict; None where there is none."""
        cells = self.published.get(f"{'reversed_' if reverse else ''}dim{dim}")
        return (
            None if cells is None or percent not in PERCENTS else float(cells[PERCENTS.index(int(percent))])
        )


def row_names(settings: Settings = "paper") -> list[str]:
    """Every row, sorted."""
    if settings not in get_args(Settings):
        raise ParameterError(f"settings={settings!r}", allowed=f"one of {', '.join(get_args(Settings))}")
    folder = resources.files(__package__) / settings
    return sorted(file.name.removesuffix(".toml") for file in folder.iterdir() if file.name.endswith(".toml"))


def row(name: str, settings: Settings = "paper") -> Row:
    """The row of that name."""
    known = row_names(settings)
    if name not in known:
        near = near_names(name, known)
        raise ParameterError(
            f"no row is named {name!r}",
            allowed=f"one of {', '.join(known)}",
            do=f"did you mean {' or '.join(near)}?" if near else "",
        )
    text = (resources.files(__package__) / settings / f"{name}.toml").read_text(encoding="utf-8")
    fields = tomllib.loads(text)
    published = row(fields["compared_with"]).published if "compared_with" in fields else fields["published"]
    positives = tuple(fields.get("positives", ["strict"]))
    return Row(
        name, settings, fields["title"], fields["estimator"], fields["parameters"], positives, published
    )
