"""What is no DAG: refused with the cycle by name, collapsed, or opened."""

import networkx as nx
import pytest
from hypothesis import given

from diskembed.errors import CycleError
from diskembed.graph.dag import DAG
from graph.strategies import edge_lists


def named(edges):
    return [(f"n{a}", f"n{b}") for a, b in edges]


def names_of(dag, edges):
    return {(dag.names[int(a)], dag.names[int(b)]) for a, b in zip(*edges, strict=True)}


def test_a_cycle_is_refused_by_name():
    with pytest.raises(CycleError, match="cycle of 3 nodes: 'a' -> 'b' -> 'c' -> 'a'") as error:
        DAG.from_edges([("r", "a"), ("a", "b"), ("b", "c"), ("c", "a"), ("c", "z")])
    assert error.value.cycle == ["a", "b", "c", "a"]
    assert "--on-cycle" in str(error.value)
    assert error.value.exit_code == 2


def test_the_shortest_cycle_of_the_smallest_tangle_is_shown():
    long_way = [(f"x{i}", f"x{(i + 1) % 50}") for i in range(50)]
    with pytest.raises(CycleError) as error:
        DAG.from_edges([*long_way, ("p", "q"), ("q", "p")])
    assert set(error.value.cycle) == {"p", "q"}


def test_a_long_cycle_is_abridged_in_the_message_not_in_the_attribute():
    with pytest.raises(CycleError, match=r"cycle of 50 nodes: .*\(40 more\)") as error:
        DAG.from_edges([(f"x{i}", f"x{(i + 1) % 50}") for i in range(50)])
    assert len(error.value.cycle) == 51


def test_a_self_loop_is_refused_by_name():
    with pytest.raises(CycleError, match="self-loop at 'a'"):
        DAG.from_edges([("a", "b"), ("a", "a")])


@given(edge_lists())
def test_collapsing_equals_networkx_condensation(drawn):
    n, edges = drawn
    dag = DAG.from_edges(named(edges), nodes=(f"n{i}" for i in range(n)), on_cycle="collapse")
    graph = nx.DiGraph(named(edges))
    graph.add_nodes_from(f"n{i}" for i in range(n))
    parts = {frozenset(part) for part in nx.strongly_connected_components(graph)}
    assert {frozenset(dag.members(i)) for i in range(len(dag))} == parts
    for i in range(len(dag)):
        assert dag.members(i)[0] == dag.names[i]
        assert {dag.number(name) for name in dag.members(i)} == {i}
    quotient = {(dag.number(a), dag.number(b)) for a, b in named(edges)}
    assert set(zip(*map(list, dag.edges()), strict=True)) == {(a, b) for a, b in quotient if a != b}
    assert dag.cleaning.collapsed_nodes == sum(len(part) for part in parts if len(part) > 1)
    assert dag.cleaning.self_loops == sum(a == b for a, b in edges)


@given(edge_lists())
def test_dropping_lists_what_it_removed_and_keeps_the_rest(drawn):
    n, edges = drawn
    dag = DAG.from_edges(named(edges), nodes=(f"n{i}" for i in range(n)), on_cycle="drop")
    kept = names_of(dag, dag.edges())
    dropped = set(dag.cleaning.dropped)
    assert kept | dropped == set(named(edges))
    assert not kept & dropped
    assert len(dag.order) == len(dag) == n


def test_a_dag_is_left_alone_by_all_three():
    edges = [("a", "b"), ("b", "c"), ("a", "c")]
    for choice in ("error", "collapse", "drop"):
        dag = DAG.from_edges(edges, on_cycle=choice)
        assert names_of(dag, dag.edges()) == set(edges)
        assert dag.cleaning.dropped == ()
        assert dag.members("b") == ["b"]
