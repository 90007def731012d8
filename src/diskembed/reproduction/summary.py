"""Results of cells over their seeds, in two tables that are never mixed: strict and transitive."""

from __future__ import annotations

import statistics
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from diskembed.reproduction.cells import Cell
from diskembed.reproduction.rows import Positives

__all__ = ["Entry", "Table", "tables"]

Result = Mapping[str, Any]


@dataclass(frozen=True)
class Entry:
    """One cell over its seeds. F1 is in percent; ``spread`` is the standard deviation, None for one seed."""

    settings: str
    row: str
    title: str
    dim: int
    percent: int
    reverse: bool
    seeds: int
    test_f1: float
    spread: float | None
    valid_f1: float
    published: float | None
    seconds: float
    epochs: float
    """The share of the row's epochs that was run."""


@dataclass(frozen=True)
class Table:
    """Results of one kind of positives, with those of the trivial baselines on the same splits."""

    positives: Positives
    entries: tuple[Entry, ...]
    baselines: tuple[Entry, ...]

    def as_dict(self) -> dict[str, Any]:
        """As JSON can hold it."""
        return asdict(self)


def tables(results: Iterable[tuple[Cell, Result]]) -> list[Table]:
    """One for each kind of positives that there are results of, strict first."""
    of_kind: dict[Positives, list[tuple[Cell, Result]]] = defaultdict(list)
    for cell, result in results:
        of_kind[cell.positives].append((cell, result))
    kinds: tuple[Positives, ...] = ("strict", "transitive")
    return [
        Table(kind, _entries(of_kind[kind]), _baselines(of_kind[kind])) for kind in kinds if of_kind[kind]
    ]


def _entries(results: Sequence[tuple[Cell, Result]]) -> tuple[Entry, ...]:
    groups: dict[str, list[tuple[Cell, Result]]] = defaultdict(list)
    for cell, result in results:
        groups[cell.name].append((cell, result))
    return tuple(
        _entry(group[0][0], group[0][0].settings, group[0][0].row, group[0][0].of.title, group)
        for group in groups.values()
    )


def _entry(cell: Cell, settings: str, row: str, title: str, group: Sequence[tuple[Cell, Result]]) -> Entry:
    lines = [result["result"] for _, result in group]
    test, valid = ([100 * line[f"{part}_f1"] for line in lines] for part in ("test", "valid"))
    return Entry(
        settings,
        row,
        title,
        cell.dim,
        cell.percent,
        cell.reverse,
        len(group),
        statistics.mean(test),
        statistics.stdev(test) if len(test) > 1 else None,
        statistics.mean(valid),
        cell.published if settings != "trivial" else None,
        statistics.mean(result["seconds"] for _, result in group),
        cell.epochs,
    )


def _baselines(results: Sequence[tuple[Cell, Result]]) -> tuple[Entry, ...]:
    """Those stand in every result; one of each split is enough."""
    found: dict[tuple[str, int, int, bool], Entry] = {}
    for cell, result in results:
        for line in result["baselines"]:
            name = line["name"]
            alone = (cell, {"result": line, "seconds": 0.0})
            found.setdefault(
                (name, cell.dim, cell.percent, cell.reverse), _entry(cell, "trivial", name, name, [alone])
            )
    return tuple(found.values())
