"""``reproduce``: which cells are run, what is printed, what is left behind."""

import json

import pytest

from diskembed.reproduction import run as module
from reproduction.small import result_of, write_split

CELL = "ours/euclidean-disks/strict-5-50"


@pytest.fixture(autouse=True)
def empty_folder(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def untrained(monkeypatch):
    monkeypatch.setattr(module, "run_cell", lambda cell, source: result_of(cell, 0.9))


def test_a_cell_from_split_files(run, tmp_path):
    splits = write_split(tmp_path / "split", n=60)
    arguments = ("--cell", CELL, "--seeds", "1", "--splits", splits, "-o", "out")
    code, out, err = run("reproduce", *arguments)
    assert code == 0
    assert "| Euclidean disks | our defaults |" in out
    assert "(45.1)" in out
    assert "symbolic closure" in out
    assert f"{CELL} seed 0: F1" in err
    names = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert names == ["cells", "results.json", "results.md", "strict.csv"]
    assert run("reproduce", *arguments)[1] == out
    assert "1 of them done before" in run("reproduce", *arguments)[2]


def test_the_quick_table_and_its_json(run, untrained):
    code, out, _ = run("reproduce", "--quick", "--json")
    assert code == 0
    answer = json.loads(out)
    assert len(answer["strict"]["entries"]) == 3 + 7
    assert len(answer["transitive"]["entries"]) == 3


def test_cells_are_listed_without_running_them(run, tmp_path):
    code, out, _ = run("reproduce", "--list", "--only", "ours/*-10-50", "--only", "shadow-cones")
    assert code == 0
    lines = out.splitlines()
    assert CELL.replace("-5-", "-10-") in lines
    assert len(lines) == len(set(lines)) == 6 + 16
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--cell", "ours/disks"], "no cell is named 'ours/disks'"),
        (["--only", "x*"], "no cell fits 'x*'"),
        (["--quick", "--seeds", "2"], "a quick run takes one seed"),
        (["--splits", "nowhere", "--quick"], "nowhere is not a folder"),
        (["--jobs", "0"], "--jobs"),
        (["-o", "file/sub", "--quick"], "file/sub cannot be written"),
    ],
)
def test_bad_input_is_one_line(run, untrained, tmp_path, arguments, says):
    (tmp_path / "file").touch()
    code, out, err = run("reproduce", *arguments)
    assert (code, out) == (2, "")
    assert says in err
