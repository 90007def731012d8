import igraph
import networkx as nx
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import rustworkx as rx
from hypothesis import given
from scipy import sparse

from diskembed import DAG, read
from diskembed.errors import CycleError, GraphError, ParameterError, ReadError
from graph.read.examples import edges_of
from graph.strategies import dag_edges

FRAMES = {
    "pandas": pd.DataFrame,
    "pandas, objects": lambda c: pd.DataFrame(c, dtype=object),
    "polars": pl.DataFrame,
    "pyarrow": pa.table,
    "pyarrow, batch": pa.RecordBatch.from_pydict,
}
each_frame = pytest.mark.parametrize("frame", FRAMES.values(), ids=FRAMES)


def from_networkx(n, edges):
    graph = nx.MultiDiGraph()
    graph.add_nodes_from(range(n))
    graph.add_edges_from(edges)
    return graph


def from_rustworkx(n, edges):
    graph = rx.PyDiGraph()
    graph.add_nodes_from(list(range(n)))
    graph.add_edges_from_no_data(edges)
    return graph


def from_igraph(n, edges):
    return igraph.Graph(n, edges, directed=True)


def from_sparse(n, edges):
    above, below = np.array(edges, int).reshape(-1, 2).T
    return sparse.csr_array((np.ones(len(edges)), (above, below)), shape=(n, n))


NETWORKS = {
    "networkx": from_networkx,
    "rustworkx": from_rustworkx,
    "igraph": from_igraph,
    "scipy": from_sparse,
}
each_network = pytest.mark.parametrize("convert", NETWORKS.values(), ids=NETWORKS)


@each_network
@given(dag_edges())
def test_networks_keep_their_nodes_and_edges(convert, graph):
    n, edges = graph
    network = convert(n, edges)
    expected = {(str(a), str(b)) for a, b in edges}
    down = read(network, order="parent,child")
    assert list(down.names) == [str(i) for i in range(n)]
    assert edges_of(down) == expected
    assert edges_of(DAG.from_graph(network, order="child,parent")) == {(b, a) for a, b in expected}


@each_network
def test_networks_need_an_order(convert):
    network = convert(2, [(0, 1)])
    with pytest.raises(
        ParameterError, match=r'nothing says which end .* is the parent; order="parent,child" where'
    ):
        read(network)
    with pytest.raises(ParameterError, match="order='up'"):
        DAG.from_graph(network, order="up")
    with pytest.raises(CycleError, match="self-loop at '1'"):
        read(convert(2, [(1, 1)]), order="parent,child")


@pytest.mark.parametrize("graph", [nx.Graph([(1, 2)]), rx.PyGraph(), igraph.Graph([(0, 1)])])
def test_undirected_graphs_are_refused(graph):
    with pytest.raises(GraphError, match=r"an undirected P?y?Graph"):
        read(graph, order="parent,child")


def test_networkx_nodes_are_named_by_their_text():
    graph = nx.DiGraph([("a", 1), (("t", 2), "a")])
    assert list(read(graph, order="parent,child").names) == ["a", "1", "('t', 2)"]
    graph.add_node("1")
    with pytest.raises(GraphError, match="the nodes 1 and '1' are both named '1'"):
        read(graph, order="parent,child")


def test_rustworkx_nodes_are_named_by_payloads_or_by_their_indices():
    graph = rx.PyDiGraph()
    a, b, c = graph.add_nodes_from(["a", "b", "c"])
    graph.add_edge(b, c, None)
    graph.remove_node(a)
    assert edges_of(read(graph, order="parent,child")) == {("b", "c")}
    graph[b] = {"no": "name"}
    assert edges_of(read(graph, order="parent,child")) == {("1", "2")}


def test_igraph_nodes_are_named_by_their_attribute():
    graph = igraph.Graph([(0, 1)], directed=True)
    graph.vs["name"] = ["a", "b"]
    assert edges_of(read(graph, order="parent,child")) == {("a", "b")}


def test_sparse_matrices_are_square_and_their_zeros_are_no_edges():
    matrix = sparse.coo_array(
        (np.array([1.0, 0.0, -2.0]), (np.array([0, 1, 0]), np.array([1, 0, 2]))), shape=(3, 3)
    )
    assert edges_of(read(matrix, order="parent,child")) == {("0", "1"), ("0", "2")}
    with pytest.raises(GraphError, match=r"shape \(2, 3\); an adjacency matrix is square"):
        read(sparse.csr_array((2, 3)), order="parent,child")


@each_frame
def test_frames_say_it_by_their_column_names(frame):
    dag = read(frame({"weight": [1, 2, 3], "child": ["b", "é", "root"], "parent": ["root", "b", ""]}))
    assert list(dag.names) == ["b", "root", "é"]
    assert edges_of(dag) == {("root", "b"), ("b", "é")}


@each_frame
def test_frames_with_other_names_need_an_order(frame):
    table = frame({"x": [1, 2], "y": [2, 3]})
    with pytest.raises(ReadError, match="nothing says which column is the parent; the columns are 'x', 'y'"):
        read(table)
    assert edges_of(read(table, order="parent,child")) == {("1", "2"), ("2", "3")}
    assert edges_of(DAG.from_graph(table, order="child,parent")) == {("2", "1"), ("3", "2")}
    with pytest.raises(ReadError, match="3 columns, none of them plainly child and parent"):
        read(frame({"x": [1], "y": [2], "z": [3]}), order="parent,child")


@each_frame
def test_missing_values_are_told_with_their_row(frame):
    with pytest.raises(ReadError, match=r"row 2 \(from 0\): the column 'parent' has a missing value"):
        read(frame({"child": ["a", "b", "c", "d"], "parent": ["x", "y", None, "z"]}))


@each_frame
def test_what_is_no_name_is_refused(frame):
    for values in ([1.5, 2.0], [True, False], [b"a", b"b"]):
        with pytest.raises(ReadError, match=r"the column 'parent' .*; names are strings or integers"):
            read(frame({"child": ["a", "b"], "parent": values}))


@each_frame
def test_loops_and_nameless_children_are_told_with_their_row(frame):
    with pytest.raises(CycleError, match=r"row 2 \(from 0\): self-loop at 'b'"):
        read(frame({"child": ["a", "x", "b"], "parent": ["b", "", "b"]}))
    with pytest.raises(ReadError, match=r"row 1 \(from 0\): the child has no name"):
        read(frame({"child": ["a", ""], "parent": ["b", "b"]}))


@each_frame
def test_frames_without_rows_are_refused(frame):
    with pytest.raises(ReadError, match="it has no row"):
        read(frame({"child": [], "parent": []}))


def test_categories_and_views_are_names_too():
    columns = {"child": ["a", "c", "a"], "parent": ["b", "b", "d"]}
    expected = {("b", "a"), ("b", "c"), ("d", "a")}
    for table in (
        pd.DataFrame(columns).astype("category"),
        pl.DataFrame(columns, schema=dict.fromkeys(columns, pl.Categorical)),
        pa.table({name: pa.array(values).dictionary_encode() for name, values in columns.items()}),
        pa.table({name: pa.array(values, pa.string_view()) for name, values in columns.items()}),
        pa.table({name: pa.chunked_array([values[:1], values[1:]]) for name, values in columns.items()}),
    ):
        assert edges_of(read(table)) == expected
    assert edges_of(read(pa.table(columns).slice(1))) == {("b", "c"), ("d", "a")}


def test_pandas_columns_may_share_a_name_that_is_not_asked_for():
    table = pd.DataFrame([["a", "b", 1, 2]], columns=["child", "parent", "x", "x"])
    assert edges_of(read(table)) == {("b", "a")}


def test_frames_are_read_without_pyarrow(monkeypatch):
    monkeypatch.setattr("diskembed.graph.read.frames.find_spec", lambda _name: None)
    table = pl.DataFrame({"child": ["a", "b"], "parent": ["b", "c"]})
    assert edges_of(read(table)) == {("b", "a"), ("c", "b")}


def test_half_a_surrogate_pair_is_no_name():
    with pytest.raises(ReadError, match=r"row 1 \(from 0\): bytes that are not UTF-8"):
        read(pd.DataFrame({"child": ["a", "\ud800"], "parent": ["b", "c"]}, dtype=object))


@pytest.mark.parametrize(
    "thing", [None, 3, [("a", "b")], {"a": "b"}, np.zeros((2, 2)), pl.LazyFrame({"child": ["a"]})]
)
def test_other_objects_are_refused(thing):
    with pytest.raises(GraphError, match=r"was given; expected a path.*; use DAG\.from_edges"):
        read(thing)


def test_options_for_files_are_refused():
    for options, name in (({"format": "tsv"}, "format"), ({"relations": ["is_a"]}, "relations")):
        with pytest.raises(ParameterError, match=f"{name} for a DiGraph"):
            read(nx.DiGraph([(1, 2)]), order="parent,child", **options)
