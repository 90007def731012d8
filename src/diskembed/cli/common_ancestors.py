"""``diskembed common-ancestors``: what do several nodes have in common?"""

from __future__ import annotations

import click

from diskembed.cli.common import json_option, print_json, print_rows

__all__ = ["command"]


@click.command("common-ancestors")
@click.argument("model")
@click.argument("nodes", nargs=-1, required=True)
@click.option("-k", "k", type=click.IntRange(1), metavar="K", help="Only the first K.  [default: all]")
@json_option
def command(model: str, nodes: tuple[str, ...], *, k: int | None, as_json: bool) -> None:
    r"""List the nodes that contain each of NODES in MODEL, the surest first, and the most specific of them.

    Beside each stands its protrusion with the one of NODES that it contains least deeply.

    \b
    diskembed common-ancestors nouns.disk dog.n.01 cat.n.01 -k 5
    """
    from diskembed.embedding import load

    embedding = load(model)
    matches, smallest = embedding.common_ancestors(nodes, k), embedding.most_specific(nodes)
    if as_json:
        found = [{"name": name, "protrusion": protrusion} for name, protrusion in matches]
        print_json({"nodes": list(nodes), "most_specific": smallest, "common_ancestors": found})
    elif smallest is None:
        click.echo(f"{', '.join(nodes)} have no common ancestor in {model}", err=True)
    else:
        print_rows({name: f"{protrusion: .6g}" for name, protrusion in matches})
        click.echo(f"most specific: {smallest}", err=True)
