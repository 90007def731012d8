"""``diskembed common-ancestors``: what do several nodes have in common?"""

from __future__ import annotations

import click

from diskembed.cli.answers import answer_options, print_csv
from diskembed.cli.common import print_json, print_rows
from diskembed.cli.completing import file_names, node_names
from diskembed.cli.stdin import STDIN, names_of
from diskembed.cli.voice import note

__all__ = ["command"]

EXAMPLES = """\b
Examples:
  diskembed common-ancestors mammals.disk dog.n.01 cat.n.01 -k 5
  printf 'dog.n.01\\ncat.n.01\\n' | diskembed common-ancestors mammals.disk - --csv
"""


@click.command("common-ancestors", epilog=EXAMPLES)
@click.argument("model", shell_complete=file_names)
@click.argument("nodes", nargs=-1, required=True, shell_complete=node_names)
@click.option("-k", "k", type=click.IntRange(1), metavar="K", help="Only the first K.  [default: all]")
@answer_options
def command(model: str, nodes: tuple[str, ...], *, k: int | None, as_json: bool, as_csv: bool) -> None:
    """List the nodes that contain each of NODES in MODEL, the surest first, and the most specific of them.

    Beside each stands its protrusion with the one of NODES that it contains least deeply.
    NODES "-" are the lines of standard input.
    """
    from diskembed.embedding import load

    if nodes == (STDIN,):
        nodes = tuple(names_of(STDIN))

    embedding = load(model)
    matches, smallest = embedding.common_ancestors(nodes, k), embedding.most_specific(nodes)
    found = [{"name": name, "protrusion": protrusion} for name, protrusion in matches]
    if as_csv:
        print_csv(found, ("name", "protrusion"))
    elif as_json:
        print_json({"nodes": list(nodes), "most_specific": smallest, "common_ancestors": found})
    elif smallest is None:
        note(f"{', '.join(nodes)} have no common ancestor in {model}")
    else:
        print_rows({name: f"{protrusion: .6g}" for name, protrusion in matches})
        note(f"most specific: {smallest}")
