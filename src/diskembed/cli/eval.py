"""``diskembed eval``: F1 by the protocol, beside the trivial baselines."""

from __future__ import annotations

import click

from diskembed.cli.common import json_option, print_json
from diskembed.cli.pairs import read_split, split_options
from diskembed.errors import ParameterError

__all__ = ["command"]

EXAMPLES = """\b
Examples:
  diskembed split wordnet-nouns -o nouns --drop-roots --percent 50
  diskembed fit wordnet-nouns --split nouns --percent 50 -o nouns.disk
  diskembed eval nouns.disk --split nouns --percent 50
"""


@click.command("eval", epilog=EXAMPLES)
@click.argument("model")
@split_options
@json_option
def command(
    model: str, *, split_folder: str | None, percent: float, prefix: str | None, as_json: bool
) -> None:
    """Evaluate MODEL on a split: the threshold from its validation pairs, F1 on its test pairs."""
    from diskembed.embedding import load
    from diskembed.evaluation.protocol import evaluate

    if split_folder is None:
        raise ParameterError(
            "no split was named", do="say --split FOLDER; diskembed split draws one from a graph"
        )
    evaluation = evaluate(load(model), read_split(split_folder, percent, prefix))
    if as_json:
        print_json(evaluation.as_dict())
    else:
        click.echo(evaluation.table())
