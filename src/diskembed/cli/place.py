"""``diskembed place``: new nodes for a model, without training."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from diskembed.cli.common import json_option, load_graph, print_json
from diskembed.errors import ParameterError

if TYPE_CHECKING:
    from diskembed.placing.placement import Placement

__all__ = ["command"]

EXAMPLES = """\b
Examples:
  diskembed place nouns.disk puggle --parent pug.n.01 --parent beagle.n.01 -o more.disk
  diskembed place nouns.disk --edges newer.tsv --order parent,child -o more.disk
"""


@click.command("place", epilog=EXAMPLES)
@click.argument("model")
@click.argument("name", required=False)
@click.option(
    "--parent", "parents", multiple=True, metavar="NODE", help="A node that contains it; repeatable."
)
@click.option(
    "--child", "children", multiple=True, metavar="NODE", help="A node that it contains; repeatable."
)
@click.option("--edges", "graph", type=click.Path(), help="Place all nodes of this graph that MODEL lacks.")
@click.option(
    "--order", type=click.Choice(["parent,child", "child,parent"]), help="The columns of --edges, if unsaid."
)
@click.option("--format", "format_", metavar="NAME", help="The format of --edges, if its name hides it.")
@click.option(
    "-o", "--output", required=True, type=click.Path(dir_okay=False), help="The model file to write."
)
@json_option
def command(
    model: str,
    name: str | None,
    *,
    parents: tuple[str, ...],
    children: tuple[str, ...],
    graph: str | None,
    order: str | None,
    format_: str | None,
    output: str,
    as_json: bool,
) -> None:
    """Put NAME inside its parents' disks and around its children's, and write the larger model.

    Relations that exclude each other are missed by as little as can be, and said to be.
    """
    from diskembed.embedding import load
    from diskembed.storage.atomic import require_folder

    if (name is None) == (graph is None) or (graph is not None and (parents or children)):
        raise ParameterError(
            "one thing is to be placed", allowed="a NAME with --parent and --child, or --edges GRAPH"
        )
    require_folder(output)
    older = load(model)
    if graph is None:
        larger = older.place(name or "", parents=parents, children=children)
    else:
        larger = older.place_all(load_graph(graph, order=order, format_=format_))
    larger.save(output)
    placed = [larger.placement(new) for new in larger.names[len(older) :]]
    if as_json:
        print_json({"model": output, "placed": [placement.state() for placement in placed]})
        return
    for placement in placed:
        click.echo(_line(placement))
        if placement.unmet:
            missed = ", ".join(placement.unmet)
            click.echo(f"{placement.name}: missed by up to {placement.violation:.4g}: {missed}", err=True)


def _line(placement: Placement) -> str:
    within = "" if placement.within is None else f", all other places within {placement.within:.4g}"
    return f"{placement.name}  slack {placement.slack:.4g}{within}"
