"""Models by name, and what their options may be."""

from __future__ import annotations

import math

import numpy as np
import pytest

from diskembed.errors import ParameterError
from diskembed.models import registry
from diskembed.models.disks import Disks
from diskembed.models.hyperbolic_cones import HyperbolicCones
from diskembed.models.order import OrderEmbeddings
from diskembed.models.poincare import PoincareEmbeddings
from diskembed.models.shadow_cones import ShadowCones
from diskembed.order import hyperbolic_cones, poincare


def test_the_paper_s_models_and_their_successors_are_registered():
    assert set(registry.names()) >= {
        "disks",
        "euclidean-cones",
        "hyperbolic-cones",
        "order",
        "poincare",
        "relative-disks",
        "shadow-cones",
    }


def test_an_unknown_name_is_answered_with_near_ones_and_all():
    with pytest.raises(
        ParameterError, match=r"'hyperbolic-cone'; one of disks, .*did you mean hyperbolic-cones"
    ):
        registry.make("hyperbolic-cone", 5)


def test_a_name_is_taken_once():
    registry.register("order", OrderEmbeddings)  # the same again is no conflict
    with pytest.raises(ParameterError, match="'order' exists"):
        registry.register("order", Disks)
    registry.unregister("never registered")
    assert registry.examples("order")


@pytest.mark.parametrize("name", registry.names())
@pytest.mark.parametrize("dim", [1, 0, -3, 2.0, "5", True, None])
def test_dim_is_a_whole_number_of_at_least_two(name, dim):
    with pytest.raises(ParameterError, match="whole number of at least 2"):
        registry.make(name, dim)


@pytest.mark.parametrize(
    ("name", "option"),
    [
        ("disks", "nu"),
        ("relative-disks", "nu"),
        ("euclidean-cones", "K"),
        ("hyperbolic-cones", "K"),
        ("shadow-cones", "object_radius"),
    ],
)
@pytest.mark.parametrize("value", [0.0, -1.0, math.inf, math.nan, "1", True, None])
def test_lengths_and_speeds_are_above_zero(name, option, value):
    with pytest.raises(ParameterError, match=f"{option} is a finite number above 0"):
        registry.make(name, 5, **{option: value})


def test_poincare_s_alpha_may_be_zero_but_not_less():
    assert PoincareEmbeddings(5, alpha=0).alpha == 0
    with pytest.raises(ParameterError, match="alpha is a finite number of at least 0"):
        PoincareEmbeddings(5, alpha=-0.1)


def test_a_wrong_geometry_is_refused_at_once():
    with pytest.raises(ParameterError, match="did you mean sphere"):
        Disks(5, "spere")
    with pytest.raises(ParameterError, match="radius"):
        Disks(5, "euclid", geometry_options={"radius": 2.0})


def test_options_have_one_form():
    W = [[1.0, 0.0], [-1.0, 3.0], [0.0, -2.0]]
    assert Disks(3, "polyhedral", geometry_options={"W": W}) == Disks(
        3, "polyhedral", geometry_options={"W": tuple(map(tuple, W))}
    )
    assert Disks(3) == Disks(3, "hyperboloid", geometry_options={"curvature": -1.0})


def test_validation_chooses_what_training_does_not_use():
    """The is-a score of Poincare Embeddings, sec:experiments."""
    model = PoincareEmbeddings(5)
    assert sorted(variant.alpha for variant in model.variants()) == [0, 0.1, 0.3, 1, 3, 10, 30, 100, 1000]
    rows = model.random(2, np.random.default_rng(0), 0.5)
    for variant in model.variants():
        assert variant.score(*rows) == poincare.score(*rows, a=variant.alpha)
        assert variant.scalar_functions() == model.scalar_functions()
        np.testing.assert_array_equal(variant.knobs, model.knobs)
    assert {variant.object_radius for variant in ShadowCones(5).variants()} >= {0.01, 0.05, 0.1}
    assert Disks(5).variants() == [Disks(5)]


def test_order_embeddings_may_leave_the_orthant():
    rng = np.random.default_rng(0)
    assert (OrderEmbeddings(5).random(100, rng, 0.1) >= 0).all()
    free = OrderEmbeddings(5, orthant=False)
    rows = free.random(100, rng, 0.1)
    assert (rows < 0).any()
    np.testing.assert_array_equal(free.project(rows), rows)


def test_cones_keep_out_of_the_inner_radius_and_off_the_border():
    """theo:equiv-hyp-cones."""
    model = HyperbolicCones(3, K=0.3)
    wild = np.random.default_rng(0).normal(size=(50, 3)) * np.geomspace(1e-9, 1e9, 50)[:, None]
    radius = np.linalg.norm(model.project(wild), axis=1)
    assert hyperbolic_cones.inner_radius(0.3) < radius.min() < radius.max() < 1
    assert np.isfinite(model.score(model.project(wild)[:, None], model.project(wild)[None])).all()
