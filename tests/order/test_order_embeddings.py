from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from diskembed.errors import ParameterError
from diskembed.geometry import make
from diskembed.order import order_embeddings as oe
from diskembed.order.containment import contains, protrusion

VECTORS = arrays(np.float64, 4, elements=st.integers(0, 6).map(float))
SETTINGS = settings(deadline=None, max_examples=60)


@pytest.mark.paper("eq:order-emb", "subsec:order-emb")
def test_the_ancestor_is_smaller_in_every_coordinate():
    assert oe.contains([0, 0], [1, 2])
    assert not oe.contains([1, 2], [0, 0])
    assert not oe.contains([0, 3], [1, 2])
    assert oe.contains([1, 2], [1, 2])


@pytest.mark.paper("eq:order-loss")
def test_the_energy_by_hand():
    assert oe.energy([3.0, 1.0, 5.0], [1.0, 2.0, 4.0]) == 4 + 1
    assert oe.score([3.0, 1.0, 5.0], [0.0, 2.0, 1.0]) == 5
    by_x, by_y = oe.energy_gradients([3.0, 1.0, 5.0], [1.0, 2.0, 4.0])
    np.testing.assert_array_equal(by_x, [4, 0, 2])
    np.testing.assert_array_equal(by_y, [-4, 0, -2])


@given(x=VECTORS, y=VECTORS)
@SETTINGS
def test_the_energy_is_zero_exactly_for_descendants(x, y):
    assert (oe.energy(x, y) == 0) == oe.contains(x, y)


@pytest.mark.paper("theo:equiv-ord-emb", "eq:proof-ord-equiv")
@given(x=VECTORS, y=VECTORS, a=st.integers(-3, 3))
@SETTINGS
def test_phi_ord_takes_the_product_order_to_simplices(x, y, a):
    simplex = make("simplex", len(x) - 1)
    (centre, r), (other, s) = oe.to_disk(x, a=a), oe.to_disk(y, a=a)
    stuck_out = protrusion(simplex, centre, r, other, s)
    np.testing.assert_allclose(stuck_out, np.max(x - y), atol=1e-12)
    np.testing.assert_array_equal(oe.protrusion(x, y), np.max(x - y))
    if abs(stuck_out) > 1e-9:
        assert contains(simplex, centre, r, other, s) == oe.contains(x, y)


@pytest.mark.paper("theo:equiv-ord-emb")
@given(x=VECTORS, a=st.floats(-3, 3))
@SETTINGS
def test_phi_ord_has_an_inverse(x, a):
    np.testing.assert_allclose(oe.from_disk(*oe.to_disk(x, a=a), a=a), x, atol=1e-12)


@pytest.mark.paper("theo:equiv-ord-emb")
@pytest.mark.parametrize("n", [2, 3, 10])
def test_centres_are_the_projection_onto_the_plane_of_sum_zero(n):
    x = np.random.default_rng(0).normal(size=(20, n))
    centre, r = oe.to_disk(x, a=4.0)
    assert centre.shape == (20, n - 1)
    np.testing.assert_allclose(
        oe.from_disk(centre, 4.0, a=4.0), x - x.mean(axis=1, keepdims=True), atol=1e-14
    )
    np.testing.assert_allclose(np.linalg.norm(centre, axis=1), np.sqrt(n) * x.std(axis=1), rtol=1e-12)
    np.testing.assert_allclose(r, 4.0 - x.sum(axis=1) / n)


@pytest.mark.paper("theo:equiv-ord-emb")
def test_disks_of_nonnegative_vectors_are_those_below_the_origins():
    x = np.random.default_rng(0).normal(size=(300, 3))
    centre, r = oe.to_disk(x, a=2.0)
    np.testing.assert_array_equal(oe.below_origin(centre, r, a=2.0), (x >= 0).all(axis=1))
    simplex = make("simplex", 2)
    slack = 2.0 - simplex.distance(np.zeros(2), centre) - r
    clear = np.abs(slack) > 1e-12
    np.testing.assert_array_equal(oe.below_origin(centre, r, a=2.0)[clear], (slack >= 0)[clear])


@pytest.mark.paper("theo:loss-ord-emb", "eq:order-loss-approx", "eq:proof-theo2")
@given(x=VECTORS, y=VECTORS)
@SETTINGS
def test_the_lower_bound_is_tight_with_at_most_one_coordinate_above(x, y):
    assert oe.energy(x, y) >= oe.lower_bound(x, y)
    assert (oe.energy(x, y) == oe.lower_bound(x, y)) == oe.is_bound_tight(x, y)
    assert oe.is_bound_tight(x, y) == (sum(x > y) <= 1)


@pytest.mark.paper("theo:loss-ord-emb")
def test_the_equality_case_is_not_the_printed_one():
    x, y = np.array([2.0, 2.0, 0.0]), np.array([1.0, 1.0, 5.0])
    assert (y > x).sum() == 1
    assert oe.energy(x, y) > oe.lower_bound(x, y)


def test_one_coordinate_has_no_plane():
    with pytest.raises(ParameterError, match="2 or more"):
        oe.to_disk([1.0])


def test_float32_and_leading_axes():
    x = np.random.default_rng(0).random((2, 1, 4), dtype=np.float32)
    y = np.random.default_rng(1).random((3, 4), dtype=np.float32)
    for function in (oe.energy, oe.score, oe.protrusion, oe.lower_bound):
        assert function(x, y).dtype == np.float32
        assert function(x, y).shape == (2, 3)
        np.testing.assert_array_equal(function(x, y)[1, 2], function(x[1, 0], y[2]))
    assert {array.dtype for array in oe.to_disk(x, a=1.0)} == {np.dtype(np.float32)}
    assert oe.from_disk(*oe.to_disk(x)).dtype == np.float32
