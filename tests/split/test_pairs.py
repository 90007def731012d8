"""Pairs of node numbers."""

import numpy as np
import pytest

from diskembed.errors import ParameterError
from diskembed.graph.names import Names
from diskembed.split import Labelled, Pairs


def test_pairs_hold_numbers_in_order():
    pairs = Pairs.of([2, 0, 1], [5, 4, 3])
    assert list(pairs) == [(2, 5), (0, 4), (1, 3)]
    assert len(pairs) == 3
    assert pairs.ancestors.dtype == np.int32
    assert list(pairs[1:]) == [(0, 4), (1, 3)]
    assert list(pairs[np.array([True, False, True])]) == [(2, 5), (1, 3)]
    assert list(Pairs.join(pairs, pairs[:1])) == [(2, 5), (0, 4), (1, 3), (2, 5)]
    assert repr(pairs) == "Pairs(3)"


def test_equal_means_same_pairs_in_same_order():
    pairs = Pairs.of([0, 1], [2, 3])
    assert pairs == Pairs(np.array([0, 1]), np.array([2, 3]))
    assert hash(pairs) == hash(Pairs(np.array([0, 1]), np.array([2, 3])))
    assert pairs != Pairs.of([1, 0], [3, 2])
    assert pairs != Pairs.of([0], [2])
    assert pairs != "pairs"


def test_reversal_swaps_columns():
    pairs = Pairs.of([0, 1], [2, 3])
    assert list(pairs.reversed()) == [(2, 0), (3, 1)]
    both = Labelled(pairs, pairs[:1])
    assert both.reversed() == Labelled(pairs.reversed(), pairs[:1].reversed())
    assert repr(both) == "Labelled(2 positives, 1 negatives)"


def test_names_and_keys():
    pairs = Pairs.of([0, 1], [1, 2])
    assert pairs.named(Names.from_strings("abc")) == [("a", "b"), ("b", "c")]
    assert pairs.keys(3).tolist() == [1, 5]
    big = 3_000_000_000
    assert Pairs.of([1], [big]).descendants.dtype == np.int64
    assert Pairs.of([2], [1]).keys(big).tolist() == [2 * big + 1]


def test_unsigned_and_empty_arrays_are_taken():
    assert list(Pairs.of(np.array([1], np.uint8), np.array([0], np.uint64))) == [(1, 0)]
    assert Pairs.of([], []) == Pairs.empty()


@pytest.mark.parametrize("sides", [([0.5], [1]), ([0, 1], [1]), ([[0]], [[1]]), (["a"], ["b"])])
def test_what_is_no_pair_is_refused(sides):
    with pytest.raises(ParameterError, match="pairs are"):
        Pairs.of(*sides)
