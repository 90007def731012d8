"""Statistics of small graphs, by hand; the paper's table is checked with the bundled graphs."""

import json

import numpy as np
import pytest
from hypothesis import given

from diskembed.errors import ParameterError
from diskembed.graph.dag import DAG
from diskembed.graph.statistics import statistics
from graph.naive import ancestor_sets, basic_pairs, chain, dag_of, star
from graph.strategies import dag_edges

FAMILY = [("animal", "dog"), ("animal", "cat"), ("dog", "pug"), ("animal", "pug"), ("pet", "pug")]


def test_a_family_with_a_redundant_edge_and_a_rock():
    found = DAG.from_edges([*FAMILY, ("a", "b")], nodes=["rock"]).statistics()
    assert found.as_dict() == {
        "nodes": 8,
        "edges": 6,
        "basic_edges": 5,  # animal -> pug goes by dog as well
        "closure": 6,
        "roots": 4,  # animal, pet, a; and the rock
        "leaves": 4,  # cat, pug, b; and the rock
        "isolated": 1,
        "depth": 2,
        "mean_parents_nonroot": 6 / 4,
        "multi_parent_frac": 1 / 8,
        "max_parents": 3,
        "max_children": 3,
        "anc_mean": 6 / 8,
        "anc_max": 3,
        "anc_mean_of_leaves": 5 / 4,
        "desc_max": 3,
        "desc_mean_of_roots": 5 / 4,
        "desc_median": 0.5,
        "anc_median": 0.5,
        "density": 6 / 28,
        "components": 3,
        "largest_component": 5,
    }


def test_a_complete_order_of_four():
    found = statistics(dag_of(4, [(a, d) for d in range(4) for a in range(d)]))
    assert (found.edges, found.basic_edges, found.closure, found.depth) == (6, 3, 6, 3)
    assert (found.density, found.anc_mean, found.desc_mean_of_roots) == (1.0, 1.5, 3.0)
    assert found.mean_parents_nonroot == 2.0


@given(dag_edges())
def test_counts_are_what_sets_say(drawn):
    dag = dag_of(*drawn)
    found, above = statistics(dag), ancestor_sets(dag)
    assert found.closure == sum(map(len, above))
    assert found.anc_max == max(map(len, above))
    assert found.anc_median == np.median([len(row) for row in above])
    assert found.basic_edges == len(basic_pairs(dag))
    turned = statistics(dag.reversed())
    assert (turned.closure, turned.basic_edges, turned.depth) == (
        found.closure,
        found.basic_edges,
        found.depth,
    )
    assert (turned.desc_max, turned.desc_median) == (found.anc_max, found.anc_median)
    assert (turned.anc_mean_of_leaves, turned.roots) == (found.desc_mean_of_roots, found.leaves)
    assert (turned.components, turned.largest_component) == (found.components, found.largest_component)


def test_no_node_and_one_node():
    assert set(statistics(dag_of(0, [])).as_dict().values()) == {0}
    one = statistics(dag_of(1, []))
    assert (one.nodes, one.roots, one.leaves, one.isolated, one.components) == (1, 1, 1, 1, 1)
    assert (one.closure, one.depth, one.density, one.mean_parents_nonroot) == (0, 0, 0.0, 0.0)


def test_a_chain_and_a_star_of_100_000():
    n = 100_000
    long, wide = statistics(chain(n)), statistics(star(n))
    assert (long.closure, long.depth, long.density) == (n * (n - 1) // 2, n - 1, 1.0)
    assert (wide.closure, wide.leaves, wide.max_children, wide.anc_mean_of_leaves) == (
        n - 1,
        n - 1,
        n - 1,
        1.0,
    )


def test_rows_are_for_reading_and_the_dict_for_json():
    found = statistics(star(2001))
    rows = found.rows()
    assert (rows["nodes"], rows["edges"], rows["basic edges"], rows["closure"]) == ("2,001",) + ("2,000",) * 3
    assert rows["leaf ancestors"] == "1.00 mean"
    assert rows["root descendants"] == "2,000.00 mean"
    assert rows["descendants"] == "0 median, 2,000 at most"
    assert rows["components"] == "1, the largest of 2,001 nodes"
    assert json.loads(json.dumps(found.as_dict())) == found.as_dict()


def test_a_budget_that_is_none_is_refused():
    with pytest.raises(ParameterError, match="memory=-1; a positive number of bytes"):
        statistics(star(3), memory=-1)
