"""``diskembed plot``: each kind of picture, and what is refused before anything is written."""

import pytest
from click.testing import CliRunner

import diskembed as de
from diskembed.cli import cli
from diskembed.errors import ParameterError, ReadError, WriteError


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    dag = de.DAG.from_edges([("animal", "mammal"), ("mammal", "dog"), ("mammal", "cat"), ("animal", "bird")])
    log = de.DiskEmbedding(geometry="euclid", dim=2, epochs=3, progress=False)
    from diskembed.training.progress import CsvLog

    log.callbacks = [CsvLog("run.csv")]
    log.fit(dag).embedding_.save("line.disk")
    return tmp_path


def ran(*words):
    return CliRunner().invoke(cli, ["plot", *words])


@pytest.mark.parametrize(
    ("words", "seen"),
    [
        (["line.disk", "--labels", "2"], "line.disk"),
        (["line.disk", "--kind", "cones", "--node", "dog"], "formal"),
        (["line.disk", "--kind", "losses", "--title", "Losses"], "Losses"),
        (["run.csv", "--kind", "curves"], "3 epochs"),
    ],
)
def test_each_kind_is_drawn(folder, words, seen):
    result = ran(*words, "-o", "p.svg")
    assert result.output == "p.svg\n", result.exception
    assert seen in (folder / "p.svg").read_text()


def test_scores_are_drawn_of_a_split(folder):
    CliRunner().invoke(cli, ["split", "schema-org", "-o", "pairs"])
    fit = ["fit", "schema-org", "--split", "pairs", "-o", "m.disk", "--epochs", "1", "--geometry", "euclid"]
    CliRunner().invoke(cli, fit)
    result = ran("m.disk", "--kind", "scores", "--split", "pairs", "-o", "p.svg")
    assert result.output == "p.svg\n", result.exception
    assert "positives" in (folder / "p.svg").read_text()


@pytest.mark.parametrize(
    ("words", "error", "match"),
    [
        (["line.disk", "-o", "p.gif"], ParameterError, "pictures end in"),
        (["line.disk", "-o", "no/p.svg"], WriteError, "no folder"),
        (["line.disk", "-o", "p.svg", "--kind", "scores"], ParameterError, "--split FOLDER"),
        (["line.disk", "-o", "p.svg", "--node", "dog"], ParameterError, "--node with --kind disks"),
        (["line.disk", "-o", "p.svg", "--kind", "curves"], ReadError, ""),
        (["none.disk", "-o", "p.svg"], ReadError, "no such file"),
    ],
)
def test_what_cannot_be_drawn_is_refused(folder, words, error, match):
    result = ran(*words)
    assert isinstance(result.exception, error), result.output
    assert match in str(result.exception)
    assert not (folder / "p.svg").exists()


def test_cones_of_more_dimensions_are_refused(folder):
    de.Embedding.from_vectors(["a", "b"], [[0.0, 0.0], [1.0, 0.0]], [2.0, 1.0]).save("m.disk")
    assert "dim=2" in str(ran("m.disk", "--kind", "cones", "-o", "p.svg").exception)
