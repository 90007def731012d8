"""The closure: every kind against networkx, against a naive twin, and against the other kinds."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings

from diskembed.errors import MemoryBudgetError, ParameterError
from diskembed.graph.closure import TreeClosure, closure, pair_counts
from diskembed.graph.closure.bitops import count_ones, lowest_one
from diskembed.graph.closure.bits import bit_bytes
from diskembed.graph.closure.counts import by_climbing, by_lists, by_strips
from diskembed.graph.closure.strips import STRIP
from diskembed.graph.closure.tree import is_forest
from diskembed.graph.dag import DAG
from diskembed.jit import kernel
from graph.naive import ancestor_sets, chain, dag_of, pairs_of, random_dag, star
from graph.strategies import dag_edges

KINDS = ["auto", "lists", "bits", "blocked"]
GIB = 1 << 30


def kinds_of(dag):
    return [*KINDS, "tree"] if is_forest(dag) else KINDS


def listed(blocks):
    return [pair for above, below in blocks for pair in zip(above.tolist(), below.tolist(), strict=True)]


def check(found, above, *, size=7):
    """A closure answers as ``above``, a set of ancestors for each node, says."""
    n, expected = len(above), pairs_of(above)
    below = [sorted(d for d in range(n) if a in above[d]) for a in range(n)]
    assert found.n_pairs == len(expected)
    assert found.ancestor_counts.tolist() == [len(row) for row in above]
    assert found.descendant_counts.tolist() == [len(row) for row in below]
    assert listed(found.blocks(size)) == expected
    assert listed([found.pairs()]) == expected
    csr = found.to_csr()
    for node in range(n):
        assert csr[node].tolist() == found.ancestors(node).tolist() == sorted(above[node])
        assert found.descendants(node).tolist() == below[node]
    everyone = np.arange(n)
    inside = found.contains(everyone[:, None], everyone[None, :])
    assert list(zip(*np.nonzero(inside.T), strict=True)) == [(d, a) for a, d in expected]


@settings(max_examples=1000)
@given(dag_edges(max_nodes=9, max_edges=20))
def test_every_kind_is_what_networkx_says(drawn):
    n, edges = drawn
    graph = nx.DiGraph(edges)
    graph.add_nodes_from(range(n))
    implied = nx.transitive_closure_dag(graph)
    above = [set(implied.predecessors(node)) for node in range(n)]
    dag = dag_of(n, edges)
    for kind in kinds_of(dag):
        check(closure(dag, kind), above)
    counts = pair_counts(dag, GIB)
    assert counts.ancestors.tolist() == [len(row) for row in above]
    assert counts.descendants.tolist() == [implied.out_degree(node) for node in range(n)]


@pytest.mark.parametrize(
    ("n", "n_edges", "span"),
    [(STRIP, 900, None), (STRIP + 1, 900, None), (1300, 40_000, 200), (1300, 1300, 20), (1700, 2500, 400)],
    ids=["one strip", "one node past it", "dense", "sparse", "between"],
)
def test_every_kind_is_what_the_naive_twin_says_over_several_strips(n, n_edges, span):
    dag = random_dag(n, n_edges, seed=n_edges, span=span)
    above = ancestor_sets(dag)
    for kind in KINDS:
        found = closure(dag, kind)
        counts = found.ancestor_counts
        assert counts.tolist() == [len(row) for row in above]
        pairs = found.pairs()
        assert listed([pairs]) == pairs_of(above)
        assert found.descendant_counts.tolist() == np.bincount(pairs[0], minlength=n).tolist()
        some = np.random.default_rng(1).integers(0, n, (2, 20_000))
        expected = [int(a) in above[d] for a, d in some.T]
        assert found.contains(some[0], some[1]).tolist() == expected
        assert found.contains(some[0].astype(np.int32), some[1].astype(np.int32)).tolist() == expected


@pytest.mark.parametrize(
    ("n_edges", "span", "short"), [(40_000, 200, False), (2500, 300, False), (1400, None, True)]
)
def test_counts_are_the_same_by_climbing_by_lists_and_by_strips(n_edges, span, short):
    dag = random_dag(1300, n_edges, seed=3, span=span)
    above = ancestor_sets(dag)
    lists = by_lists(dag, GIB)
    assert (lists is not None) == short
    ways = [pair_counts(dag, GIB), pair_counts(dag, 1000), by_climbing(dag, 2**62), by_strips(dag), lists]
    for counts in filter(None, ways):
        assert counts.ancestors.tolist() == [len(row) for row in above]
        assert (
            counts.descendants.tolist()
            == np.bincount([a for a, _ in pairs_of(above)], minlength=1300).tolist()
        )


def test_a_way_to_count_that_takes_too_long_is_given_up():
    dag = random_dag(1300, 40_000, seed=3, span=200)
    assert by_climbing(dag, 1000) is None
    assert by_lists(dag, 1000) is None


@pytest.mark.parametrize("kind", [*KINDS, "tree"])
def test_no_node_one_node_and_no_edge(kind):
    for n in (0, 1, 5):
        check(closure(dag_of(n, []), kind), [set()] * n)


@pytest.mark.parametrize("turned", [False, True])
def test_a_forest_is_held_as_intervals_either_way_up(turned):
    random = np.random.default_rng(0)
    children = np.arange(3, 700)
    dag = DAG.from_arrays(random.integers(0, children), children, n_nodes=702)
    dag = dag.reversed() if turned else dag
    found = closure(dag)
    assert isinstance(found, TreeClosure)
    check(found, ancestor_sets(dag), size=50)


def test_auto_takes_lists_where_few_imply_few_and_bits_where_they_imply_many():
    sparse = random_dag(6000, 7000, seed=0)
    dense = random_dag(6000, 90_000, seed=0)
    assert closure(sparse).kind == "lists"
    assert closure(dense).kind == "bits"
    assert closure(dense, memory=bit_bytes(6000) - 1).kind == "blocked"
    n_pairs = closure(sparse).n_pairs
    assert closure(sparse, memory=bit_bytes(6000) // 64).kind == "blocked"
    assert closure(sparse, memory=8 * n_pairs).kind == "lists"


def test_blocks_are_the_whole_in_order_and_bounded():
    dag = random_dag(1300, 4000, seed=5, span=300)
    whole = listed([closure(dag, "lists").pairs()])
    longest = int(pair_counts(dag, GIB).ancestors.max())
    for kind in KINDS:
        for size in (1, 1000, 10**9):
            blocks = list(closure(dag, kind).blocks(size))
            assert listed(blocks) == whole
            assert max(len(above) for above, _ in blocks) <= max(size, longest)
    with pytest.raises(ParameterError, match=r"size=0; a block has at least one pair"):
        next(closure(dag).blocks(0))


def test_a_chain_of_100_000_has_five_thousand_million_pairs():
    n = 100_000
    dag = chain(n)
    found = closure(dag)
    assert found.kind == "tree"
    assert found.n_pairs == n * (n - 1) // 2
    assert np.array_equal(found.ancestor_counts, np.arange(n))
    assert np.array_equal(found.descendant_counts, np.arange(n)[::-1])
    assert found.contains([0, 5, 99_999], [99_999, 5, 0]).tolist() == [True, False, False]
    assert found.ancestors(3).tolist() == [0, 1, 2]
    above, below = next(found.blocks(10))
    assert (above.tolist(), below.tolist()) == (
        [0, 0, 1, 0, 1, 2, 0, 1, 2, 3],
        [1, 2, 2, 3, 3, 3, 4, 4, 4, 4],
    )
    with pytest.raises(
        MemoryBudgetError, match=r"4,999,950,000 pairs as lists take 20 GB; memory is 1\.07 GB"
    ):
        found.to_csr()
    with pytest.raises(MemoryBudgetError, match=r"lists of this closure take more than 1\.07 GB"):
        closure(dag, "lists")


def test_a_long_chain_that_is_no_forest_is_counted_without_being_held():
    n = 100_000
    dag = DAG.from_arrays(np.r_[np.arange(n - 1), 0, 5], np.r_[np.arange(1, n), 2, 9], n_nodes=n)
    found = closure(dag, memory=1 << 28)
    assert found.kind == "blocked"
    assert np.array_equal(found.ancestor_counts, np.arange(n))
    assert np.array_equal(found.descendant_counts, np.arange(n)[::-1])
    assert found.contains([0, 700, 9], [99_999, 701, 5]).tolist() == [True, True, False]
    with pytest.raises(
        MemoryBudgetError, match=r"the bits of 100,000 nodes take 0\.628 GB; memory is 0\.268 GB"
    ):
        closure(dag, "bits", memory=1 << 28)


def test_a_star_of_100_000():
    n = 100_000
    for kind in ("tree", "lists", "blocked"):
        found = closure(star(n), kind)
        assert found.n_pairs == n - 1
        assert found.descendants(0).tolist() == list(range(1, n))
        assert found.ancestor_counts.tolist() == [0] + [1] * (n - 1)
        assert not found.contains(np.arange(1, n), 1).any()


def test_contains_takes_any_shape_and_refuses_what_is_no_node():
    found = closure(dag_of(3, [(0, 1), (1, 2)]))
    assert found.contains(0, 2).item() is True
    assert found.contains(0, [[0, 1], [2, 2]]).tolist() == [[False, True], [True, True]]
    assert found.contains([], []).tolist() == []
    assert found.contains(np.array([2, 0], np.uint8)[::-1], [2, 2]).tolist() == [True, False]
    for wrong in (3, -1, 0.5):
        with pytest.raises(ParameterError, match="nodes are integers from 0 to 2"):
            found.contains(wrong, 0)
    for wrong in (3, -1):
        with pytest.raises(ParameterError, match=f"node {wrong} was asked for; nodes are numbered 0 to 2"):
            found.ancestors(wrong)
        with pytest.raises(ParameterError, match=f"node {wrong} was asked for"):
            found.descendants(wrong)


def test_what_cannot_be_asked_for_is_refused():
    diamond = dag_of(4, [(0, 1), (0, 2), (1, 3), (2, 3)])
    with pytest.raises(
        ParameterError, match=r"kind='heap'; one of 'auto', 'lists', 'bits', 'tree', 'blocked'"
    ):
        closure(diamond, "heap")
    with pytest.raises(ParameterError, match=r"a forest, or one turned around; choose kind=\"auto\""):
        closure(diamond, "tree")
    with pytest.raises(ParameterError, match="memory=0; a positive number of bytes"):
        closure(diamond, memory=0)
    assert diamond.closure("blocked", memory=1).n_pairs == 5


def test_bit_instructions():
    @kernel
    def both(word):
        return count_ones(word), lowest_one(word)

    random = np.random.default_rng(0)
    for word in [1, 1 << 63, 2**64 - 1, *random.integers(1, 2**64 - 1, 50, np.uint64).tolist()]:
        assert both(np.uint64(word)) == (word.bit_count(), (word & -word).bit_length() - 1)
