"""``diskembed data``: which graphs are known by name, and where their files are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from diskembed import datasets
from diskembed.cli.common import json_option, print_json, print_rows

if TYPE_CHECKING:
    from diskembed.datasets import Dataset

__all__ = ["command"]


def _example(*lines: str) -> str:
    # Click leaves the lines of a paragraph alone that begins with this character.
    return "\n".join(["\b", "Example:", *(f"  {line}" for line in lines)])


@click.group("data", epilog=_example("diskembed data list", "diskembed check wordnet-nouns"))
def command() -> None:
    """List, fetch and find the graphs that diskembed knows by name.

    A known name stands wherever a GRAPH is asked for, and comes before a file of that name:
    "./wordnet-nouns" is the file. What is not bundled is fetched when it is first used.

    Environment: DISKEMBED_CACHE is the folder for fetched files, DISKEMBED_OFFLINE=1 forbids the
    network, DISKEMBED_DEBIAN_MIRROR is the base address of the Debian mirror to use.
    """


@command.command("list", epilog=_example("diskembed data list --json"))
@json_option
def list_(as_json: bool) -> None:
    """List all known graphs; what is not known before fetching shows as "-"."""
    known = [datasets.info(name) for name in datasets.names()]
    if as_json:
        print_json([_as_dict(dataset) for dataset in known])
        return
    table = [("NAME", "NODES", "EDGES", "SIZE", "HERE", "TITLE")]
    table += [
        (each.name, _count(each.nodes), _count(each.edges), _size(each), _here(each), each.title)
        for each in known
    ]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for name, nodes, edges, size, here, title in table:
        click.echo(
            f"{name:<{widths[0]}}  {nodes:>{widths[1]}}  {edges:>{widths[2]}}  "
            f"{size:>{widths[3]}}  {here:<{widths[4]}}  {title}"
        )


@command.command("info", epilog=_example("diskembed data info wordnet-nouns"))
@click.argument("name")
@json_option
def info(name: str, as_json: bool) -> None:
    """Tell what NAME is, whose it is, under which licence, and where it comes from."""
    dataset = datasets.info(name)
    if as_json:
        print_json(_as_dict(dataset))
        return
    print_rows(
        {
            "name": dataset.name,
            "title": dataset.title,
            "source": dataset.source,
            "licence": dataset.licence,
            "version": dataset.version,
            "nodes": _count(dataset.nodes),
            "edges": _count(dataset.edges),
            **({"kinds of edges": ", ".join(dataset.kinds)} if dataset.kinds else {}),
            "on a cycle": dataset.on_cycle,
            "size": _size(dataset),
            "here": _here(dataset),
            "file": str(dataset.path()),
            **({} if dataset.bundled else {"address": dataset.url, "checksum": _checksum(dataset)}),
        }
    )


@command.command("path", epilog=_example("diskembed data path gene-ontology"))
@click.argument("name")
def path(name: str) -> None:
    """Print where the file of NAME is, or where it belongs if it is not here yet."""
    click.echo(datasets.path(name))


@command.command("fetch", epilog=_example("diskembed data fetch gene-ontology"))
@click.argument("name")
def fetch(name: str) -> None:
    """Bring the file of NAME here, check it, and print where it is.

    What was interrupted is taken up again. If the network cannot be used, the answer says which file to
    get and where to put it (exit code 3).
    """
    click.echo(datasets.fetch(name))


@command.command("generate", epilog=_example("diskembed data generate 10000000 --seed 1 > large.tsv"))
@click.argument("nodes", type=int)
@click.option("--edges", type=int, help="How many are drawn.  [default: three times the nodes]")
@click.option(
    "--upward", type=float, default=0.1, show_default=True, help="Share of nodes that grow upwards."
)
@click.option(
    "--preference",
    type=float,
    default=0.5,
    show_default=True,
    help="Chance that an edge ends where an earlier one does: how heavy the power law's tail is.",
)
@click.option("--seed", type=int, default=0, show_default=True)
def generate(nodes: int, *, edges: int | None, upward: float, preference: float, seed: int) -> None:
    """Print the edges of a DAG of NODES nodes that grows in both directions, as they are drawn.

    Memory does not grow with the graph. Nodes are numbers; an edge may come twice.
    """
    from diskembed.datasets.generated import Shape

    shape = Shape(nodes, 3 * nodes * (nodes > 1) if edges is None else edges, upward, preference, seed)
    click.echo("parent\tchild")
    for ancestors, descendants in shape.stretches(1 << 16):
        lines = (f"{a}\t{d}" for a, d in zip(ancestors.tolist(), descendants.tolist(), strict=True))
        click.echo("\n".join(lines))


def _as_dict(dataset: Dataset) -> dict[str, Any]:
    file = dataset.path()
    return {**dataset.as_dict(), "path": str(file), "here": file.exists()}


def _count(number: int | None) -> str:
    return "-" if number is None else f"{number:,}"


def _size(dataset: Dataset) -> str:
    """Of the file that is here, else of the one to fetch."""
    file = dataset.path()
    size = file.stat().st_size if file.exists() else dataset.size
    if size is None:
        return "-"
    return f"{size / 1e6:,.1f} MB" if size >= 1e5 else f"{size / 1e3:,.0f} kB"


def _here(dataset: Dataset) -> str:
    if dataset.bundled:
        return "bundled"
    return "fetched" if dataset.path().exists() else "no"


def _checksum(dataset: Dataset) -> str:
    return dataset.sha256 or "of the first download, recorded beside it"
