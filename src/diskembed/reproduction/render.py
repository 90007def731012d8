"""The tables as Markdown and CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import asdict, fields

from diskembed.reproduction.cells import DIMS
from diskembed.reproduction.dataset_stat import PRINTED, DatasetStatistics
from diskembed.reproduction.rows import PERCENTS
from diskembed.reproduction.summary import Entry, Table

__all__ = ["as_csv", "as_markdown", "markdown_table", "statistics_markdown"]

MEANING = {
    "strict": "Positives are the given training pairs alone, as in the literature, whose figures stand in "
    "brackets.",
    "transitive": "Positives are the given training pairs and what those imply: nothing of the strict table "
    "can be compared with this one.",
}
HEADS = {"paper": "the paper's settings", "ours": "our defaults", "trivial": "trivial"}


def as_markdown(table: Table) -> str:
    """Forward cells, then reversed ones; published figures stand in brackets."""
    parts = [
        f"## {table.positives.capitalize()}",
        f"{MEANING[table.positives]} Test F1 in percent: mean ± standard deviation over seeds. "
        "Epoch and threshold are chosen on the validation pairs.",
    ]
    for reverse, title in ((False, "Forward"), (True, "Reversed")):
        entries = [entry for entry in (*table.entries, *table.baselines) if entry.reverse == reverse]
        if entries:
            parts += [f"### {title}, {table.positives}", _cells(entries)]
    if any(entry.epochs < 1 for entry in table.entries):
        parts.append("\\* A quick run: only a part of the row's epochs.")
    return "\n\n".join(parts) + "\n"


def as_csv(table: Table) -> str:
    """A line a cell, the baselines last."""
    text = io.StringIO()
    names = ["positives", *(field.name for field in fields(Entry))]
    writer = csv.DictWriter(text, names, lineterminator="\n")
    writer.writeheader()
    for entry in (*table.entries, *table.baselines):
        writer.writerow({"positives": table.positives, **asdict(entry)})
    return text.getvalue()


def statistics_markdown(found: DatasetStatistics) -> str:
    """tab:dataset-stat."""
    rows = [
        (name, f"{each.nodes:,}", f"{each.edges:,}", f"{each.ancestors:.1f}", f"{each.descendants:.1f}")
        for name, each in (("the paper", PRINTED), ("counted here", found))
    ]
    head = ("WordNet nouns", "nodes", "edges", "ancestors of leaves", "descendants of roots")
    return f"## The data (tab:dataset-stat)\n\n{markdown_table(head, rows)}\n"


def markdown_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """The first column flush left, the others flush right."""
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _cells(entries: Sequence[Entry]) -> str:
    columns = [(dim, percent) for dim in DIMS for percent in PERCENTS]
    head = ["system", "settings", *(f"dim {dim}, {percent} %" for dim, percent in columns)]
    rows = []
    for settings, row in dict.fromkeys((entry.settings, entry.row) for entry in entries):
        mine = [entry for entry in entries if (entry.settings, entry.row) == (settings, row)]
        at = {(entry.dim, entry.percent): _figure(entry) for entry in mine}
        rows.append([mine[0].title, HEADS[settings], *(at.get(column, "") for column in columns)])
    return markdown_table(head, rows)


def _figure(entry: Entry) -> str:
    text = f"{entry.test_f1:.1f}"
    text += f" ± {entry.spread:.1f}" if entry.spread is not None else ""
    text += "\\*" if entry.epochs < 1 else ""
    return text if entry.published is None else f"{text} ({entry.published:.1f})"
