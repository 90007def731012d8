"""Drawing by the rule."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diskembed import datasets
from diskembed.errors import ParameterError, SplitError
from diskembed.graph.dag import DAG
from diskembed.split import Rule, Split, draw_splits
from split.naive import basic_of, binary_tree, chain, closure_of, deep_dags, edges_of


@given(deep_dags(), st.integers(0, 70), st.integers(0, 5))
def test_sizes_and_parts_follow_the_rule(dag, percent, seed):
    pairs, basic = closure_of(edges_of(dag)), basic_of(edges_of(dag))
    free = len(pairs) - len(basic)
    split = Split.draw(dag, percent=percent, seed=seed, valid=0.2, test=0.1, allow_empty=True)
    train, valid, test = list(split.train), list(split.valid.positives), list(split.test.positives)
    assert len(valid) == free * 20 // 100
    assert len(test) == free * 10 // 100
    assert len(train) == len(basic) + free * percent // 100
    assert set(train[-len(basic) :]) == basic
    assert not set(train[: -len(basic)]) & basic
    assert len({*train, *valid, *test}) == len(train) + len(valid) + len(test)
    assert {*train, *valid, *test} <= pairs
    for part in (split.valid, split.test):
        assert len(part.negatives) == 10 * len(part.positives)
        assert not set(part.negatives) & pairs
    split.check()


def test_the_nouns_split_into_the_published_sizes():
    nouns = datasets.load("wordnet-nouns").without_roots()
    trained = {0: 84_363, 10: 142_039, 25: 228_554, 50: 372_745, 90: 603_450}
    for split in draw_splits(nouns, list(trained), Rule()):
        assert split.sizes() == {
            "train": trained[split.percent],
            "valid": 28_838,
            "valid_negatives": 288_380,
            "test": 28_838,
            "test_negatives": 288_380,
        }
        split.check()


def test_same_seed_same_split_and_another_seed_another():
    tree = binary_tree(7)
    first = Split.draw(tree, percent=25, seed=3)
    assert first == Split.draw(tree, percent=25.0, seed=3)
    assert first.seed == 3
    assert first.percent == 25
    other = Split.draw(tree, percent=25, seed=4)
    assert other.valid != first.valid
    assert other.train != first.train


def test_percentages_share_valid_and_test_and_draw_training_pairs_independently():
    tree = binary_tree(8)
    low, high = draw_splits(tree, [30, 60], Rule(seed=1))
    assert low.valid == high.valid
    assert low.test == high.test
    assert high == Split.draw(tree, percent=60, seed=1)
    n_basic = tree.n_edges
    a, b = set(low.train[:-n_basic]), set(high.train[:-n_basic])
    pool = tree.closure().n_pairs - n_basic - len(low.valid.positives) - len(low.test.positives)
    shared = len(a & b) / len(a)
    assert shared == pytest.approx(len(b) / pool, abs=0.06)


@pytest.mark.parametrize("percent", [0, 10, 25, 50, 90, 33.3, np.float64(12.5), np.int64(7)])
def test_any_percentage_can_be_drawn(percent):
    tree = binary_tree(6)
    n_basic, n_pairs = tree.n_edges, tree.closure().n_pairs
    split = Split.draw(tree, percent=percent)
    assert len(split.train) == n_basic + int(float(percent) * (n_pairs - n_basic) / 100)


def test_edges_that_others_imply_are_not_basic():
    tree = binary_tree(5)
    extra = DAG.from_arrays(
        np.append(tree.edges()[0], [0, 0]), np.append(tree.edges()[1], [7, 8]), n_nodes=len(tree)
    )
    assert Split.draw(extra, percent=10).train == Split.draw(tree, percent=10).train


def test_reverse_swaps_every_column():
    tree = binary_tree(6)
    split, turned = Split.draw(tree), Split.draw(tree, reverse=True)
    assert turned.train == split.train.reversed()
    assert turned.valid == split.valid.reversed()
    assert turned.test == split.test.reversed()
    assert turned.provenance.reversed
    assert not split.provenance.reversed
    assert turned.reversed() == split
    turned.check()
    turned.check(tree.reversed().closure())


def test_roots_can_be_dropped():
    tree = binary_tree(6)
    split = Split.draw(tree, drop_roots=True)
    assert split == Split.draw(tree.without_roots())
    assert len(split.names) == len(tree) - 1
    assert "0" not in split.names


def test_shares_of_negatives_and_held_out_pairs_can_be_chosen():
    split = Split.draw(binary_tree(6), valid=0.1, test=0, negatives=4)
    free = binary_tree(6).closure().n_pairs - binary_tree(6).n_edges
    assert split.sizes() == {
        "train": binary_tree(6).n_edges + free // 2,
        "valid": free // 10,
        "valid_negatives": 4 * (free // 10),
        "test": 0,
        "test_negatives": 0,
    }


@pytest.mark.parametrize(
    "dag",
    [
        DAG.from_edges([], nodes=["alone"]),
        DAG.from_edges([]),
        DAG.from_edges([("hub", f"leaf {i}") for i in range(30)]),
        chain(7),
    ],
    ids=["one node", "no node", "star", "short chain"],
)
def test_too_few_non_basic_pairs(dag):
    with pytest.raises(SplitError, match=r"non-basic pairs .* at least 20 are needed.* allow_empty=True"):
        Split.draw(dag)
    split = Split.draw(dag, percent=0, allow_empty=True)
    assert set(split.train) == set(edges_of(dag))
    assert len(split.valid.positives) == len(split.test.negatives) == 0


def test_a_chain_splits_unless_its_two_ends_are_held_out():
    split = Split.draw(chain(40), valid=0.2, test=0.2, seed=2)
    assert len(split.valid.positives) == (39 * 38 // 2) // 5
    with pytest.raises(SplitError, match=r"\('0', '39'\) has no negative"):
        Split.draw(chain(40), percent=0, valid=0.5, test=0.5)


@pytest.mark.parametrize(
    ("wrong", "error", "says"),
    [
        ({"percent": 91}, SplitError, "at most 90 %"),
        ({"percent": -1}, ParameterError, "percent=-1"),
        ({"seed": None}, ParameterError, "seed=None"),
        ({"negatives": 3}, ParameterError, "negatives=3"),
    ],
)
def test_wrong_parameters(wrong, error, says):
    with pytest.raises(error, match=says):
        Split.draw(binary_tree(6), **wrong)


def test_a_split_tells_where_it_is_from():
    split = Split.draw(binary_tree(6), percent=0)
    assert split.provenance.drawn
    assert split.provenance.source == "DAG(127 nodes, 126 edges)"
    assert repr(split) == "Split(127 nodes, 0 %: 126 train, 25 valid, 25 test)"
    assert edges_of(split.dag()) == edges_of(binary_tree(6))


def test_no_percentage_draws_nothing():
    assert list(draw_splits(binary_tree(6), [])) == []
