"""``diskembed contains``: is one node an ancestor of another?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from diskembed.cli.answers import answer_options, print_csv, print_table
from diskembed.cli.common import print_json
from diskembed.cli.completing import file_names, node_names
from diskembed.cli.confidence import loaded, threshold_option
from diskembed.cli.stdin import STDIN, names_of, pairs

if TYPE_CHECKING:
    from diskembed.embedding import Embedding

__all__ = ["command"]

EXAMPLES = """\b
Examples:
  diskembed contains mammals.disk carnivore.n.01 dog.n.01
  printf 'carnivore.n.01\\tdog.n.01\\ncarnivore.n.01\\tcow.n.01\\n' | diskembed contains mammals.disk - --csv
  printf 'dog.n.01\\ncow.n.01\\n' | diskembed contains mammals.disk carnivore.n.01 -
"""


@click.command("contains", epilog=EXAMPLES)
@click.argument("model", shell_complete=file_names)
@click.argument("ancestor", shell_complete=node_names)
@click.argument("descendant", required=False, shell_complete=node_names)
@threshold_option
@answer_options
def command(
    model: str,
    ancestor: str,
    descendant: str | None,
    *,
    threshold: float | None,
    as_json: bool,
    as_csv: bool,
) -> None:
    """Tell whether ANCESTOR contains DESCENDANT in MODEL: yes or no, and by how much.

    The answer is yes where the protrusion is at most the cutoff, the threshold that training chose. Both
    answers are exit code 0. "-" alone asks for each line of standard input: an ancestor, a tab, a
    descendant. "-" in place of one of two names takes that one from each line.
    """
    above, below = _asked(ancestor, descendant)
    embedding = loaded(model, threshold)
    rows = _rows(embedding, above, below)
    if as_json:
        documents = [
            {name: value for name, value in row.items() if name != "probability" or value is not None}
            for row in rows
        ]
        print_json(documents if STDIN in (ancestor, descendant) else documents[0])
    elif as_csv:
        print_csv(rows, COLUMNS if embedding.calibration is not None else COLUMNS[:-1])
    elif STDIN in (ancestor, descendant):
        print_table((_yes(row), row["ancestor"], row["descendant"], _number(row)) for row in rows)
    else:
        relation = "at most" if rows[0]["contains"] else "above"
        sure = rows[0]["probability"]
        click.echo(
            f"{_yes(rows[0])}: protrusion {rows[0]['protrusion']:.6g} is {relation} {embedding.cutoff:.6g}"
            + ("" if sure is None else f"; probability {sure:.4f}")
        )


COLUMNS = ("ancestor", "descendant", "contains", "protrusion", "cutoff", "probability")


def _asked(ancestor: str, descendant: str | None) -> tuple[list[str], list[str]]:
    if descendant is None:
        if ancestor != STDIN:
            raise click.UsageError('say an ANCESTOR and a DESCENDANT, or "-" for pairs on standard input')
        return pairs()
    if ancestor == descendant == STDIN:
        raise click.UsageError('"-" can stand for one of the two, or alone for both')
    above, below = names_of(ancestor), names_of(descendant)
    many = max(len(above), len(below)) if above and below else 0
    return (above * many if ancestor != STDIN else above), (below * many if descendant != STDIN else below)


def _rows(embedding: Embedding, above: list[str], below: list[str]) -> list[dict[str, Any]]:
    if not above:
        return []
    values = [
        embedding.contains(above, below).tolist(),
        embedding.protrusion(above, below).tolist(),
        [embedding.cutoff] * len(above),
        [None] * len(above)
        if embedding.calibration is None
        else embedding.probability(above, below).tolist(),
    ]
    return [dict(zip(COLUMNS, row, strict=True)) for row in zip(above, below, *values, strict=True)]


def _yes(row: dict[str, Any]) -> str:
    return click.style("yes", fg="green") if row["contains"] else click.style("no", fg="red")


def _number(row: dict[str, Any]) -> str:
    sure = "" if row["probability"] is None else f"  {row['probability']:.4f}"
    return f"{row['protrusion']: .6g}{sure}"
