from __future__ import annotations

import numpy as np
import pytest

from diskembed.errors import DomainError
from diskembed.order import poincare
from order.points import ball_points


@pytest.mark.paper("sec:preliminaries", "eq:x-norm", "eq:y-norm")
def test_the_distance_is_the_printed_arcosh():
    x, y = ball_points(1000, 0, 0.99, seed=1), ball_points(1000, 0, 0.99, seed=2)
    xx, yy = (x**2).sum(axis=1), (y**2).sum(axis=1)
    printed = np.arccosh(1 + 2 * ((x - y) ** 2).sum(axis=1) / ((1 - xx) * (1 - yy)))
    np.testing.assert_allclose(poincare.distance(x, y), printed, rtol=1e-9)
    from_origin = 2 * np.arctanh(np.sqrt(xx))
    np.testing.assert_allclose(poincare.distance(np.zeros(3), x), from_origin, rtol=1e-13)


@pytest.mark.parametrize("gap", [1e-5, 1e-9, 1e-13])
def test_near_points_far_out_keep_their_distance(gap):
    x = np.array([0.999, 0.0])
    expected = 2 * gap / ((1 - 0.999) * (1 + 0.999))
    np.testing.assert_allclose(poincare.distance(x, x + np.array([0.0, gap])), expected, rtol=1e-4)


@pytest.mark.paper("sec:experiments")
@pytest.mark.parametrize("a", [0.0, 1.0, 30.0])
def test_the_score_is_lower_for_the_inner_point_as_ancestor(a):
    inner, outer = np.array([0.1, 0.0]), np.array([0.7, 0.2])
    d = poincare.distance(inner, outer)
    assert poincare.score(inner, outer, a=a) == pytest.approx((1 + a * (0.1 - np.linalg.norm(outer))) * d)
    if a:
        assert poincare.score(inner, outer, a=a) < poincare.score(outer, inner, a=a)


def test_gradients_are_zero_at_coincident_points():
    x = np.array([0.3, 0.4])
    for gradient in (*poincare.distance_gradients(x, x), *poincare.score_gradients(x, x, a=2.0)):
        np.testing.assert_array_equal(gradient, 0)


def test_the_riemannian_gradient_has_unit_length():
    x, y = ball_points(200, 0, 0.95, seed=1), ball_points(200, 0, 0.95, seed=2)
    for point, gradient in zip((x, y), poincare.distance_gradients(x, y), strict=True):
        scale = (1 - (point**2).sum(axis=1)) / 2
        np.testing.assert_allclose(scale * np.linalg.norm(gradient, axis=1), 1, rtol=1e-12)


def test_at_the_origin_the_scores_gradient_is_finite():
    by_x, _ = poincare.score_gradients(np.zeros(2), [0.5, 0.0], a=2.0)
    np.testing.assert_allclose(by_x, [-2 * (1 - 2 * 0.5), 0.0])


@pytest.mark.parametrize("point", [[1.0, 0.0], [3.0, 0.0], [np.nan, 0.0]])
def test_points_outside_the_ball_are_refused(point):
    with pytest.raises(DomainError, match="Poincare ball"):
        poincare.distance([0.0, 0.0], point)
    with pytest.raises(DomainError, match="Poincare ball"):
        poincare.score_gradients(point, [0.0, 0.0], a=1.0)


def test_float32_stays_float32():
    x, y = np.float32(ball_points(100, 0, 0.9, seed=1)), np.float32(ball_points(100, 0, 0.9, seed=2))
    assert poincare.score(x, y, a=3.0).dtype == np.float32
    exact = poincare.score(x.astype(float), y.astype(float), a=3.0)
    np.testing.assert_allclose(poincare.score(x, y, a=3.0), exact, rtol=1e-4, atol=1e-5)
