"""The cells of the table: a row, which positives, dimension, given share, direction, and a seed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from itertools import product
from typing import get_args

from diskembed.errors import ParameterError, near_names
from diskembed.reproduction.rows import PERCENTS, Positives, Row, Settings, row, row_names

__all__ = ["DIMS", "SEEDS", "Cell", "chosen", "every_cell", "quick_cells"]

DIMS = (5, 10)
SEEDS = {"ours": 3, "paper": 1}
"""How many seeds a cell takes if nothing else is asked for; the paper's figures are one seed's."""
QUICK_EPOCHS = {"ours": 1.0, "paper": 0.05}
"""The share of a row's epochs that a quick run takes."""


@dataclass(frozen=True)
class Cell:
    """One run. ``epochs`` is the share of the row's epochs that is run; all of them but in a quick run."""

    settings: Settings
    row: str
    positives: Positives
    dim: int
    percent: int
    reverse: bool = False
    seed: int = 0
    epochs: float = 1.0

    @property
    def name(self) -> str:
        """Without the seed, such as ``ours/hyperbolic-disks/strict-10-50-reversed``."""
        direction = "-reversed" if self.reverse else ""
        return f"{self.settings}/{self.row}/{self.positives}-{self.dim}-{self.percent}{direction}"

    @property
    def of(self) -> Row:
        """Its row."""
        return row(self.row, self.settings)

    @property
    def published(self) -> float | None:
        """Its figure in the literature, where all are strict."""
        strict = self.positives == "strict"
        return self.of.figure(self.dim, self.percent, reverse=self.reverse) if strict else None


def every_cell(settings: Sequence[Settings] = get_args(Settings), seeds: int | None = None) -> list[Cell]:
    """All cells, our rows first; those of one split are next to each other."""
    return [
        Cell(kind, name, positives, dim, percent, reverse, seed)
        for kind in settings
        for reverse, percent in product((False, True), PERCENTS)
        for name in row_names(kind)
        for positives in row(name, kind).positives
        for dim in DIMS
        for seed in range(SEEDS[kind] if seeds is None else seeds)
    ]


def quick_cells(settings: Sequence[Settings] = get_args(Settings)) -> list[Cell]:
    """One cell a model: half of the implied pairs given, ten numbers a node."""
    return [
        Cell(kind, name, positives, 10, 50, epochs=QUICK_EPOCHS[kind])
        for kind in settings
        for name in row_names(kind)
        for positives in row(name, kind).positives
    ]


def chosen(cells: Iterable[Cell], names: Sequence[str] = (), only: Sequence[str] = ()) -> list[Cell]:
    """The cells of these names, and those that a pattern of ``only`` fits, of the name or of its row's."""
    cells = list(cells)
    if not names and not only:
        return cells
    known = dict.fromkeys(cell.name for cell in cells)
    for name in names:
        if name not in known:
            near = near_names(name, known)
            raise ParameterError(
                f"no cell is named {name!r}",
                allowed="SETTINGS/ROW/POSITIVES-DIM-PERCENT[-reversed], as in "
                "ours/hyperbolic-disks/strict-10-50",
                do=f"did you mean {' or '.join(near)}?" if near else "list all with --list",
            )
    for pattern in only:
        if not any(_fits(cell, pattern) for cell in cells):
            raise ParameterError(
                f"no cell fits {pattern!r}",
                allowed=f"rows are {', '.join(dict.fromkeys(cell.row for cell in cells))}; * and ? stand for "
                "any letters",
                do="list all cells with --list",
            )
    return [cell for cell in cells if cell.name in names or any(_fits(cell, each) for each in only)]


def _fits(cell: Cell, pattern: str) -> bool:
    return cell.row == pattern or fnmatchcase(cell.name, pattern)
