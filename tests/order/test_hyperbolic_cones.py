from __future__ import annotations

import numpy as np
import pytest

from diskembed.errors import DomainError
from diskembed.order import hyperbolic_cones as hc
from order.points import ball_points


@pytest.mark.paper("eq:hyp-cones")
def test_the_angle_is_the_published_arccos():
    x, y = ball_points(3000, 0.1, 0.95, seed=1), ball_points(3000, 0.1, 0.95, seed=2)
    xx, yy, xy = (np.einsum("ij,ij->i", a, b) for a, b in ((x, x), (y, y), (x, y)))
    cosine = (xy * (1 + xx) - xx * (1 + yy)) / (
        np.sqrt(xx) * np.linalg.norm(x - y, axis=1) * np.sqrt(1 + xx * yy - 2 * xy)
    )
    np.testing.assert_allclose(np.cos(hc.angle(x, y)), cosine, atol=1e-13)


@pytest.mark.paper("eq:hyp-cones")
def test_the_angle_along_a_ray_is_zero_outwards_and_pi_inwards():
    x = np.array([0.3, 0.4])
    assert hc.angle(x, 1.5 * x) == pytest.approx(0, abs=1e-15)
    assert hc.angle(x, 0.5 * x) == pytest.approx(np.pi)
    assert hc.angle(x, -x) == pytest.approx(np.pi)
    assert hc.angle(x, np.zeros(2)) == pytest.approx(np.pi)
    assert hc.angle(x, x) == 0


@pytest.mark.paper("eq:hyp-cones", "eq:loss-hyp-cones", "eq:sin-psi-2")
def test_the_order_points_outwards():
    K, inner, outer = 0.1, np.array([0.3, 0.0]), np.array([0.8, 0.01])
    assert hc.contains(inner, outer, K=K)
    assert not hc.contains(outer, inner, K=K)
    assert hc.energy(inner, outer, K=K) == pytest.approx(
        hc.angle(inner, outer) - np.arcsin(K * (1 - 0.09) / 0.3)
    )


@pytest.mark.paper("eq:hyp-cones")
def test_containment_is_transitive_and_a_cone_contains_its_apex():
    x = ball_points(120, 0.28, 0.9, n=2)
    table = hc.contains(x[:, None], x, K=0.3)
    assert table.diagonal().all()
    assert not (table & table.T & ~np.eye(len(x), dtype=bool)).any()
    two_steps = (table[:, :, None] & table[None]).any(axis=1)
    assert (two_steps <= table).all()
    assert two_steps.sum() > len(x)


@pytest.mark.paper("theo:equiv-hyp-cones")
@pytest.mark.parametrize("K", [1e-3, 0.1, 1.0, 50.0])
def test_the_inner_radius_has_a_right_angle_for_aperture(K):
    radius = hc.inner_radius(K)
    assert K * (1 - radius**2) / radius == pytest.approx(1, rel=1e-14)
    assert hc.aperture([radius, 0.0], K=K) == pytest.approx(np.pi / 2, abs=1e-7)
    gradient = hc.aperture_gradient([radius, 0.0], K=K)
    assert np.isfinite(gradient).all()
    assert gradient[0] < -1e5
    with pytest.raises(DomainError, match=r"<= \|x\| < 1"):
        hc.aperture([0.99 * radius, 0.0], K=K)


@pytest.mark.parametrize("point", [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [np.nan, 0.5]])
def test_an_apex_outside_its_shell_is_refused(point):
    for function in (hc.energy, hc.contains):
        with pytest.raises(DomainError, match=r"cone's apex|Poincare ball"):
            function(point, [0.5, 0.5], K=0.1)


@pytest.mark.parametrize("point", [[1.0, 0.0], [np.nan, 0.5]])
def test_a_descendant_outside_the_ball_is_refused(point):
    with pytest.raises(DomainError, match="< 1 in the Poincare ball"):
        hc.angle([0.5, 0.5], point)


def test_a_descendant_at_the_origin_is_behind_every_cone():
    assert hc.energy([0.5, 0.0], [0.0, 0.0], K=0.1) == pytest.approx(np.pi - np.arcsin(0.1 * 0.75 / 0.5))


@pytest.mark.parametrize("gap", [1e-3, 1e-6, 1e-9, 1e-12])
def test_near_points_keep_their_angle(gap):
    """At distance g sideways from x the angle is a right angle, plus what the curvature bends: O(g)."""
    x = np.array([0.5, 0.0])
    np.testing.assert_allclose(hc.angle(x, x + np.array([0.0, gap])), np.pi / 2, atol=2 * gap)
    diagonal = hc.angle(x, x + gap * np.array([1.0, 1.0]))
    np.testing.assert_allclose(diagonal, np.pi / 4, atol=2 * gap + 1e-15 / gap)


def test_gradients_are_zero_at_kinks():
    x = np.array([0.3, 0.4])
    for y in (x, 2 * x / 1.5, 0.5 * x, -x, np.zeros(2)):
        by_x, by_y = hc.angle_gradients(x, y)
        np.testing.assert_array_equal(by_x, 0)
        np.testing.assert_array_equal(by_y, 0)


def test_float32_near_the_border():
    x, y = ball_points(200, 0.3, 0.99, seed=1), ball_points(200, 0.3, 0.99, seed=2)
    single = hc.energy(np.float32(x), np.float32(y), K=0.1)
    assert single.dtype == np.float32
    np.testing.assert_allclose(single, hc.energy(x, y, K=0.1), atol=2e-4)
    assert {g.dtype for g in hc.energy_gradients(np.float32(x), np.float32(y), K=0.1)} == {
        np.dtype(np.float32)
    }
