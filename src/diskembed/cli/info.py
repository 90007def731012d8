"""``diskembed info``: what is in a model file?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from diskembed.cli.answers import answer_options, print_csv
from diskembed.cli.common import print_json, print_rows
from diskembed.cli.completing import file_names
from diskembed.cli.stdin import STDIN, names_of

if TYPE_CHECKING:
    from diskembed.embedding import Embedding

__all__ = ["command"]

LONGEST = 80

EXAMPLES = """\b
Examples:
  diskembed info mammals.disk
  ls *.disk | diskembed info - --csv
"""


@click.command("info", epilog=EXAMPLES)
@click.argument("model", shell_complete=file_names)
@answer_options
def command(model: str, *, as_json: bool, as_csv: bool) -> None:
    """Tell what MODEL is: its size, geometry and threshold, and where it comes from.

    MODEL "-" tells it of each file that standard input names.
    """
    from diskembed.embedding import load

    facts = [_facts(file, load(file, index=False)) for file in names_of(model)]
    if as_json:
        print_json(facts if model == STDIN else facts[0])
    elif as_csv:
        print_csv(facts, COLUMNS)
    else:
        for number, each in enumerate(facts):
            click.echo("\n" * bool(number), nl=False)
            origin, options = each.pop("provenance"), each.pop("options")
            shown = each | options | {label: value for label, value in origin.items() if label not in each}
            print_rows({label: _text(value) for label, value in shown.items()})


COLUMNS = (
    "file",
    "bytes",
    "nodes",
    "merged nodes",
    "model",
    "dim",
    "options",
    "numbers a node",
    "precision",
    "threshold",
    "provenance",
)


def _facts(file: str, embedding: Embedding) -> dict[str, Any]:
    model = embedding.model
    return {
        "file": file,
        "bytes": Path(file).stat().st_size,
        "nodes": len(embedding),
        "merged nodes": len(embedding.members_of),
        "model": model.name,
        "dim": model.dim,
        "options": model.options,
        "numbers a node": model.width,
        "precision": embedding.rows.dtype.name,
        "threshold": embedding.threshold,
        "provenance": dict(embedding.provenance),
    }


def _text(value: Any) -> str:
    """One line; what is long is left to --json."""
    if value is None or isinstance(value, bool):
        return {None: "-", True: "yes", False: "no"}[value]
    if isinstance(value, int | float):
        return f"{value:,}" if isinstance(value, int) else f"{value:.6g}"
    if isinstance(value, str):
        return value
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= LONGEST else f"{len(value):,} entries (--json shows them)"
