"""Graphs in files that are mapped into memory."""

import numpy as np
import pytest
from click.testing import CliRunner

import diskembed as de
from diskembed.cli.check import command
from diskembed.errors import ParameterError, ReadError
from diskembed.estimators import locality
from diskembed.scale.graph_file import open_graph, save_graph


def edges(dag):
    above, below = dag.edges()
    return set(zip(dag.names[above], dag.names[below], strict=True))


def test_it_is_the_same_graph_in_the_order_of_training(tmp_path, monkeypatch):
    dag = de.datasets.generate(500, 1200)
    save_graph(dag, tmp_path / "g.graph")
    mapped = open_graph(tmp_path / "g.graph", verify=True)
    assert edges(mapped) == edges(dag)
    assert set(mapped.names) == set(dag.names)
    np.testing.assert_array_equal(mapped.order, np.arange(500))
    monkeypatch.setattr(locality, "LARGE", 7)
    assert locality.near_each_other(mapped) == (mapped, None)
    assert locality.near_each_other(dag)[1] is not None


def test_training_leaves_the_file_as_it_is(tmp_path):
    path = tmp_path / "g.graph"
    save_graph(de.datasets.generate(300, 500), path)
    before = path.read_bytes()
    dag = open_graph(path)
    fitted = de.DiskEmbedding(geometry="euclid", dim=4, epochs=2, progress=False, partitions=2).fit(dag)
    assert len(fitted.embedding_) == 300
    assert path.read_bytes() == before


def test_merged_nodes_and_no_edges_come_back(tmp_path):
    dag = de.DAG.from_edges([("a", "b"), ("b", "a"), ("b", "c")], nodes=["d"], on_cycle="collapse")
    save_graph(dag, tmp_path / "g.graph")
    mapped = open_graph(tmp_path / "g.graph")
    assert set(mapped.members("a")) == {"a", "b"}
    assert mapped.number("b") == mapped.number("a")
    save_graph(de.DAG.from_edges([], nodes=["x"]), tmp_path / "one.graph")
    assert list(open_graph(tmp_path / "one.graph").names) == ["x"]


def test_the_command_line_writes_and_reads_it(tmp_path):
    path = str(tmp_path / "mammals.graph")
    usual = CliRunner().invoke(command, ["wordnet-mammals", "--save", path])
    mapped = CliRunner().invoke(command, [path])
    assert mapped.exit_code == 0, mapped.exception
    assert usual.stdout.splitlines()[1:18] == mapped.stdout.splitlines()[1:18]
    for arguments, says in (
        ([path, "--order", "child,parent"], "--order with"),
        ([path, "--save", "x.tsv"], r"a name that ends in \.graph"),
    ):
        with pytest.raises(ParameterError, match=says):
            CliRunner().invoke(command, arguments, catch_exceptions=False)


def test_damage_is_found(tmp_path):
    path = tmp_path / "g.graph"
    save_graph(de.datasets.generate(50, 100), path)
    whole = path.read_bytes()
    path.write_bytes(whole[:-40] + bytes([whole[-40] ^ 1]) + whole[-39:])
    with pytest.raises(ReadError, match="checksum"):
        open_graph(path, verify=True)
    path.write_bytes(whole[:200])
    with pytest.raises(ReadError, match="cut short"):
        open_graph(path)
    with pytest.raises(ReadError, match="no such file"):
        open_graph(tmp_path / "none.graph")
