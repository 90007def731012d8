"""``diskembed query``: which nodes contain a node, or are contained in it?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from diskembed.cli.answers import answer_options, print_csv, print_table
from diskembed.cli.common import print_json, print_rows
from diskembed.cli.completing import file_names, node_names
from diskembed.cli.confidence import loaded, match_rows, threshold_option
from diskembed.cli.stdin import STDIN, names_of
from diskembed.cli.voice import note

if TYPE_CHECKING:
    from diskembed.embedding import Embedding
    from diskembed.query.matches import Matches

__all__ = ["command"]

EXAMPLES = """\b
Examples:
  diskembed query mammals.disk dog.n.01 --ancestors -k 5
  diskembed query mammals.disk dog.n.01 --descendants --json
  printf 'dog.n.01\\ncat.n.01\\n' | diskembed query mammals.disk - --parents --csv
"""


@click.command("query", epilog=EXAMPLES)
@click.argument("model", shell_complete=file_names)
@click.argument("node", shell_complete=node_names)
@click.option("--ancestors", is_flag=True, help="The nodes that contain NODE.")
@click.option("--descendants", is_flag=True, help="The nodes that NODE contains.")
@click.option(
    "--parents", is_flag=True, help="The likeliest parents of NODE, new or old: 5 unless -k is said."
)
@click.option("-k", "k", type=click.IntRange(1), metavar="K", help="Only the first K.  [default: all]")
@click.option("--exact", is_flag=True, help="Ask all nodes, even if an index lies beside MODEL.")
@threshold_option
@answer_options
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
    as_csv: bool,
) -> None:
    """List all ancestors or descendants of NODE that MODEL tells, the surest first.

    Beside each stands its protrusion (the lower, the deeper inside) and how probable it is. NODE "-" asks
    for each line of standard input; its name then stands before each answer.
    """
    if ancestors + descendants + parents != 1:
        raise click.UsageError("say one of --ancestors and --descendants, or --parents")
    embedding = loaded(model, threshold, index=not exact)
    side = "ancestors" if ancestors else "descendants" if descendants else "parents"
    nodes = names_of(node)
    answers = [
        (each, match_rows(found)) for each, found in zip(nodes, _ask(embedding, side, nodes, k), strict=True)
    ]
    if as_json:
        documents = [{"node": each, "cutoff": embedding.cutoff, side: rows} for each, rows in answers]
        print_json(documents if node == STDIN else documents[0])
        return
    if as_csv:
        columns = ["node", "name", "protrusion"] + ["probability"] * (embedding.calibration is not None)
        print_csv(({"node": each, **row} for each, rows in answers for row in rows), columns)
    elif node == STDIN:
        print_table((each, row["name"], _line(row)) for each, rows in answers for row in rows)
    else:
        print_rows({row["name"]: _line(row) for row in answers[0][1]})
    for each, rows in answers:
        if not rows:
            note(f"{each} has no {side} in {model}")


def _ask(embedding: Embedding, side: str, nodes: list[str], k: int | None) -> list[Matches]:
    if side == "parents":
        return [embedding.suggest_parents(node, k or 5) for node in nodes]
    if not nodes:
        return []
    return embedding.ancestors(nodes, k) if side == "ancestors" else embedding.descendants(nodes, k)


def _line(row: dict[str, Any]) -> str:
    protrusion = f"{row['protrusion']: .6g}"
    return f"{protrusion:<12}  {row['probability']:.4f}" if "probability" in row else protrusion
