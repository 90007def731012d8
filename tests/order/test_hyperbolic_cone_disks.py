from __future__ import annotations

import math

import numpy as np
import pytest

from diskembed.errors import DomainError
from diskembed.geometry import make
from diskembed.order import hyperbolic_cone_disks as hd
from diskembed.order import hyperbolic_cones as hc
from diskembed.order.containment import contains
from order.points import ball_points

KS = [0.05, 0.1, 0.7]
SPHERE = make("sphere", 2)


def pairs(K, count=20_000):
    """Half of the pairs uniform, half close to contact from inside or outside."""
    inner = hc.inner_radius(K)
    x = ball_points(count, inner + 1e-6, 0.98, seed=1)
    y = ball_points(count, inner + 1e-6, 0.98, seed=2)
    near = slice(None, None, 2)
    outward = x[near] / np.linalg.norm(x[near], axis=1, keepdims=True)
    size = np.linalg.norm(y[near], axis=1, keepdims=True)
    tilted = outward + 0.1 * ball_points(len(outward), 0, 1, seed=3)
    y[near] = size * tilted / np.linalg.norm(tilted, axis=1, keepdims=True)
    return x, y


def as_disks(x, y, K):
    (centre, r), (other, s) = hd.to_disk(x, K=K), hd.to_disk(y, K=K)
    return SPHERE.distance(centre, other), r, s


@pytest.mark.paper("eq:hyp-cones-map", "theo:equiv-hyp-cones")
@pytest.mark.parametrize("K", KS)
def test_phi_hyp_is_the_printed_formula(K):
    x = ball_points(500, hc.inner_radius(K), 0.999)
    centre, r = hd.to_disk(x, K=K)
    size, theta = np.linalg.norm(x, axis=1), math.atan(2 * K)
    sine = (1 + size**2) / (2 * size) * math.sin(theta)
    np.testing.assert_allclose(np.sin(r + theta), sine, atol=1e-15)
    np.testing.assert_allclose(r, np.arcsin(np.minimum(sine, 1)) - theta, atol=3e-8)  # arcsin is steep at 1
    np.testing.assert_allclose(centre, x / size[:, None], atol=1e-15)


@pytest.mark.paper("eq:hyp-cones-map", "eq:coth-d-x")
@pytest.mark.parametrize("K", KS)
def test_phi_hyp_has_an_inverse_on_its_shell(K):
    x = ball_points(500, hc.inner_radius(K), 0.999999)
    np.testing.assert_allclose(hd.from_disk(*hd.to_disk(x, K=K), K=K), x, atol=1e-12)
    widest = hd.from_disk([0.0, 0.0, 1.0], hd.widest(K), K=K)
    np.testing.assert_allclose(widest, [0, 0, hc.inner_radius(K)], rtol=1e-7)


@pytest.mark.paper("theo:equiv-hyp-cones")
@pytest.mark.parametrize("K", KS)
def test_cones_are_ordered_as_their_disks(K):
    x, y = pairs(K)
    (centre, r), (other, s) = hd.to_disk(x, K=K), hd.to_disk(y, K=K)
    by_disks = contains(SPHERE, centre, r, other, s)
    np.testing.assert_array_equal(by_disks, hc.contains(x, y, K=K))
    assert by_disks.any()
    assert not by_disks.all()


@pytest.mark.paper("theo:loss-hyp-cones", "eq:loss-hyp-cones-equiv")
@pytest.mark.parametrize("K", KS)
def test_the_energy_follows_from_distance_and_radii(K):
    x, y = pairs(K)
    energy = hc.energy(x, y, K=K)
    np.testing.assert_allclose(hd.energy_of_disks(*as_disks(x, y, K), K=K), energy, atol=1e-11)
    assert (energy > math.pi / 2).any()  # where the printed arcsin folds


@pytest.mark.paper("theo:loss-hyp-cones", "eq:loss-hyp-cones-equiv")
@pytest.mark.parametrize("K", KS)
def test_the_printed_coefficient_gives_the_sine(K):
    x, y = pairs(K)
    d, r, s = as_disks(x, y, K)
    sine = np.sin(hc.energy(x, y, K=K))
    np.testing.assert_allclose(hd.coefficient(d, r, s, K=K) * 2 * np.sin((d - r + s) / 2), sine, atol=1e-11)
    theta = math.atan(2 * K)
    s_i, s_j = np.sin(r + theta) / math.sin(theta), np.sin(s + theta) / math.sin(theta)
    printed = np.cos((r + s - d) / 2 + theta) / (math.cos(theta) * math.sin(theta))
    square = s_i**2 + s_j**2 - 2 * s_i * s_j * np.cos(d) - np.sin(d) ** 2
    safe = square > 1e-3
    printed = printed[safe] * np.sqrt((np.sin(r) * np.sin(r + 2 * theta))[safe] / square[safe])
    np.testing.assert_allclose(hd.coefficient(d, r, s, K=K)[safe], printed, rtol=1e-9)


@pytest.mark.paper("eq:loss-hyp-cones-approx")
@pytest.mark.parametrize("K", KS)
def test_the_linear_energy_errs_by_the_square_of_the_protrusion(K):
    r, s = 0.4 * hd.widest(K), 0.1 * hd.widest(K)
    for sign in (1, -1):
        protrusions = sign * s * np.array([1e-2, 1e-3, 1e-4])
        d = r - s + protrusions
        errors = np.abs(hd.energy_of_disks(d, r, s, K=K) - hd.linear_energy(d, r, s, K=K))
        np.testing.assert_allclose(errors[:-1] / errors[1:], 100, rtol=0.1)
    assert hd.slope_at_contact(r, s, K=K) == pytest.approx(
        (hd.energy_of_disks(r - s + 1e-7, r, s, K=K)) / 1e-7, rel=1e-4
    )


def test_linear_energy_needs_a_larger_ancestor():
    with pytest.raises(DomainError, match="smaller disk"):
        hd.linear_energy(0.1, 0.2, 0.2, K=0.1)


def test_coincident_disks_have_the_energy_of_coincident_points():
    x = np.array([0.3, 0.2, 0.1])
    _, r = hd.to_disk(x, K=0.1)
    assert hd.energy_of_disks(0.0, r, r, K=0.1) == pytest.approx(hc.energy(x, x, K=0.1), abs=1e-15)
    assert np.isinf(hd.coefficient(0.0, r, r, K=0.1))


@pytest.mark.parametrize("radius", [0.0, -0.1, 1.6, np.nan])
def test_radii_that_belong_to_no_cone_are_refused(radius):
    with pytest.raises(DomainError, match="radius of a cone's disk"):
        hd.from_disk([1.0, 0.0], radius, K=0.1)
    with pytest.raises(DomainError, match="radius of a cone's disk"):
        hd.energy_of_disks(0.1, 0.2, radius, K=0.1)


@pytest.mark.parametrize("d", [-1e-9, 3.15, np.nan])
def test_distances_that_no_centres_have_are_refused(d):
    for function in (hd.energy_of_disks, hd.coefficient, hd.linear_energy):
        with pytest.raises(DomainError, match=r"distance of two centres .* from 0 up to 3\.14159265"):
            function(d, 0.4, 0.2, K=0.1)


def test_radii_near_the_border_keep_their_digits():
    K, room = 0.1, 1e-7
    _, r = hd.to_disk([1 - room, 0.0], K=K)
    coth, csch = hd.coth_and_csch(r, K=K)
    assert 1 / csch == pytest.approx(math.sinh(2 * math.atanh(1 - room)), rel=1e-9)
    assert coth == pytest.approx(1, abs=1e-13)


def test_float32_stays_float32():
    x = np.float32(ball_points(100, 0.2, 0.9))
    centre, r = hd.to_disk(x, K=0.1)
    assert centre.dtype == r.dtype == np.float32
    d = SPHERE.distance(centre, centre[::-1])
    assert hd.energy_of_disks(d, r, r[::-1], K=0.1).dtype == np.float32
    np.testing.assert_allclose(
        hd.energy_of_disks(d, r, r[::-1], K=0.1), hc.energy(x, x[::-1], K=0.1), atol=1e-3
    )
