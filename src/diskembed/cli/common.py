"""What several commands share: how a graph is named, and how an answer is printed."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from diskembed.errors import ParameterError, ReadError, near_names

if TYPE_CHECKING:
    from diskembed.graph.dag import DAG, OnCycle

__all__ = [
    "dtype_option",
    "graph_options",
    "json_option",
    "load_graph",
    "memory_option",
    "print_json",
    "print_rows",
    "reading_options",
]

MAPPED = ".graph"
"""The ending of graphs that "check --save" has written, which are mapped into memory."""

F = TypeVar("F", bound=Callable[..., Any])


def _a_number(_context: click.Context, _parameter: click.Parameter, value: float) -> float:
    """NaN is below and above no limit."""
    if isnan(value):
        raise click.BadParameter("NaN is no size.")
    return value


json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
dtype_option = click.option(
    "--dtype",
    type=click.Choice(["float64", "float32"]),
    default="float64",
    show_default=True,
    help="How rows are kept; float32 takes half the memory, and steps are computed in float64 all the same.",
)
memory_option = click.option(
    "--memory",
    type=click.FloatRange(min=1e-9, max=1e9),
    callback=_a_number,
    default=4.0,
    show_default=True,
    metavar="GB",
    help="What the closure may take; past that it is worked through in blocks.",
)


def graph_options(command: F) -> F:
    """GRAPH and how to read it."""
    return reading_options(click.argument("graph")(command))


def reading_options(command: F) -> F:
    """How a graph is read."""
    for decorate in (
        click.option("--reverse", is_flag=True, help="Turn every edge around."),
        click.option("--drop-roots", is_flag=True, help="Leave out the roots and their edges."),
        click.option(
            "--relation",
            "relations",
            multiple=True,
            metavar="NAME",
            help="Relationships that count as edges, for formats that have several; may be repeated.",
        ),
        click.option(
            "--on-cycle",
            type=click.Choice(["error", "collapse", "drop"]),
            help="Refuse a cycle, merge its nodes, or drop the edges that close it.  [default: error, or "
            "what a known graph is usually given]",
        ),
        click.option("--format", "format_", metavar="NAME", help="The file's format, if its name hides it."),
        click.option(
            "--order",
            type=click.Choice(["parent,child", "child,parent"]),
            help="What the first two columns are, if the header does not say so.",
        ),
    ):
        command = decorate(command)
    return command


def load_graph(
    graph: str,
    *,
    order: str | None = None,
    format_: str | None = None,
    on_cycle: OnCycle | None = None,
    relations: tuple[str, ...] = (),
    drop_roots: bool = False,
    reverse: bool = False,
) -> DAG:
    """GRAPH is a path, ``-`` for standard input, or the name of a known graph."""
    from diskembed import datasets
    from diskembed.graph.read import read

    reading = {"order": order, "format": format_, "relation": relations or None}
    if datasets.is_known(graph):
        _refuse_reading_options(graph, "which diskembed knows by name", **reading)
        dag = datasets.load(graph, on_cycle=on_cycle)
    elif graph.endswith(MAPPED):
        from diskembed.scale.graph_file import open_graph

        _refuse_reading_options(graph, "which was read before", **reading, on_cycle=on_cycle)
        dag = open_graph(graph)
    else:
        _refuse_misspelt_name(graph)
        dag = read(
            graph, order=order, format=format_, on_cycle=on_cycle or "error", relations=relations or None
        )
    if drop_roots:
        dag = dag.without_roots()
    return dag.reversed() if reverse else dag


def _refuse_reading_options(graph: str, known: str, **options: object) -> None:
    """A known graph says itself how it is read."""
    given = [f"--{name}" for name, value in options.items() if value is not None]
    if given:
        raise ParameterError(
            f"{' and '.join(given)} with {graph}, {known}",
            allowed="those are for files that are read",
            do=f"leave them out, or write ./{graph} for a file of that name",
        )


def _refuse_misspelt_name(graph: str) -> None:
    """A single word that is no file is looked for among the known names too, not only beside it."""
    from diskembed import datasets

    path = Path(graph)
    if graph == "-" or path.exists() or path.suffix or len(path.parts) != 1:
        return
    near = near_names(graph, [*datasets.names(), *(file.name for file in Path().iterdir())])
    raise ReadError(
        graph,
        "there is no such file, and no graph is known by that name",
        do=(f"did you mean {' or '.join(near)}? " if near else "check the path; ")
        + 'known names are shown by "diskembed data list"',
    )


def print_json(value: Any) -> None:
    """One JSON document on standard output."""
    click.echo(json.dumps(value, indent=2, ensure_ascii=False))


def print_rows(rows: Mapping[str, str]) -> None:
    """Two aligned columns on standard output."""
    width = max(map(len, rows), default=0)
    for label, value in rows.items():
        click.echo(f"{label:<{width}}  {value}")
