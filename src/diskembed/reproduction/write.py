"""The files that a reproduction leaves behind."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from diskembed import __version__
from diskembed.reproduction.dataset_stat import DatasetStatistics
from diskembed.reproduction.render import as_csv, as_markdown, statistics_markdown
from diskembed.reproduction.summary import Table
from diskembed.storage.atomic import replacing

__all__ = ["FORMAT", "write_tables"]

FORMAT = 1
"""Of ``results.json``."""


def write_tables(
    folder: Path, found: Sequence[Table], statistics: DatasetStatistics, *, source: dict[str, object]
) -> list[Path]:
    """``results.json`` and ``results.md``, and a CSV file for each kind of positives."""
    folder.mkdir(parents=True, exist_ok=True)
    document = {
        "format": FORMAT,
        "version": __version__,
        "split": source,
        "dataset_statistics": asdict(statistics),
        "tables": {table.positives: table.as_dict() for table in found},
    }
    texts = {
        "results.json": json.dumps(document, indent=1) + "\n",
        "results.md": "\n".join(
            ["# The table\n", statistics_markdown(statistics), *(as_markdown(table) for table in found)]
        ),
        **{f"{table.positives}.csv": as_csv(table) for table in found},
    }
    paths = [folder / name for name in texts]
    for path, text in zip(paths, texts.values(), strict=True):
        with replacing(path) as file:
            file.write(text.encode())
    return paths
