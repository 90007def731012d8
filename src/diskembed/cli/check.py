"""``diskembed check``: is it a DAG, and what does it look like?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from diskembed.cli.answers import answer_options, print_csv
from diskembed.cli.common import (
    graph_options,
    load_graph,
    memory_option,
    print_json,
    print_rows,
)

if TYPE_CHECKING:
    from diskembed.graph.dag import Cleaning

__all__ = ["command"]

EXAMPLES = """\b
Examples:
  diskembed check wordnet-nouns --drop-roots
  diskembed check go.obo --relation is_a --relation part_of --csv
  git log --format='%H %P' | diskembed check - --format git
"""


@click.command("check", epilog=EXAMPLES)
@graph_options
@memory_option
@answer_options
def command(graph: str, *, memory: float, as_json: bool, as_csv: bool, **reading: Any) -> None:
    """Read GRAPH, refuse what is no DAG, and print its statistics.

    GRAPH is a path, "-" for standard input, or a name that "diskembed data list" shows.
    """
    dag = load_graph(graph, **reading)
    statistics = dag.statistics(memory=int(memory * 1e9))
    if as_json:
        print_json({"graph": graph, **statistics.as_dict(), "cleaning": _as_dict(dag.cleaning)})
        return
    if as_csv:
        cleaning = _as_dict(dag.cleaning)
        cleaning["dropped"] = len(cleaning["dropped"])
        print_csv([{"graph": graph, **statistics.as_dict(), **cleaning}])
        return
    print_rows({"graph": graph, **statistics.rows(), **_rows(dag.cleaning)})


def _as_dict(cleaning: Cleaning) -> dict[str, Any]:
    return {
        "duplicates": cleaning.duplicates,
        "self_loops": cleaning.self_loops,
        "dropped": [list(edge) for edge in cleaning.dropped],
        "collapsed_cycles": cleaning.collapsed_cycles,
        "collapsed_nodes": cleaning.collapsed_nodes,
    }


def _rows(cleaning: Cleaning, most: int = 20) -> dict[str, str]:
    """Only what there was to clean; a clean graph gets no rows."""
    rows = {}
    if cleaning.duplicates:
        rows["duplicate edges merged"] = f"{cleaning.duplicates:,}"
    if cleaning.collapsed_cycles:
        rows["cycles collapsed"] = f"{cleaning.collapsed_cycles:,} ({cleaning.collapsed_nodes:,} nodes)"
    if cleaning.self_loops:
        rows["self-loops removed"] = f"{cleaning.self_loops:,}"
    if cleaning.dropped:
        shown = ", ".join(f"{above!r} -> {below!r}" for above, below in cleaning.dropped[:most])
        more = len(cleaning.dropped) - most
        rows["edges dropped"] = f"{len(cleaning.dropped):,}: {shown}" + (
            f" and {more:,} more (--json lists all)" if more > 0 else ""
        )
    return rows
