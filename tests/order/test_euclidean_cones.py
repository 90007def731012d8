from __future__ import annotations

import math

import numpy as np
import pytest

from diskembed.errors import DomainError
from diskembed.geometry import make
from diskembed.order import euclidean_cone_disks as ed
from diskembed.order import euclidean_cones as ec
from diskembed.order.containment import contains
from order.points import ball_points

K = 0.2
SPHERE = make("sphere", 2)


def pairs(count=20_000):
    """Apexes inside and outside the unit ball; half of the descendants near the ancestor's axis."""
    x, y = ball_points(count, K, 2.5, seed=1), ball_points(count, K, 2.5, seed=2)
    tilted = x[::2] / np.linalg.norm(x[::2], axis=1, keepdims=True) + 0.1 * ball_points(count // 2, 0, 1)
    y[::2] = tilted * np.linalg.norm(y[::2], axis=1, keepdims=True)
    return x, np.maximum(1, 1.001 * K / np.linalg.norm(y, axis=1, keepdims=True)) * y


@pytest.mark.paper("eq:euc-sind", "eq:euc-dxy")
def test_the_angle_is_that_between_the_apex_and_the_step():
    x, y = pairs(2000)
    cosine = np.einsum("ij,ij->i", x, y - x) / np.linalg.norm(x, axis=1) / np.linalg.norm(y - x, axis=1)
    np.testing.assert_allclose(np.cos(ec.angle(x, y)), cosine, atol=1e-13)


@pytest.mark.paper("eq:euc-sin-psi-k", "eq:euc-sin-phi-k")
def test_the_aperture_narrows_outwards():
    assert ec.aperture([0.4, 0.0], K=K) == pytest.approx(math.pi / 6)
    assert ec.aperture([K, 0.0], K=K) == pytest.approx(math.pi / 2)
    assert ec.contains([0.4, 0.0], [2.0, 0.5], K=K)
    assert not ec.contains([2.0, 0.5], [0.4, 0.0], K=K)
    assert ec.contains([0.4, 0.0], [0.4, 0.0], K=K)


@pytest.mark.paper("eq:euc-sin-psi-rx", "eq:euc-sin-psi-ry")
def test_cones_are_disks_with_an_inverse_map():
    x, y = pairs()
    (centre, r), (other, s) = ed.to_disk(x, K=K), ed.to_disk(y, K=K)
    np.testing.assert_array_equal(contains(SPHERE, centre, r, other, s), ec.contains(x, y, K=K))
    np.testing.assert_allclose(ed.from_disk(centre, r, K=K), x, atol=1e-12)
    assert (r < 0).any()
    size, psi = np.linalg.norm(x, axis=1), ec.aperture(x, K=K)
    np.testing.assert_allclose(np.sin(psi - r) / size, np.sin(psi), atol=1e-13)


@pytest.mark.paper("eq:euc-sin-psi-rx", "eq:euc-dxy")
def test_the_disk_is_where_the_cone_leaves_the_unit_ball():
    for angle in np.linspace(0.1, 1.2, 12):
        x = np.array([math.sin(angle) * 0.5, math.cos(angle) * 0.5, 0.0])
        centre, r = ed.to_disk(x, K=K)
        rim = math.cos(r) * centre + math.sin(r) * np.array([0.0, 0.0, 1.0])
        assert ec.energy(x, rim, K=K) == pytest.approx(0, abs=1e-13)


@pytest.mark.paper("eq:euc-dxy", "eq:euc-sind")
def test_the_corrected_formula_of_the_appendix():
    x, y = pairs()
    (centre, r), (other, s) = ed.to_disk(x, K=K), ed.to_disk(y, K=K)
    d = SPHERE.distance(centre, other)
    energy = ec.energy(x, y, K=K)
    np.testing.assert_allclose(ed.energy_of_disks(d, r, s, K=K), energy, atol=1e-11)
    high, low, shift = np.sin(r + math.asin(K)), np.sin(s + math.asin(K)), math.asin(K)
    root = np.sqrt(high**2 + low**2 - 2 * high * low * np.cos(d))
    sine = 2 * high * np.sin((r - s - d) / 2) * np.cos((r + s - d) / 2 + shift) / root
    np.testing.assert_allclose(np.sin(-energy), sine, atol=1e-10)


def test_coincident_disks_and_points():
    x = np.array([0.5, 0.0, 0.1])
    _, r = ed.to_disk(x, K=K)
    assert ed.energy_of_disks(0.0, r, r, K=K) == pytest.approx(ec.energy(x, x, K=K))
    assert ec.energy(x, x, K=K) == -ec.aperture(x, K=K)
    for y in (x, 2 * x, 0.5 * x, -x):
        for gradient in ec.angle_gradients(x, y):
            np.testing.assert_array_equal(gradient, 0)


@pytest.mark.parametrize("point", [[0.0, 0.0], [0.1, 0.1], [np.nan, 1.0]])
def test_an_apex_too_near_the_origin_is_refused(point):
    with pytest.raises(DomainError, match=">= K"):
        ec.aperture(point, K=K)


def test_what_no_cone_has_is_refused():
    with pytest.raises(DomainError, match="radius of a cone's disk"):
        ed.from_disk([1.0, 0.0], -math.asin(K), K=K)
    with pytest.raises(DomainError, match="radius of a cone's disk"):
        ed.energy_of_disks(0.1, 1.6, 0.1, K=K)
    with pytest.raises(DomainError, match="distance of two centres"):
        ed.energy_of_disks(3.2, 0.2, 0.1, K=K)
    with pytest.raises(DomainError, match="0 < K <= 1"):
        ed.to_disk([3.0, 0.0], K=2.0)


def test_the_aperture_gradient_is_steep_and_finite_at_its_end():
    gradient = ec.aperture_gradient([K, 0.0], K=K)
    assert -np.inf < gradient[0] < -1e7
    assert gradient[1] == 0


def test_float32_stays_float32():
    x, y = (np.float32(points) for points in pairs(200))
    assert ec.energy(x, y, K=K).dtype == np.float32
    np.testing.assert_allclose(
        ec.energy(x, y, K=K), ec.energy(x.astype(float), y.astype(float), K=K), atol=1e-3
    )
    centre, r = ed.to_disk(x, K=K)
    assert centre.dtype == r.dtype == ed.from_disk(centre, r, K=K).dtype == np.float32
