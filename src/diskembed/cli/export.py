"""``diskembed export``: a model for another system."""

from __future__ import annotations

from pathlib import Path

import click

from diskembed.cli.common import json_option, print_json

__all__ = ["command"]

EXAMPLES = """\b
Examples:
  diskembed export nouns.disk --to pgvector && psql -f nouns.pgvector.sql shop
  diskembed export nouns.disk -o nouns.parquet
"""


@click.command("export", epilog=EXAMPLES)
@click.argument("model")
@click.option("--to", "format_", metavar="FORMAT", help="What to write; see --list.  [default: by OUTPUT]")
@click.option("-o", "--output", type=click.Path(dir_okay=False), help="Where to.  [default: beside MODEL]")
@click.option(
    "--list",
    "listing",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=lambda c, _p, v: _list(c, v),
    help="Show all formats.",
)
@json_option
def command(model: str, *, format_: str | None, output: str | None, as_json: bool) -> None:
    """Write MODEL's vectors, and where that can be said the rule for containment, for another system."""
    from diskembed.embedding import load
    from diskembed.exchange.registry import find

    if format_ is None and output is None:
        raise click.UsageError("say what to write: --to FORMAT (--list shows them) or -o FILE")
    suffix = "" if format_ is None else find(format_).suffix
    target = output or str(Path(model).with_suffix("")) + suffix
    written = [str(path) for path in load(model).export(target, to=format_)]
    if as_json:
        print_json({"written": written})
    else:
        for path in written:
            click.echo(path)


def _list(context: click.Context, asked: bool) -> None:
    if not asked:
        return
    from diskembed.cli.common import print_rows
    from diskembed.exchange.registry import formats

    print_rows({name: format_.description for name, format_ in formats().items()})
    context.exit()
