"""``diskembed index``: prepare a model for questions, once."""

from __future__ import annotations

from dataclasses import asdict

import click

from diskembed.cli.common import json_option, print_json, print_rows

__all__ = ["command"]


@click.command("index")
@click.argument("model")
@click.option(
    "--questions",
    type=click.IntRange(1),
    default=1000,
    show_default=True,
    help="How many nodes' ancestors and descendants are compared with the exact ones.",
)
@json_option
def command(model: str, *, questions: int, as_json: bool) -> None:
    r"""Build the index of MODEL and write it beside it, as MODEL.index.

    Whoever loads MODEL then asks the index where that is quicker than to ask all nodes. Answers are the same:
    the recall that is measured while it is built says so.

    \b
    diskembed index nouns.disk
    """
    from diskembed.embedding import load
    from diskembed.index_file import index_path
    from diskembed.query.choosing import INDEX_FROM

    embedding = load(model, index=False)
    report = embedding.build_index(index_path(model), questions=questions)
    if as_json:
        print_json(asdict(report))
        return
    rows = {f"recall of {side}": f"{100 * recall:.4f} %" for side, recall in report.recall.items()}
    print_rows(
        {
            "index": report.path,
            **rows,
            "compared": f"{report.questions:,} nodes",
            "size": f"{report.bytes / 1e6:,.1f} MB",
            "building": f"{report.seconds:.1f} s",
        }
    )
    if len(embedding) < INDEX_FROM:
        click.echo(f"not used below {INDEX_FROM:,} nodes: asking all of them is as quick", err=True)
