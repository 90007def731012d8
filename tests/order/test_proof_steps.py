"""The steps of the appendix's proofs, each checked by numbers; misprinted ones as docs/errata.md has them."""

from __future__ import annotations

import math

import numpy as np
import pytest

from diskembed.geometry import make
from diskembed.order import (
    euclidean_cone_disks,
    euclidean_cones,
    hyperbolic_cone_disks,
    hyperbolic_cones,
    poincare,
)
from order.points import ball_points

K = 0.15
THETA = math.atan(2 * K)
X, Y = ball_points(2000, 0.2, 0.95, seed=1), ball_points(2000, 0.2, 0.95, seed=2)
SIZE_X, SIZE_Y = np.linalg.norm(X, axis=1), np.linalg.norm(Y, axis=1)
ORIGIN = np.zeros(3)
FAR_X, FAR_Y, APART = poincare.distance(ORIGIN, X), poincare.distance(ORIGIN, Y), poincare.distance(X, Y)
(CENTRE_X, R_X), (CENTRE_Y, R_Y) = (hyperbolic_cone_disks.to_disk(p, K=K) for p in (X, Y))
D = make("sphere", 2).distance(CENTRE_X, CENTRE_Y)
PSI, XI = hyperbolic_cones.aperture(X, K=K), hyperbolic_cones.angle(X, Y)


def same(left, right):
    np.testing.assert_allclose(left, right, rtol=1e-9, atol=1e-9)


@pytest.mark.paper("eq:x-norm", "eq:y-norm")
def test_norms_are_half_distance_tangents():
    same(SIZE_X, np.tanh(FAR_X / 2))
    same(SIZE_Y, np.tanh(FAR_Y / 2))


@pytest.mark.paper("eq:s-sin-psi", "eq:s-square", "eq:sin-psi", "eq:sin-psi-2")
def test_the_aperture_from_the_euclidean_triangle():
    s = (1 - 2 * SIZE_X * np.cos(R_X) + SIZE_X**2) / (2 * (1 - SIZE_X * np.cos(R_X)))
    same((1 - s) * np.sin(R_X), s * np.sin(PSI))
    same(s**2, SIZE_X**2 + (1 - s) ** 2 - 2 * SIZE_X * (1 - s) * np.cos(R_X))
    same(np.sin(PSI), np.sin(R_X) / (np.cosh(FAR_X) - np.sinh(FAR_X) * np.cos(R_X)))
    same(np.sin(PSI), 2 * K / np.sinh(FAR_X))


@pytest.mark.paper("eq:coth-d-x", "eq:coth-d-y", "eq:sin-psi-3")
def test_the_aperture_from_the_radius():
    same(1 / np.tanh(FAR_X), np.cos(R_X) + np.sin(R_X) / (2 * K))
    same(1 / np.tanh(FAR_X), np.sin(R_X + THETA) / math.sin(THETA))
    same(1 / np.tanh(FAR_Y), np.sin(R_Y + THETA) / math.sin(THETA))
    same(np.sin(PSI), math.tan(THETA) * np.sqrt(np.sin(R_X + THETA) ** 2 / math.sin(THETA) ** 2 - 1))
    same(np.sin(PSI), np.sqrt(np.sin(R_X) * np.sin(R_X + 2 * THETA)) / math.cos(THETA))


@pytest.mark.paper("eq:sinh-d-y", "eq:cos-D", "subsec:proof:loss-hyp-cones")
def test_the_hyperbolic_triangle():
    same(np.sinh(FAR_Y) * np.sin(D), np.sinh(APART) * np.sin(XI))
    same(np.cos(D), (np.cosh(FAR_X) * np.cosh(FAR_Y) - np.cosh(APART)) / (np.sinh(FAR_X) * np.sinh(FAR_Y)))
    same(hyperbolic_cone_disks.energy_of_disks(D, R_X, R_Y, K=K), XI - PSI)


@pytest.mark.paper(
    "eq:euc-sin-psi-rx",
    "eq:euc-sin-psi-ry",
    "eq:euc-sind",
    "eq:euc-sin-psi-k",
    "eq:euc-sin-phi-k",
    "eq:euc-dxy",
)
def test_the_euclidean_triangles():
    psi, phi = (euclidean_cones.aperture(p, K=K) for p in (X, Y))
    r_x, r_y = (euclidean_cone_disks.to_disk(p, K=K)[1] for p in (X, Y))
    apart = np.linalg.norm(X - Y, axis=1)
    same(np.sin(psi - r_x) / SIZE_X, np.sin(psi))
    same(np.sin(phi - r_y) / SIZE_Y, np.sin(phi))
    same(np.sin(euclidean_cones.angle(X, Y)) / SIZE_Y, np.sin(D) / apart)
    same(np.sin(psi), K / SIZE_X)
    same(np.sin(phi), K / SIZE_Y)
    same(apart**2, SIZE_X**2 + SIZE_Y**2 - 2 * SIZE_X * SIZE_Y * np.cos(D))


@pytest.mark.paper("eq:proof-l2-distance", "prop:convex-metric")
def test_the_square_of_a_difference_is_a_positive_combination():
    W = make("simplex", 3).parameters
    differences = X - Y
    weights = np.linalg.lstsq(W.T, differences.T, rcond=None)[0]
    weights -= weights.min(axis=0)  # the rows of W sum to zero
    assert (weights >= 0).all()
    same((weights * (W @ differences.T)).sum(axis=0), (differences**2).sum(axis=1))


@pytest.mark.paper("prop:partial-order")
def test_lower_cones_are_ordered_as_their_points():
    points = np.random.default_rng(0).integers(0, 4, size=(40, 2))
    below = (points[:, None] >= points).all(axis=-1)  # y below x where y_k >= x_k, eq:order-emb
    cones = [frozenset(np.flatnonzero(below[:, i])) for i in range(len(points))]
    for i, cone in enumerate(cones):
        for j, other in enumerate(cones):
            assert (cone <= other) == below[i, j]
