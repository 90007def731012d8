"""``diskembed reproduce``: the paper's tables, cell by cell, ours beside the published figures."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from diskembed.cli.common import json_option, print_json
from diskembed.errors import ParameterError, WriteError

if TYPE_CHECKING:
    from diskembed.reproduction.cells import Cell

__all__ = ["command"]

EXAMPLES = """\b
Examples:
  diskembed reproduce --quick
  diskembed reproduce --settings ours --jobs 2
  diskembed reproduce --cell ours/hyperbolic-disks/strict-10-50 --splits noun_splits
  diskembed reproduce --only 'paper/*-10-50' --only spherical-disks --list
"""


@click.command("reproduce", epilog=EXAMPLES)
@click.option("-o", "--output", type=click.Path(file_okay=False), default="reproduction", show_default=True)
@click.option("--quick", is_flag=True, help="A few minutes: one cell a model, few epochs of slow rows.")
@click.option(
    "--settings",
    type=click.Choice(["ours", "paper", "all"]),
    default="all",
    show_default=True,
    help="Rows with our defaults, or with the paper's own settings.",
)
@click.option("--cell", "names", multiple=True, metavar="NAME", help="Only this cell; repeatable.")
@click.option("--only", multiple=True, metavar="PATTERN", help="Only cells or rows that fit; repeatable.")
@click.option("--seeds", type=click.IntRange(1), help="Runs a cell.  [default: 3 of ours, 1 of the paper's]")
@click.option("--splits", type=click.Path(), help="A folder with the published split files; drawn without.")
@click.option("--split-seed", type=int, default=0, show_default=True, help="Draws what is not in files.")
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Cells at a time.")
@click.option("--list", "listed", is_flag=True, help="Print the cells' names and stop.")
@json_option
def command(
    output: str,
    *,
    quick: bool,
    settings: str,
    names: tuple[str, ...],
    only: tuple[str, ...],
    seeds: int | None,
    splits: str | None,
    split_seed: int,
    jobs: int,
    listed: bool,
    as_json: bool,
) -> None:
    """Repeat tab:dataset-stat and tab:results on the WordNet nouns.

    Each finished cell is kept in OUTPUT, so the same command goes on where it was stopped. Strict and
    transitive results are different things and come in tables of their own.
    """
    from diskembed.reproduction.dataset_stat import dataset_statistics
    from diskembed.reproduction.run import Results
    from diskembed.reproduction.source import SplitSource
    from diskembed.reproduction.summary import tables
    from diskembed.reproduction.write import write_tables

    cells = _cells(settings, quick, seeds, names, only)
    if listed:
        click.echo("\n".join(dict.fromkeys(cell.name for cell in cells)))
        return
    folder = _folder(output)
    results = Results(folder, SplitSource(splits, split_seed))
    source = results.source.identity()
    done = results.run(cells, jobs=jobs, done=_Progress(cells, results))
    found, statistics = tables(done), dataset_statistics()
    paths = write_tables(folder, found, statistics, source=source)
    if as_json:
        print_json({table.positives: table.as_dict() for table in found})
    else:
        click.echo(folder.joinpath("results.md").read_text(encoding="utf-8"))
    click.echo(f"written: {', '.join(map(str, paths))}", err=True)


def _cells(
    settings: str, quick: bool, seeds: int | None, names: tuple[str, ...], only: tuple[str, ...]
) -> list[Cell]:
    from diskembed.reproduction.cells import chosen, every_cell, quick_cells

    if quick and seeds is not None:
        raise ParameterError(f"--quick with --seeds {seeds}", allowed="a quick run takes one seed")
    kinds: Any = ("ours", "paper") if settings == "all" else (settings,)
    return chosen(quick_cells(kinds) if quick else every_cell(kinds, seeds), names, only)


def _folder(output: str) -> Path:
    folder = Path(output)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise WriteError(output, error.strerror or str(error)) from None
    return folder


class _Progress:
    """A line on standard error for each cell that was run."""

    def __init__(self, cells: list[Cell], results: Any) -> None:
        missing = sum(results.find(cell) is None for cell in cells)
        self.left, self.ran, self.began = missing, 0, time.perf_counter()
        click.echo(f"{len(cells)} runs, {len(cells) - missing} of them done before", err=True)

    def __call__(self, cell: Cell, result: dict[str, Any]) -> None:
        """One more."""
        self.left, self.ran = self.left - 1, self.ran + 1
        pace = (time.perf_counter() - self.began) / self.ran
        published = "" if cell.published is None else f", published {cell.published:.1f}"
        click.echo(
            f"{cell.name} seed {cell.seed}: F1 {100 * result['result']['test_f1']:.2f}{published}, "
            f"{result['seconds']:.0f} s; {self.left} left, about {self.left * pace / 60:.0f} min",
            err=True,
        )
