"""The DAG itself: what it holds, and the graphs that are made from it."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given

from diskembed.errors import GraphError, ParameterError, UnknownNameError
from diskembed.graph.dag import DAG
from graph.strategies import dag_edges

FAMILY = [("animal", "dog"), ("animal", "cat"), ("dog", "pug"), ("animal", "pug"), ("pet", "pug")]


@pytest.fixture(scope="module")
def family():
    return DAG.from_edges([*FAMILY, FAMILY[0]], nodes=["rock"])


def named(dag, numbers):
    return [dag.names[int(i)] for i in numbers]


def test_pairs_are_ancestor_then_descendant(family):
    pug = family.number("pug")
    assert sorted(named(family, family.parents[pug])) == ["animal", "dog", "pet"]
    assert named(family, family.children[family.number("dog")]) == ["pug"]
    assert named(family, family.roots()) == ["animal", "pet"]
    assert sorted(named(family, family.leaves())) == ["cat", "pug"]
    assert named(family, family.isolated()) == ["rock"]
    assert family.depth[pug] == 2


def test_duplicates_are_merged_and_counted(family):
    assert family.n_edges == 5
    assert family.cleaning.duplicates == 1
    assert repr(family) == "DAG(6 nodes, 5 edges)"


def test_reversal_swaps_the_two_sides(family):
    back = family.reversed()
    assert named(back, back.roots()) == named(family, family.leaves())
    assert sorted(zip(*back.edges(), strict=True)) == sorted(
        (d, a) for a, d in zip(*family.edges(), strict=True)
    )
    assert back.in_degree.tolist() == family.out_degree.tolist()
    assert back.names is family.names


def test_below_keeps_a_node_its_descendants_and_their_edges(family):
    dogs = family.below("dog")
    assert list(dogs.names) == ["dog", "pug"]
    assert dogs.n_edges == 1


def test_without_roots_keeps_nodes_that_never_had_an_edge(family):
    assert sorted(family.without_roots().names) == ["cat", "dog", "pug", "rock"]


def test_keep_takes_masks_and_numbers_and_refuses_the_rest(family):
    by_number = family.keep([family.number("dog"), family.number("pug")])
    assert list(by_number.names) == ["dog", "pug"]
    mask = np.array([name in {"dog", "pug"} for name in family.names])
    assert list(family.keep(mask).names) == ["dog", "pug"]
    assert len(family.keep([])) == 0
    for bad in ([6], [-1], [0.5], np.ones(2, bool)):
        with pytest.raises(ParameterError):
            family.keep(bad)


def test_parts_keep_the_members_of_merged_nodes():
    dag = DAG.from_edges([("top", "a"), ("a", "b"), ("b", "a"), ("b", "c")], on_cycle="collapse")
    part = dag.below("b")
    assert part.members("b") == ["a", "b"]
    assert list(part.names) == ["a", "c"]


def test_a_node_is_asked_for_by_name_or_number(family):
    assert family.number("dog") == family.number(family.number("dog"))
    with pytest.raises(UnknownNameError, match="did you mean 'dog'"):
        family.number("dgo")
    with pytest.raises(ParameterError, match="numbered 0 to 5"):
        family.number(6)


@given(dag_edges())
def test_arrays_equal_names(drawn):
    n, edges = drawn
    by_name = DAG.from_edges([(str(a), str(b)) for a, b in edges], nodes=map(str, range(n)))
    array = np.array(edges, np.int32).reshape(-1, 2)
    by_number = DAG.from_arrays(array[:, 0], array[:, 1], n_nodes=n)
    assert by_number.names == by_name.names
    assert by_number.parents.indices.tolist() == by_name.parents.indices.tolist()
    assert nx.is_directed_acyclic_graph(nx.DiGraph(list(zip(*by_number.edges(), strict=True))))


def test_arrays_take_names_and_unsigned_numbers():
    dag = DAG.from_arrays(np.array([0], np.uint8), np.array([1], np.uint8), names=["up", "down"])
    assert named(dag, dag.roots()) == ["up"]


@pytest.mark.parametrize(
    ("ancestors", "descendants", "options", "found"),
    [
        ([0, 1], [1], {}, "2 ancestors and 1 descendants"),
        ([0.5], [1.0], {}, "an array of float64"),
        ([[0]], [[1]], {}, "2 dimensions"),
        ([0], [5], {"n_nodes": 3}, "an edge names node 5"),
        ([0], [-1], {}, "an edge names node -1"),
        ([0], [1], {"names": ["a"]}, "an edge names node 1"),
        ([0], [1], {"names": ["a", "b"], "n_nodes": 3}, "2 names for n_nodes=3"),
        ([0], [1], {"names": ["a", "a"]}, "the name 'a' stands at 0 and again at 1"),
        ([], [], {"n_nodes": -1}, "n_nodes=-1 was given"),
        ([0, 7], [1, 2**40], {}, "2 edges number nodes up to 1099511627776"),
    ],
)
def test_arrays_that_make_no_graph_are_refused(ancestors, descendants, options, found):
    with pytest.raises(GraphError, match=found):
        DAG.from_arrays(ancestors, descendants, **options)


def test_an_edge_that_is_no_pair_is_refused():
    for edge in [("a", "b", "c"), "ab", b"ab", None, 1, {"a", "b"}, {"a": 1, "b": 2}]:
        with pytest.raises(GraphError, match="an edge is a pair of names"):
            DAG.from_edges([edge])


def test_an_unknown_way_with_cycles_is_refused():
    with pytest.raises(ParameterError, match="'error', 'collapse', 'drop'"):
        DAG.from_edges([], on_cycle="ignore")


def test_no_node_one_node_a_chain_and_a_star():
    assert len(DAG.from_edges([])) == 0
    alone = DAG.from_edges([], nodes=["only"])
    assert (alone.n_nodes, alone.n_edges, named(alone, alone.isolated())) == (1, 0, ["only"])
    steps = np.arange(100_000)
    chain = DAG.from_arrays(steps[:-1], steps[1:])
    assert chain.depth[-1] == 99_999
    star = DAG.from_arrays(np.zeros(100_000, int), 1 + np.arange(100_000))
    assert star.out_degree[0] == 100_000
    assert star.depth.max() == 1


def test_a_million_nodes_with_random_edges():
    rng = np.random.default_rng(0)
    ancestors = rng.integers(0, 999_999, 2_000_000)
    descendants = rng.integers(ancestors + 1, 1_000_000)
    dag = DAG.from_arrays(ancestors, descendants, n_nodes=1_000_000)
    assert dag.n_edges + dag.cleaning.duplicates == 2_000_000
    assert len(dag.order) == 1_000_000
    assert dag.parents.indices.dtype == np.int32
