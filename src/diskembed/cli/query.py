"""``diskembed query``: which nodes contain a node, or are contained in it?"""

from __future__ import annotations

from typing import Any

import click

from diskembed.cli.common import json_option, print_json, print_rows
from diskembed.cli.confidence import loaded, match_rows, threshold_option

__all__ = ["command"]


@click.command("query")
@click.argument("model")
@click.argument("node")
@click.option("--ancestors", is_flag=True, help="The nodes that contain NODE.")
@click.option("--descendants", is_flag=True, help="The nodes that NODE contains.")
@click.option(
    "--parents", is_flag=True, help="The likeliest parents of NODE, new or old: 5 unless -k is said."
)
@click.option("-k", "k", type=click.IntRange(1), metavar="K", help="Only the first K.  [default: all]")
@click.option("--exact", is_flag=True, help="Ask all nodes, even if an index lies beside MODEL.")
@threshold_option
@json_option
def command(
    model: str,
    node: str,
    *,
    ancestors: bool,
    descendants: bool,
    parents: bool,
    k: int | None,
    threshold: float | None,
    exact: bool,
    as_json: bool,
) -> None:
    r"""List all ancestors or descendants of NODE that MODEL tells, the surest first.

    Beside each stands its protrusion (the lower, the deeper inside) and how probable it is.

    \b
    diskembed query nouns.disk dog.n.01 --ancestors -k 5
    diskembed query nouns.disk dog.n.01 --descendants --threshold 0.95 --json
    """
    if ancestors + descendants + parents != 1:
        raise click.UsageError("say one of --ancestors and --descendants, or --parents")
    embedding = loaded(model, threshold, index=not exact)
    side = "ancestors" if ancestors else "descendants" if descendants else "parents"
    if parents:
        matches = embedding.suggest_parents(node, k or 5)
    else:
        matches = embedding.ancestors(node, k) if ancestors else embedding.descendants(node, k)
    if as_json:
        print_json({"node": node, "cutoff": embedding.cutoff, side: match_rows(matches)})
    elif not len(matches):
        click.echo(f"{node} has no {side} in {model}", err=True)
    else:
        print_rows({row["name"]: _line(row) for row in match_rows(matches)})


def _line(row: dict[str, Any]) -> str:
    protrusion = f"{row['protrusion']: .6g}"
    return f"{protrusion:<12}  {row['probability']:.4f}" if "probability" in row else protrusion
