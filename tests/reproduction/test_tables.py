"""Means over seeds, strict and transitive apart, as Markdown, CSV and JSON."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace

import pytest

from diskembed.reproduction.cells import Cell
from diskembed.reproduction.dataset_stat import PRINTED, dataset_statistics
from diskembed.reproduction.render import as_csv, as_markdown, statistics_markdown
from diskembed.reproduction.summary import tables
from diskembed.reproduction.write import write_tables
from reproduction.small import result_of

CELL = Cell("ours", "hyperbolic-disks", "strict", 10, 50)
RESULTS = [
    (CELL, result_of(CELL, 0.98, seconds=10.0)),
    (replace(CELL, seed=1), result_of(CELL, 0.96, seconds=20.0)),
    (replace(CELL, positives="transitive"), result_of(CELL, 0.99)),
    (replace(CELL, reverse=True), result_of(CELL, 0.97)),
]


def test_seeds_become_mean_and_spread():
    strict, transitive = tables(RESULTS)
    (entry,) = [each for each in strict.entries if not each.reverse]
    assert entry.test_f1 == pytest.approx(97.0)
    assert entry.spread == pytest.approx(2**0.5)
    assert (entry.seeds, entry.seconds, entry.published) == (2, 15.0, 94.2)
    (entry,) = transitive.entries
    assert (entry.seeds, entry.spread, entry.published) == (1, None, None)


def test_strict_and_transitive_are_never_in_one_table():
    strict, transitive = tables(RESULTS)
    assert (strict.positives, len(strict.entries)) == ("strict", 2)
    assert (transitive.positives, len(transitive.entries)) == ("transitive", 1)
    assert "99.0" not in as_markdown(strict)
    assert "97.0" not in as_markdown(transitive)
    assert [table.positives for table in tables(RESULTS[2:3])] == ["transitive"]


def test_figures_stand_in_their_columns():
    strict, _ = tables(RESULTS)
    lines = as_markdown(strict).splitlines()
    forward, backward = (
        lines[lines.index(f"### {direction}, strict") + 2 :] for direction in ("Forward", "Reversed")
    )
    column = [cell.strip() for cell in forward[0].split("|")].index("dim 10, 50 %")
    assert [cell.strip() for cell in forward[2].split("|")][column] == "97.0 ± 1.4 (94.2)"
    assert [cell.strip() for cell in forward[3].split("|")][1:3] == ["all positive", "trivial"]
    assert [cell.strip() for cell in forward[3].split("|")][column] == "16.7"
    assert [cell.strip() for cell in backward[2].split("|")][column] == "97.0 (88.2)"


def test_a_quick_run_is_marked():
    cell = replace(CELL, settings="paper", epochs=0.05)
    (table,) = tables([(cell, result_of(cell, 0.5))])
    assert "50.0\\* (94.2)" in as_markdown(table)
    assert "only a part of the row's epochs" in as_markdown(table)


def test_csv_has_a_line_a_cell():
    strict, _ = tables(RESULTS)
    rows = list(csv.DictReader(io.StringIO(as_csv(strict))))
    assert len(rows) == 2 + 2
    assert rows[0]["test_f1"] == str(strict.entries[0].test_f1)
    assert {row["positives"] for row in rows} == {"strict"}


@pytest.mark.paper("tab:dataset-stat")
def test_the_data_are_those_of_the_paper_but_for_its_erratum():
    found = dataset_statistics()
    assert (found.nodes, round(found.ancestors, 1), found.descendants) == (82_115, 9.2, 82_114.0)
    assert found.edges - PRINTED.edges == 155
    assert "743,086" in statistics_markdown(found)
    assert "743,241" in statistics_markdown(found)


def test_all_files_are_written(tmp_path):
    paths = write_tables(tmp_path, tables(RESULTS), PRINTED, source={"drawn": 0})
    assert [path.name for path in paths] == ["results.json", "results.md", "strict.csv", "transitive.csv"]
    document = json.loads((tmp_path / "results.json").read_text())
    assert list(document["tables"]) == ["strict", "transitive"]
    assert document["tables"]["strict"]["entries"][0]["published"] == 94.2
    text = (tmp_path / "results.md").read_text()
    assert text.index("## Strict") < text.index("## Transitive")
