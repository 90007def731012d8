"""``index``: built beside the model, and asked by ``query``."""

import json

import numpy as np
import pytest
from click.testing import CliRunner

from diskembed.cli import index, query
from diskembed.embedding import Embedding, load
from diskembed.errors import ParameterError, ReadError
from diskembed.graph.names import Names
from diskembed.models import registry
from diskembed.query import choosing
from embeddings import nested


def run(module, *args):
    return CliRunner().invoke(module.command, args, catch_exceptions=False)


@pytest.fixture
def model(tmp_path):
    nested(threshold=-0.5).save(tmp_path / "m.disk")
    return str(tmp_path / "m.disk")


def test_it_lies_beside_the_model_and_says_its_recall(model):
    result = run(index, model)
    assert result.exit_code == 0
    rows = dict(line.split("  ", 1) for line in result.stdout.splitlines())
    assert rows["index"].strip() == f"{model}.index"
    assert rows["recall of ancestors"].strip() == "100.0000 %"
    assert "not used below 16,384 nodes" in result.stderr


def test_as_json(model):
    report = json.loads(run(index, model, "--questions", "3", "--json").stdout)
    assert report["recall"] == {"ancestors": 1.0, "descendants": 1.0}
    assert report["questions"] == 3
    assert report["bytes"] > 0


def test_faiss_by_name(model):
    pytest.importorskip("faiss", reason="the extra index is not installed")
    report = json.loads(run(index, model, "--kind", "faiss", "--json").stdout)
    assert report["kind"] == "faiss"
    assert report["recall"] == {"ancestors": 1.0, "descendants": 1.0}
    assert load(model).ancestors("pug")[0] == load(model, index=False).ancestors("pug")[0]


def test_queries_ask_it_unless_told_not_to(model, monkeypatch):
    run(index, model)
    monkeypatch.setattr(choosing, "INDEX_FROM", 1)
    with_index, without = (
        run(query, model, "pug", "--ancestors"),
        run(query, model, "pug", "--ancestors", "--exact"),
    )
    assert with_index.stdout == without.stdout != ""
    rows = load(model).rows.copy()
    rows[0, 0] += 1
    embedding = load(model)
    Embedding(embedding.names, rows, embedding.model, -0.5).save(model)
    with pytest.raises(ReadError, match="index of another model"):
        run(query, model, "pug", "--ancestors")
    assert run(query, model, "pug", "--ancestors", "--exact").exit_code == 0


def test_models_without_a_lift(tmp_path):
    model = registry.make("disks", 3, geometry="l1")
    rows = model.random(5, np.random.default_rng(0), 1.0)
    Embedding(Names.numbered(5), rows, model).save(tmp_path / "m.disk")
    with pytest.raises(ParameterError, match="not the sign of one product"):
        run(index, str(tmp_path / "m.disk"))
    assert not (tmp_path / "m.disk.index").exists()
