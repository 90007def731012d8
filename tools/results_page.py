"""Write docs/results.md from the measurements in docs/results/.

    python tools/results_page.py

Each section is made of one JSON file and says how to make that file anew; a file that is not there yet has no
section. A file goes where it belongs with ``cp``: nothing here is typed in by hand.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from diskembed.reproduction.dataset_stat import DatasetStatistics
from diskembed.reproduction.render import as_markdown, markdown_table, statistics_markdown
from diskembed.reproduction.summary import Entry, Table

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "results.md"
FOLDER = ROOT / "docs" / "results"

HEAD = """# Results

Every figure here is read from a file in `docs/results/` by `python tools/results_page.py`; each section says
how to make its file again. F1 is in percent. Times are seconds of training on one core.
"""


def page(folder: Path = FOLDER) -> str:
    """The whole page."""
    parts = [HEAD]
    for name, section in SECTIONS.items():
        path = folder / name
        if path.exists():
            parts.append(one_deeper(section(json.loads(path.read_text(encoding="utf-8")))))
    return "\n".join(parts)


def one_deeper(section: str) -> str:
    """Its headings a level lower: with several of the highest, the page would be several in a list."""
    return re.sub(r"^#", "##", section, flags=re.MULTILINE)


def table_section(document: dict[str, Any]) -> str:
    """What ``diskembed reproduce`` has left behind."""
    split = document["split"]
    origin = "the published split files" if "files" in split else "a split drawn by the published rule"
    found = [_table(fields) for fields in document["tables"].values()]
    return "\n".join(
        [
            f"# The paper's table, on {origin}\n",
            _again(
                "diskembed reproduce --splits DIR --jobs 2 -o reproduction",
                "cp reproduction/results.json docs/results/table.json",
            ),
            "Without `--splits` a split is drawn by the same rule. `--settings ours` leaves out the rows "
            "with the paper's settings, `--cell NAME` repeats one figure; `--list` prints the names.\n",
            statistics_markdown(DatasetStatistics(**document["dataset_statistics"])),
            *map(as_markdown, found),
            seconds_markdown(found),
        ]
    )


def _table(fields: dict[str, Any]) -> Table:
    entries, baselines = (tuple(Entry(**each) for each in fields[name]) for name in ("entries", "baselines"))
    return Table(fields["positives"], entries, baselines)


def seconds_markdown(found: Sequence[Table]) -> str:
    """How long a cell's training took, the slowest of its row."""
    rows: dict[tuple[str, str, str], list[float]] = {}
    for table in found:
        for entry in table.entries:
            rows.setdefault((entry.title, entry.settings, table.positives), []).append(entry.seconds)
    lines = [(*key, f"{min(times):.0f}", f"{max(times):.0f}") for key, times in rows.items()]
    head = ("system", "settings", "positives", "quickest cell", "slowest cell")
    return f"### Seconds of training\n\n{markdown_table(head, lines)}\n"


def graphs_section(document: dict[str, Any]) -> str:
    """What ``benchmarks/quality/graphs.py`` has measured."""
    records = document["records"]
    parts = [
        "# Other graphs\n",
        _again(f"python benchmarks/quality/graphs.py {_arguments(records)} -o docs/results/graphs.json"),
        "In NAME=FILE, the file is an edge list of `child<TAB>parent`; `diskembed data list` says where "
        "graphs are from. Seconds are on the clock of a machine that other programs used too.\n",
        "## The graphs\n",
        _shapes(records),
    ]
    for task, title, columns in TASKS:
        if any(record["task"] == task for record in records):
            parts += [title, _records(records, task, columns)]
    return "\n".join([*parts, ""])


def _arguments(records: Sequence[dict[str, Any]]) -> str:
    """What the benchmark has to be told to make these records: graphs, and what is not its default."""
    names = dict.fromkeys(record["graph"].removesuffix(", reversed") for record in records)
    graphs = [name if name in BY_NAME or ":" in name else f"{name}={name.upper()}.tsv.gz" for name in names]
    for option, key in (("geometries", "geometry"), ("dims", "dim")):
        graphs += [f"--{option}", *map(str, dict.fromkeys(record[key] for record in records))]
    done = dict.fromkeys(record["task"] for record in records)
    if len(done) < len(TASKS):
        graphs += ["--tasks", *done]
    if not any(record["graph"].endswith(", reversed") for record in records):
        graphs.append("--one-way")
    return " ".join(graphs)


BY_NAME = ("wordnet-nouns", "wordnet-mammals", "schema-org")

Column = tuple[str, Callable[[dict[str, Any]], str]]


def _percent(name: str) -> Callable[[dict[str, Any]], str]:
    return lambda record: f"{100 * record[name]:.2f}" if record.get(name) is not None else ""


def _number(name: str, form: str) -> Callable[[dict[str, Any]], str]:
    return lambda record: format(record[name], form)


WHOLE: list[Column] = [
    ("F1", _percent("own")),
    ("at best", _percent("best")),
    ("precision", _percent("precision")),
    ("recall", _percent("recall")),
    ("topological order", _percent("topological_order")),
    ("mean rank", _number("mean_rank", ",.2f")),
    ("MAP", _number("mean_average_precision", ".4f")),
    ("seconds", _number("seconds", ".1f")),
]
HELD: list[Column] = [
    ("test F1", _percent("own")),
    ("precision", _percent("precision")),
    ("recall", _percent("recall")),
    ("all positive", _percent("all_positive")),
    ("degree only", _percent("degree_only")),
    ("seconds", _number("seconds", ".1f")),
]


TASKS = (
    (
        "whole",
        "\n## All ordered pairs, trained on all edges\n\nF1 at the threshold that training chose and at the "
        "best one, over all ordered pairs of nodes; mean rank and MAP of a node's ancestors among all nodes, "
        "ties counted against the embedding.\n",
        WHOLE,
    ),
    ("strict", "\n## Held-out pairs, strict: half of the implied pairs given\n", HELD),
    ("transitive", "\n## Held-out pairs, transitive: basic edges given\n", HELD),
)


def _records(records: Iterable[dict[str, Any]], task: str, columns: Sequence[Column]) -> str:
    head = ["graph", "geometry", "dim", "seed", *(name for name, _ in columns)]
    keys = ("graph", "geometry", "dim", "seed")
    lines = [
        [*(str(record[key]) for key in keys), *(show(record) for _, show in columns)]
        for record in records
        if record["task"] == task
    ]
    return markdown_table(head, lines)


def _shapes(records: Iterable[dict[str, Any]]) -> str:
    graphs = {record["graph"]: record for record in records}
    lines = [
        (
            name,
            *(f"{record[key]:,}" for key in ("nodes", "edges", "closure", "depth")),
            f"{record['multi_parent_frac']:.1%}",
        )
        for name, record in graphs.items()
    ]
    return markdown_table(("graph", "nodes", "edges", "closure", "depth", "several parents"), lines)


def time_section(document: dict[str, Any]) -> str:
    """What ``benchmarks/quality/time_to_f1.py`` has measured."""
    what, targets = document["what"], document["targets"]
    lines = [
        (
            name,
            f"{100 * each['best']:.1f}",
            *("" if seconds is None else f"{seconds:.1f}" for seconds in each["seconds"]),
        )
        for name, each in document["contenders"].items()
    ]
    head = ("", "best F1", *(f"to {100 * target:g}" for target in targets))
    return "\n".join(
        [
            "# Time to a given F1\n",
            _again(
                f"python benchmarks/quality/time_to_f1.py --percent {what['percent']:g} --dim {what['dim']} "
                f"--seconds {what['budget']:g} -o docs/results/time_to_f1.json"
            ),
            f"Seconds of training until a validation F1: nouns, {what['percent']:g} % of the implied pairs "
            f"given, {what['dim']} numbers a node, strict, one core, all in one run ({document['load']}). A "
            f"contender that does not get there in {what['budget']:g} s has an empty cell.\n",
            markdown_table(head, lines),
            "",
        ]
    )


SECTIONS: dict[str, Callable[[dict[str, Any]], str]] = {
    "table.json": table_section,
    "graphs.json": graphs_section,
    "time_to_f1.json": time_section,
}


def _again(*commands: str) -> str:
    return "```console\n" + "\n".join(f"$ {command}" for command in commands) + "\n```\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(f"written: {PAGE}", file=sys.stderr)
