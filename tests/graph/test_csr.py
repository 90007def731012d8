"""Rows of neighbours: sorted, without repeats, and each way the mirror of the other."""

import numpy as np
from hypothesis import given

from diskembed.graph.csr import CSR, adjacency, smallest_int, transpose
from graph.strategies import edge_lists


def both_sides(n, edges):
    array = np.array(edges, np.int64).reshape(-1, 2)
    return adjacency(array[:, 0], array[:, 1], n)


@given(edge_lists())
def test_rows_equal_naive_sets(drawn):
    n, edges = drawn
    parents, children = both_sides(n, edges)
    for node in range(n):
        assert parents[node].tolist() == sorted({a for a, b in edges if b == node})
        assert children[node].tolist() == sorted({b for a, b in edges if a == node})
    assert parents.degrees.sum() == len(set(edges))
    assert list(zip(parents.indices, parents.rows, strict=True)) == sorted(set(edges), key=lambda e: e[::-1])


@given(edge_lists())
def test_transposing_twice_changes_nothing(drawn):
    parents, children = both_sides(*drawn)
    again = transpose(children)
    assert np.array_equal(again.indptr, parents.indptr)
    assert np.array_equal(again.indices, parents.indices)


def test_transposing_a_rectangle():
    wide = CSR(np.array([0, 2, 3]), np.array([0, 4, 2], np.int32))
    tall = transpose(wide, 5)
    assert [row.tolist() for row in tall] == [[0], [], [1], [], [0]]


def test_numbers_take_four_bytes_where_they_fit():
    parents, children = both_sides(3, [(0, 1), (1, 2)])
    assert parents.indices.dtype == children.indices.dtype == parents.indptr.dtype == np.int32
    assert smallest_int(2**31 - 1) is np.int32
    assert smallest_int(2**31) is np.int64
