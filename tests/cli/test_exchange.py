"""``export``, ``from-vectors`` and ``place`` from the command line."""

import json

import numpy as np
import pytest
from click.testing import CliRunner

import diskembed as de
from diskembed.cli import export, from_vectors, place, query
from diskembed.errors import ParameterError, WriteError
from embeddings import nested


@pytest.fixture
def model(tmp_path):
    nested(threshold=0.1).save(tmp_path / "m.disk")
    return tmp_path / "m.disk"


def run(module, *args):
    return CliRunner().invoke(module.command, [str(arg) for arg in args], catch_exceptions=False)


def test_export_goes_beside_the_model_or_where_it_is_told(model, tmp_path):
    result = run(export, model, "--to", "sqlite")
    assert result.stdout == f"{tmp_path / 'm.sqlite.sql'}\n"
    assert "CREATE VIEW containment" in (tmp_path / "m.sqlite.sql").read_text()
    result = run(export, model, "-o", tmp_path / "v.tsv", "--json")
    assert json.loads(result.stdout) == {
        "written": [str(tmp_path / "v.tsv"), str(tmp_path / "v.metadata.tsv")]
    }


def test_export_shows_its_formats(model):
    shown = run(export, "--list").stdout
    assert all(name in shown for name in ("pgvector", "duckdb", "sqlite", "npz", "parquet", "word2vec"))
    assert run(export, model).exit_code == 2
    with pytest.raises(ParameterError, match="no format is named 'csv'"):
        run(export, model, "--to", "csv")


def test_vectors_in_and_out(model, tmp_path):
    run(export, model, "-o", tmp_path / "v.npz")
    result = run(from_vectors, tmp_path / "v.npz", "-o", tmp_path / "again.disk", "--cutoff", "0.1", "--json")
    assert json.loads(result.stdout)["nodes"] == 4
    again = de.load(tmp_path / "again.disk")
    assert again.rows.tolist() == nested().rows.tolist()
    assert again.threshold == 0.1
    run(export, model, "-o", tmp_path / "v.tsv")
    with pytest.raises(ParameterError, match="projector is only written; vectors are read from npz, parquet"):
        run(from_vectors, tmp_path / "v.tsv", "-o", tmp_path / "x.disk")
    np.savez(tmp_path / "c.npz", names=["a"], vectors=np.zeros((1, 3)), radii=[1.0])
    shown = run(from_vectors, tmp_path / "c.npz", "-o", tmp_path / "c.disk", "--geometry", "cube").stdout
    assert "geometry  cube" in shown


def test_a_node_is_placed(model, tmp_path):
    result = run(place, model, "cat", "--parent", "animal", "-o", tmp_path / "more.disk")
    assert result.stdout.startswith("cat  slack ")
    assert result.stderr == ""
    more = de.load(tmp_path / "more.disk")
    assert more.contains("animal", "cat")
    shown = json.loads(run(query, tmp_path / "more.disk", "cat", "--parents", "--json").stdout)
    assert shown["parents"][0]["name"] == "animal"
    result = run(place, model, "odd", "--parent", "rock", "--child", "animal", "-o", tmp_path / "x.disk")
    assert "odd: missed by up to" in result.stderr
    assert "rock" in result.stderr


def test_nodes_of_a_graph_are_placed(model, tmp_path):
    (tmp_path / "new.tsv").write_text("parent\tchild\nanimal\tcat\ncat\ttabby\n")
    result = run(place, model, "--edges", tmp_path / "new.tsv", "-o", tmp_path / "more.disk", "--json")
    placed = json.loads(result.stdout)["placed"]
    assert [(each["name"], each["parents"]) for each in placed] == [("cat", ["animal"]), ("tabby", ["cat"])]


def test_what_is_placed_has_to_be_said(model, tmp_path):
    for args in ([], ["cat", "--edges", "x.tsv"], ["--edges", "x.tsv", "--parent", "dog"]):
        with pytest.raises(ParameterError, match="one thing is to be placed"):
            run(place, model, *args, "-o", tmp_path / "more.disk")
    with pytest.raises(WriteError):
        run(place, model, "cat", "--parent", "animal", "-o", tmp_path / "none" / "more.disk")
