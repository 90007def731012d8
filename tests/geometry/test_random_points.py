"""The laws over points at random, of every scale and as near each other as doubles can tell."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diskembed.geometry import Geometry
from diskembed.geometry.arrays import Array

from . import laws, lift_laws, scalar_laws  # noqa: F401  (they fill the list)
from .table import LAWS, applicable, cases, near_origin

NEED_A_SPREAD = {
    "gradients_are_slopes",  # by differences of 1e-4
    "symmetry_is_as_claimed",  # some pair must tell d(x, y) from d(y, x)
    "random_points_are_points",  # brings its own
    "lift_sign_is_containment",  # these count how many pairs are clear
    "lift_sign_of_single_precision_is_containment",
    "lift_sign_alone_accepts_the_reverse",
    "radii_beyond_the_diameter_nest_always",
}


def cloud(geometry: Geometry, seed: int, scale: float, apart: float) -> Array:
    """Points at that scale, and beside two of them others, ``apart`` away; the farthest are left out."""
    rng = np.random.default_rng(seed)
    spread = scale / np.sqrt(geometry.n)
    points = np.vstack([geometry.origin(), geometry.random(5, rng, spread)])
    steps = np.zeros((2, geometry.width))
    steps[:, geometry.width - geometry.n :] = rng.normal(size=(2, geometry.n)) * apart * spread
    beside = geometry.exp(points[1:3], geometry.transport(geometry.origin(), points[1:3], steps))
    return near_origin(geometry, np.vstack([points, beside]), 1.0)


@pytest.mark.parametrize("case", cases(), ids=str)
@given(
    seed=st.integers(0, 2**32 - 1),
    scale=st.floats(-6, 0.7).map(lambda exponent: 10**exponent),
    apart=st.floats(-9, 0).map(lambda exponent: 10**exponent),
)
@settings(max_examples=4)
def test_laws_hold_at_random(case, seed, scale, apart):
    points = cloud(case.geometry, seed, scale * unit(case.geometry), apart)
    for name in applicable(case):
        if name not in NEED_A_SPREAD:
            LAWS[name](case.geometry, points)


def unit(geometry: Geometry) -> float:
    return scalar_laws.geometry_unit(geometry) if geometry.options.get("curvature") else 1.0


def test_what_is_left_out_is_a_law():
    assert set(LAWS) > NEED_A_SPREAD
