"""``diskembed info``: what is in a model file?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from diskembed.cli.common import json_option, print_json, print_rows

if TYPE_CHECKING:
    from diskembed.embedding import Embedding

__all__ = ["command"]

LONGEST = 80


@click.command("info")
@click.argument("model")
@json_option
def command(model: str, *, as_json: bool) -> None:
    r"""Tell what MODEL is: its size, geometry and threshold, and where it comes from.

    \b
    diskembed info nouns.disk
    diskembed info nouns.disk --json
    """
    from diskembed.embedding import load

    embedding = load(model)
    facts = {"file": model, "bytes": Path(model).stat().st_size, **_facts(embedding)}
    if as_json:
        print_json(facts)
        return
    origin, options = facts.pop("provenance"), facts.pop("options")
    shown = facts | options | {label: value for label, value in origin.items() if label not in facts}
    print_rows({label: _text(value) for label, value in shown.items()})


def _facts(embedding: Embedding) -> dict[str, Any]:
    model = embedding.model
    return {
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
