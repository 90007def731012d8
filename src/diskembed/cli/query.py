"""``diskembed query``: which nodes contain a node, or are contained in it?"""

from __future__ import annotations

import click

from diskembed.cli.common import json_option, print_json, print_rows

__all__ = ["command"]


@click.command("query")
@click.argument("model")
@click.argument("node")
@click.option("--ancestors", is_flag=True, help="The nodes that contain NODE.")
@click.option("--descendants", is_flag=True, help="The nodes that NODE contains.")
@click.option("-k", "k", type=click.IntRange(1), metavar="K", help="Only the first K.  [default: all]")
@click.option("--exact", is_flag=True, help="Ask all nodes, even if an index lies beside MODEL.")
@json_option
def command(
    model: str, node: str, *, ancestors: bool, descendants: bool, k: int | None, exact: bool, as_json: bool
) -> None:
    r"""List all ancestors or descendants of NODE that MODEL tells, the surest first.

    Beside each stands its protrusion: the lower, the deeper inside.

    \b
    diskembed query nouns.disk dog.n.01 --ancestors -k 5
    diskembed query nouns.disk dog.n.01 --descendants --json
    """
    from diskembed.embedding import load

    if ancestors == descendants:
        raise click.UsageError("say one of --ancestors and --descendants")
    embedding = load(model, index=not exact)
    matches = embedding.ancestors(node, k) if ancestors else embedding.descendants(node, k)
    side = "ancestors" if ancestors else "descendants"
    if as_json:
        found = [{"name": name, "protrusion": protrusion} for name, protrusion in matches]
        print_json({"node": node, "cutoff": embedding.cutoff, side: found})
    elif not len(matches):
        click.echo(f"{node} has no {side} in {model}", err=True)
    else:
        print_rows({name: f"{protrusion: .6g}" for name, protrusion in matches})
