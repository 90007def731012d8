"""Notebooks run as they stand, keep no output, and link to what is there."""

import contextlib
import json
import re
from pathlib import Path

import pytest

NOTEBOOKS = sorted((Path(__file__).parents[2] / "docs" / "notebooks").glob("*.ipynb"))


def cells(path, kind):
    content = json.loads(path.read_text("utf-8"))
    return [cell for cell in content["cells"] if cell["cell_type"] == kind]


def test_there_are_some():
    assert {"taxonomy", "geometries", "packages"} <= {path.stem for path in NOTEBOOKS}


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_its_cells_run(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    namespace = {"__name__": "notebook"}
    for number, cell in enumerate(cells(path, "code")):
        with contextlib.redirect_stdout(None):
            exec(compile("".join(cell["source"]), f"{path.name}, cell {number}", "exec"), namespace)
    assert not any(tmp_path.iterdir())  # a reader's folder stays as it was


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_keeps_no_output(path):
    for cell in cells(path, "code"):
        assert cell["outputs"] == []
        assert cell["execution_count"] is None


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_its_links_lead_to_files(path):
    words = "".join(line for cell in cells(path, "markdown") for line in cell["source"])
    assert words.startswith("# ")
    for link in re.findall(r"\]\(([^)#]+)", words):
        assert (path.parent / link).is_file(), link
