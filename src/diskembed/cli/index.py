"""``diskembed index``: prepare a model for questions, once."""

from __future__ import annotations

from dataclasses import asdict

import click

from diskembed.cli.common import json_option, print_json, print_rows
from diskembed.cli.completing import file_names
from diskembed.cli.voice import note

__all__ = ["command"]

EXAMPLES = """\b
Examples:
  diskembed index mammals.disk
  diskembed index mammals.disk --questions 100 --json
  diskembed index mammals.disk --kind faiss
"""


@click.command("index", epilog=EXAMPLES)
@click.argument("model", shell_complete=file_names)
@click.option(
    "--questions",
    type=click.IntRange(1),
    default=1000,
    show_default=True,
    help="How many nodes' ancestors and descendants are compared with the exact ones.",
)
@click.option(
    "--kind",
    type=click.Choice(["tree", "faiss"]),
    default="tree",
    show_default=True,
    help="A tree of hulls, which misses nothing, or faiss's inverted lists (the extra index).",
)
@json_option
def command(model: str, *, questions: int, kind: str, as_json: bool) -> None:
    """Build the index of MODEL and write it beside it, as MODEL.index.

    Whoever loads MODEL then asks the index where that is quicker than to ask all nodes. A tree gives the same
    answers, faiss's lists may miss some: the recall that is measured while it is built says how many.
    """
    from diskembed.embedding import load
    from diskembed.index_file import index_path
    from diskembed.query.choosing import INDEX_FROM

    embedding = load(model, index=False)
    report = embedding.build_index(index_path(model), questions=questions, kind=kind)
    if as_json:
        print_json(asdict(report))
        return
    rows = {f"recall of {side}": f"{100 * recall:.4f} %" for side, recall in report.recall.items()}
    print_rows(
        {
            "index": report.path,
            "kind": report.kind,
            **rows,
            "compared": f"{report.questions:,} nodes",
            "size": f"{report.bytes / 1e6:,.1f} MB",
            "building": f"{report.seconds:.1f} s",
        }
    )
    if len(embedding) < INDEX_FROM:
        note(f"not used below {INDEX_FROM:,} nodes: asking all of them is as quick")
