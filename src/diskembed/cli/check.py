"""``diskembed check``: is it a DAG, and what does it look like?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from diskembed.cli.common import (
    MAPPED,
    dtype_option,
    graph_options,
    json_option,
    load_graph,
    memory_option,
    print_json,
    print_rows,
)
from diskembed.errors import ParameterError

if TYPE_CHECKING:
    from diskembed.graph.dag import DAG, Cleaning
    from diskembed.scale.footprint import Footprint

__all__ = ["command"]

EXAMPLES = """\b
Examples:
  diskembed check wordnet-nouns --drop-roots
  diskembed check go.obo --relation is_a --relation part_of
  git log --format='%H %P' | diskembed check - --format git
"""


@click.command("check", epilog=EXAMPLES)
@graph_options
@memory_option
@click.option("--dim", type=int, default=10, show_default=True, help="Of the training that is estimated.")
@dtype_option
@click.option("--partitions", type=int, default=1, show_default=True, help="The same.")
@click.option("--save", type=click.Path(dir_okay=False), metavar="FILE.graph", help="Write it mapped.")
@json_option
def command(graph: str, *, memory: float, save: str | None, as_json: bool, **options: Any) -> None:
    """Read GRAPH, refuse what is no DAG, and print its statistics.

    GRAPH is a path, "-" for standard input, or a name that "diskembed data list" shows.
    """
    training = {name: options.pop(name) for name in ("dim", "dtype", "partitions")}
    dag = load_graph(graph, **options)
    if save is not None:
        _save(dag, save)
    statistics = dag.statistics(memory=int(memory * 1e9))
    footprint = _footprint(dag, statistics.closure, int(memory * 1e9), training)
    if as_json:
        facts = {**statistics.as_dict(), "cleaning": _as_dict(dag.cleaning), "training": footprint.as_dict()}
        print_json({"graph": graph, **facts})
        return
    shown = {**statistics.rows(), "training": str(footprint), **_rows(dag.cleaning)}
    print_rows({"graph": graph, **shown})


def _save(dag: DAG, path: str) -> None:
    """A graph in a form that need not be read again, nor fit in memory."""
    from diskembed.scale.graph_file import save_graph

    if not path.endswith(MAPPED):
        raise ParameterError(f"--save {path}", allowed=f"a name that ends in {MAPPED}")
    save_graph(dag, path)


def _footprint(dag: DAG, n_pairs: int, memory: int, training: dict[str, Any]) -> Footprint:
    from diskembed.estimators.families import DiskEmbedding
    from diskembed.estimators.footprint import footprint_of

    return footprint_of(DiskEmbedding(memory=memory, **training), dag, n_pairs=n_pairs)


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
