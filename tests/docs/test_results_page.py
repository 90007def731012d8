"""The page of results is what its tool makes of the measurements, all of which it shows."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from diskembed.reproduction.cells import Cell
from diskembed.reproduction.dataset_stat import PRINTED
from diskembed.reproduction.summary import tables
from diskembed.reproduction.write import write_tables
from docs.tools import load_tool
from reproduction.small import result_of

TOOL = load_tool("results_page")
GRAPH = {"graph": "tree", "geometry": "euclid", "dim": 5, "seed": 0, "nodes": 1000, "edges": 999}
SHAPE = {"closure": 5000, "depth": 9, "multi_parent_frac": 0.25, "seconds": 1.5}
WHOLE = {"own": 0.91, "best": 0.92, "precision": 0.93, "recall": 0.94, "topological_order": 0.1}
RANKS = {"mean_rank": 1.25, "mean_average_precision": 0.987}
HELD = {"own": 0.81, "precision": 0.82, "recall": 0.83, "all_positive": 0.1667, "degree_only": 0.27}


def test_the_page_is_up_to_date():
    assert TOOL.PAGE.read_text(encoding="utf-8") == TOOL.page(), "run: python tools/results_page.py"


def test_without_measurements_there_is_no_section(tmp_path):
    assert TOOL.page(tmp_path) == TOOL.HEAD


def test_the_table_is_what_reproduce_has_left(tmp_path):
    cell = Cell("ours", "hyperbolic-disks", "strict", 10, 50)
    results = [(cell, result_of(cell, 0.98)), (replace(cell, positives="transitive"), result_of(cell, 0.99))]
    write_tables(tmp_path, tables(results), PRINTED, source={"files": "abc", "missing drawn": 0})
    (tmp_path / "results.json").rename(tmp_path / "table.json")
    text = TOOL.page(tmp_path)
    for part in ("98.0 (94.2)", "| 99.0 |", "743,086", "diskembed reproduce", "published split files"):
        assert part in text
    assert text.index("## Strict") < text.index("98.0 (94.2)") < text.index("## Transitive")


def test_every_record_of_a_graph_is_shown(tmp_path):
    records = [
        {**GRAPH, **SHAPE, **WHOLE, **RANKS, "task": "whole"},
        {**GRAPH, **SHAPE, **HELD, "task": "strict"},
        {**GRAPH, **SHAPE, **HELD, "own": 0.71, "task": "transitive"},
    ]
    (tmp_path / "graphs.json").write_text(json.dumps({"format": 1, "records": records}))
    text = TOOL.page(tmp_path)
    assert "| tree | 1,000 | 999 | 5,000 | 9 | 25.0% |" in text
    assert "| tree | euclid | 5 | 0 | 91.00 | 92.00 | 93.00 | 94.00 | 10.00 | 1.25 | 0.9870 | 1.5 |" in text
    assert "| tree | euclid | 5 | 0 | 81.00 | 82.00 | 83.00 | 16.67 | 27.00 | 1.5 |" in text
    assert text.index("## Held-out pairs, transitive") < text.index("| 71.00 |")


@pytest.mark.parametrize("reached", [2.5, None])
def test_times_to_each_target(tmp_path, reached):
    document = {
        "what": {"percent": 50, "dim": 10, "budget": 60.0},
        "load": "load 0.1 on 2 cores",
        "targets": [0.5, 0.95],
        "contenders": {"ours": {"best": 0.99, "seconds": [1.0, reached], "curve": []}},
    }
    (tmp_path / "time_to_f1.json").write_text(json.dumps(document))
    assert f"| ours | 99.0 | 1.0 | {'' if reached is None else reached} |" in TOOL.page(tmp_path)
