"""Polyhedral quasi-metrics: which W are allowed, and which way round the disks are."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diskembed.errors import ParameterError
from diskembed.geometry import make
from diskembed.geometry.polyhedral import Polyhedral
from diskembed.geometry.simplex import Simplex, simplex_directions
from diskembed.geometry.spanning import unspanned_direction

SIMPLEX = Simplex(2)


@pytest.mark.paper("prop:convex-metric")
@settings(max_examples=60)
@given(st.lists(st.tuples(*[st.integers(-2, 2)] * 2), min_size=1, max_size=6))
def test_w_is_refused_exactly_if_some_direction_is_missed(rows):
    W = np.array(rows, dtype=float)
    angles = np.linspace(0, 2 * np.pi, 721)[:-1]  # the rows' normals are among them but for rounding
    normals = np.vstack([W[:, ::-1] * [1, -1], W[:, ::-1] * [-1, 1]])
    around = np.vstack(
        [np.column_stack([np.cos(angles), np.sin(angles)]), normals[(normals != 0).any(axis=1)]]
    )
    misses = ((around @ W.T).max(axis=1) <= 1e-12).any()
    missed = unspanned_direction(W)
    assert (missed is not None) == misses
    if missed is not None:
        assert np.isclose(np.linalg.norm(missed), 1)
        assert (W @ missed <= 1e-9).all()


@pytest.mark.parametrize(
    ("W", "says"),
    [
        ([[1.0, 0.0], [0.0, 1.0]], r"u = \[-0.7071, -0.7071\]"),
        ([[1.0, 0.0], [-1.0, 0.0]], r"does not positively span R\^2"),
        ([[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]], r"u = \[-?0., -1.\]"),
        ([[0.0, 0.0]], "does not positively span"),
        ([[1.0, 2.0, 3.0]], r"shape \(1, 3\); one vector of 2"),
        ([1.0, 2.0], r"shape \(2,\)"),
        ([[np.nan, 1.0]], "NaN"),
        (np.zeros((0, 2)), "does not positively span"),
    ],
)
def test_an_unusable_w_is_explained(W, says):
    with pytest.raises(ParameterError, match=says):
        Polyhedral(2, W)


@pytest.mark.parametrize("size", [1e-200, 1e-9, 1e9, 1e200])
def test_the_length_of_rows_does_not_matter(size):
    triangle = size * np.array([[1.0, 0.0], [0.0, 1.0], [-1.0, -1.0]])
    assert unspanned_direction(triangle) is None
    assert unspanned_direction(triangle * [[1.0], [1.0], [1e-100]]) is None
    np.testing.assert_allclose(triangle[:2] @ unspanned_direction(triangle[:2]) / size, -np.sqrt(0.5))


def test_a_half_space_must_be_left_by_more_than_rounding():
    """What the last row adds to (1, 0), (0, 1) and (-1, 0) is the way down, if it goes down at all."""
    leaning = [[1.0, 0.0], [0.0, 1.0]]
    assert unspanned_direction(np.array([*leaning, [-1.0, -1e-6]])) is None
    for down in (1e-10, 0.0, -1e-10, -1e-6):
        missed = unspanned_direction(np.array([*leaning, [-1.0, -down]]))
        np.testing.assert_allclose(missed, [0, -1], atol=1e-5)


def test_a_missed_direction_would_be_at_no_distance():
    """What the check protects from: along u there is nothing to pay, so d would be no quasi-metric."""
    W = np.array([[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]])
    assert (W @ unspanned_direction(W)).max() <= 0


@pytest.mark.paper("eq:polyhedral-quasimetric")
@pytest.mark.parametrize("n", [1, 2, 4])
def test_cube_and_l1_are_the_polyhedral_ones(n):
    rng = np.random.default_rng(n)
    x, y = rng.normal(size=(2, 50, n))
    signs = np.array(list(itertools.product([1.0, -1.0], repeat=n)))
    for name, W in (("cube", None), ("l1", signs)):
        closed, rows = make(name, n), Polyhedral(n, W)
        np.testing.assert_allclose(closed.distance(x, y), rows.distance(x, y), rtol=1e-14)
        np.testing.assert_array_equal(closed.gradients(x, y), rows.gradients(x, y))
        assert rows.symmetric


@pytest.mark.paper("theo:equiv-ord-emb")
def test_simplex_directions_are_the_projected_axes():
    """P e_k of theo:equiv-ord-emb: lengths and angles of a regular simplex, in n coordinates."""
    for n in (1, 2, 5):
        rows = simplex_directions(n)
        projection = np.eye(n + 1) - 1 / (n + 1)
        np.testing.assert_allclose(rows @ rows.T, projection, atol=1e-15)
        np.testing.assert_allclose(rows.sum(axis=0), 0, atol=1e-15)
    assert not Simplex(2).symmetric
    assert Simplex(1).symmetric


def test_w_may_be_a_list_or_an_array_and_equal_ones_are_equal():
    W = [[1, 0], [0, 1], [-1, -1]]
    assert Polyhedral(2, W) == Polyhedral(2, np.array(W)) == make("polyhedral", 2, W=W)
    assert hash(Polyhedral(2, W)) == hash(Polyhedral(2, np.array(W)))
    assert not Polyhedral(2, W).symmetric
    assert Polyhedral(2).symmetric


def test_facets_decide_containment():
    rng = np.random.default_rng(0)
    x, y = rng.normal(size=(2, 2000, 2))
    r, s = rng.normal(size=(2, 2000))
    by_distance = SIMPLEX.distance(x, y) <= r - s
    by_facets = (SIMPLEX.facets(x, r) <= SIMPLEX.facets(y, s)).all(axis=1)
    assert by_distance.any()
    np.testing.assert_array_equal(by_facets, by_distance)


@pytest.mark.paper("eq:formal-disk", "subsec:formal-disks")
def test_the_papers_disk_and_its_containment_disagree_on_the_order_of_arguments():
    """eq:formal-disk fits D(x, r) = {p: d(x, p) <= r}; the printed {p: d(p, x) <= r} needs d(y, x) <= r - s.

    Both are triangles here, so one contains another where it contains its three corners.
    """
    rng, W = np.random.default_rng(0), SIMPLEX.parameters
    x, y = rng.normal(size=(2, 1000, 2))
    r, s = rng.uniform(0, 3, size=(2, 1000))
    corners = np.stack([np.linalg.solve(np.delete(W, i, axis=0), np.ones(2)) for i in range(3)])
    fits = [(SIMPLEX.distance(x, y - s[:, None] * corner) <= r) for corner in corners]
    printed = [(SIMPLEX.distance(y + s[:, None] * corner, x) <= r) for corner in corners]
    there, back = SIMPLEX.distance(x, y) <= r - s, SIMPLEX.distance(y, x) <= r - s
    np.testing.assert_array_equal(np.all(fits, axis=0), there)
    np.testing.assert_array_equal(np.all(printed, axis=0), back)
    assert (there != back).sum() > 50
