"""``eval`` on a whole graph: all pairs, ranks, and where errors lie."""

import json

import numpy as np
import pytest

import diskembed as de


@pytest.fixture
def graph(tmp_path):
    path = tmp_path / "tree.tsv"
    lines = [f"n{(i - 1) // 3}\tn{i}" for i in range(1, 40)]
    path.write_text("parent\tchild\n" + "\n".join(lines) + "\n")
    return path


@pytest.fixture
def model(graph, tmp_path):
    """Whatever it knows, it can be judged."""
    dag = de.read(graph)
    disks = de.DiskEmbedding(geometry="euclid", dim=3).model()
    path = tmp_path / "m.disk"
    de.Embedding.of_dag(dag, disks.random(len(dag), np.random.default_rng(0), 1.0), disks).save(path)
    return path


def test_a_graph_is_judged_in_full(run, model, graph):
    code, out, err = run("eval", model, "--graph", graph)
    assert (code, err) == (0, "")
    assert "1,560 ordered pairs of 40 nodes" in out
    assert str(de.evaluate_full(de.load(model), de.read(graph))) == out.rstrip("\n")


def test_all_questions_at_once(run, model, graph):
    code, out, _ = run(
        "eval", model, "--graph", graph, "--full", "--ranking", "--report", "--json", "--threads", 2
    )
    assert code == 0
    answer = json.loads(out)
    embedding, dag = de.load(model), de.read(graph)
    assert answer["full"]["best_threshold"]["f1"] == de.evaluate_full(embedding, dag).best.f1
    assert answer["ranking"] == de.evaluate_ranking(embedding, dag).as_dict()
    assert answer["report"]["tree_pairs"] == de.report(embedding, dag).tree_pairs
    code, out, _ = run("eval", model, "--graph", graph, "--ranking")
    assert out.startswith("reconstruction: mean rank")
    assert "full adjacency" not in out


def test_a_graph_is_read_as_it_is_told(run, model, graph):
    _, out, _ = run("eval", model, "--graph", graph, "--drop-roots", "--ranking", "--json")
    embedding, dag = de.load(model), de.read(graph).without_roots()
    assert json.loads(out)["ranking"] == de.evaluate_ranking(embedding, dag).as_dict()


@pytest.mark.parametrize(
    "options", [["--full"], ["--report", "--split", "x"], ["--drop-roots", "--split", "x"]]
)
def test_questions_about_a_graph_need_one(run, model, options):
    code, out, err = run("eval", model, *options)
    assert (code, out) == (2, "")
    assert "say --graph GRAPH" in err


def test_something_has_to_be_named(run, model):
    code, _, err = run("eval", model)
    assert code == 2
    assert "no split was named" in err
    assert "--graph GRAPH" in err
