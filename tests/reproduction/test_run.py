"""Cells are run once, kept whole, and found again; anything that changes the outcome changes the file."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

import diskembed as de
from diskembed.errors import DiskembedError, InterruptedRunError, ParameterError, ReadError, SplitError
from diskembed.reproduction import run as module
from diskembed.reproduction.cells import Cell
from diskembed.reproduction.run import Results, configuration, estimator_of, run_cell
from diskembed.reproduction.source import SplitSource
from reproduction.small import result_of, write_split

CELL = Cell("ours", "euclidean-disks", "strict", 5, 50, epochs=0.05)


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    return SplitSource(str(write_split(tmp_path_factory.mktemp("split"))))


@pytest.fixture
def counted(monkeypatch):
    """Cells as they are run, without training."""
    ran = []

    def run(cell, source):
        ran.append(cell)
        return result_of(cell, 0.9)

    monkeypatch.setattr(module, "run_cell", run)
    return ran


def test_a_cell_is_the_protocol(source):
    result = run_cell(CELL, source)
    split = source.split(50)
    embedding = estimator_of(CELL).fit(split).embedding_
    expected = de.evaluate(embedding, split)
    assert result["result"] == expected.as_dict()["result"]
    assert [line["name"] for line in result["baselines"]] == [line.name for line in expected.baselines]
    assert result["published"] == 45.1
    assert result["configuration"]["plan"]["walked"] == 0
    json.dumps(result, allow_nan=True)


def test_reversed_and_transitive_cells_are_what_they_say(source):
    reverse = source.split(50, reverse=True)
    assert reverse.train == source.split(50).train.reversed()
    assert configuration(replace(CELL, positives="transitive"))["plan"]["walked"] > 0
    assert configuration(CELL)["plan"]["walked"] == 0


def test_finished_cells_are_not_run_again(counted, source, tmp_path):
    cells = [CELL, replace(CELL, seed=1)]
    results, seen = Results(tmp_path, source), []
    first = results.run(cells, done=lambda cell, result: seen.append(cell))
    assert counted == seen == cells
    assert Results(tmp_path, source).run([*cells, replace(CELL, dim=10)])[:2] == first
    assert counted == [*cells, replace(CELL, dim=10)]
    assert len(list((tmp_path / "cells").iterdir())) == 3


def test_a_stop_loses_nothing_that_was_finished(counted, source, tmp_path, monkeypatch):
    run = module.run_cell

    def stopped(cell, source):
        if cell.seed == 1:
            raise KeyboardInterrupt
        return run(cell, source)

    monkeypatch.setattr(module, "run_cell", stopped)
    cells = [replace(CELL, seed=seed) for seed in range(3)]
    with pytest.raises(KeyboardInterrupt):
        Results(tmp_path, source).run(cells)
    monkeypatch.setattr(module, "run_cell", run)
    Results(tmp_path, source).run(cells)
    assert [cell.seed for cell in counted] == [0, 1, 2]


def test_whatever_decides_the_outcome_is_in_the_name(source, tmp_path, monkeypatch):
    results = Results(tmp_path, source)
    paths = {results.path(replace(CELL, **change)) for change in (
        {}, {"seed": 1}, {"dim": 10}, {"percent": 25}, {"reverse": True}, {"positives": "transitive"},
        {"settings": "paper"}, {"epochs": 1.0}, {"row": "spherical-disks"},
    )}  # fmt: skip
    assert len(paths) == 9
    assert Results(tmp_path, replace(source, seed=1)).path(CELL) not in paths
    assert Results(tmp_path, SplitSource(None)).path(CELL) not in paths
    before = results.path(CELL)
    monkeypatch.setattr(module, "configuration", lambda cell: {"plan": "another default"})
    assert results.path(CELL) != before


def test_other_split_files_are_another_configuration(source, tmp_path):
    other = SplitSource(str(write_split(tmp_path / "other", seed=1)))
    assert Results(tmp_path, other).path(CELL) != Results(tmp_path, source).path(CELL)


def test_several_at_a_time_give_the_same(source, tmp_path):
    cells = [CELL, replace(CELL, seed=1)]
    alone = Results(tmp_path / "alone", source).run(cells)
    together = Results(tmp_path / "together", source).run(cells, jobs=2)
    assert [result["result"] for _, result in together] == [result["result"] for _, result in alone]


def test_an_error_in_another_process_is_the_same_error(tmp_path):
    folder = write_split(tmp_path / "split")
    (folder / "tree.test").unlink()
    cells = [CELL, replace(CELL, seed=1)]
    with pytest.raises(DiskembedError, match="test is missing") as caught:
        Results(tmp_path, SplitSource(str(folder))).run(cells, jobs=2)
    assert caught.value.exit_code == SplitError.exit_code


def test_a_stopped_cell_says_how_to_go_on(source, tmp_path, monkeypatch):
    def stopped(cell, source):
        raise InterruptedRunError(3, 15, None)

    monkeypatch.setattr(module, "run_cell", stopped)
    with pytest.raises(
        InterruptedRunError, match=r"after 3 of 15 epochs; saved to .*cells; .*the same command"
    ):
        Results(tmp_path, source).run([CELL])


def test_bad_files_and_arguments_are_refused(counted, source, tmp_path):
    results = Results(tmp_path, source)
    results.run([CELL])
    results.path(CELL).write_text("{", encoding="utf-8")
    with pytest.raises(ReadError, match="remove the file"):
        results.run([CELL])
    results.path(CELL).write_text("[]", encoding="utf-8")
    with pytest.raises(ReadError, match="no cell's result of this version"):
        results.run([CELL])
    with pytest.raises(ParameterError, match="jobs=0"):
        results.run([CELL], jobs=0)
    with pytest.raises(SplitError, match="not a folder"):
        SplitSource(str(tmp_path / "nowhere")).identity()
