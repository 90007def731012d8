from __future__ import annotations

import math

import numpy as np
import pytest

from diskembed.errors import DomainError
from diskembed.order.containment import contains, protrusion
from order.shadow_cases import CASES

pytestmark = pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())


@pytest.mark.paper("eq:formal-disk")
def test_shadows_are_ordered_as_their_disks(case):
    u, v = case.pairs(20_000)
    (centre, r), (other, s) = (case.cone.to_disk(p, **case.options) for p in (u, v))
    clear = np.abs(protrusion(case.space, centre, r, other, s)) > 1e-12
    by_disks, by_cones = contains(case.space, centre, r, other, s), case.cone.contains(u, v, **case.options)
    np.testing.assert_array_equal(by_disks[clear], by_cones[clear])
    assert 0.2 < by_cones.mean() < 0.8


def test_disks_have_the_radii_they_should_and_an_inverse_map(case):
    u = case.points(500, seed=1)
    centre, r = case.cone.to_disk(u, **case.options)
    assert (r > 0).all()
    assert (r <= case.widest + 1e-12).all()
    np.testing.assert_allclose(case.cone.from_disk(centre, r, **case.options), u, rtol=1e-12, atol=1e-14)


def test_the_energy_is_the_distance_to_the_cones_border(case):
    """Against the nearest of many border points: those whose disks touch the ancestor's from inside."""
    u, v = case.pairs(60)
    energy = case.cone.energy(u, v, **case.options)
    for k in range(len(u)):
        nearest = case.distance(border(case, u[k], v[k]), v[k]).min()
        assert abs(energy[k]) == pytest.approx(nearest, abs=2e-3)
    assert (energy > 1).any()
    assert (energy < 0).any()


def border(case, u, v, count=4000):
    """Points of the border of u's cone, in the half plane through the cone's axis and v."""
    (centre, r), (other, _) = case.cone.to_disk(u, **case.options), case.cone.to_disk(v, **case.options)
    s = r * np.exp(np.linspace(-9, 0, count))
    away = case.space.log(centre, other)
    away = away / case.space.norm(centre, away)
    return case.cone.from_disk(case.space.exp(centre, (r - s)[:, None] * away), s, **case.options)


@pytest.mark.paper("eq:protrution")
def test_the_energy_is_a_function_of_distance_and_radii(case):
    u, v = case.pairs(20_000)
    energy = case.cone.energy(u, v, **case.options)
    of_disks = case.cone.energy_of_disks(*case.disks(u, v), **case.options)
    near_apex = np.abs(energy - case.distance(u, v)) < 1e-9
    np.testing.assert_allclose(of_disks[~near_apex], energy[~near_apex], atol=1e-9)
    np.testing.assert_array_equal(np.sign(of_disks), np.sign(energy))
    assert near_apex.any()
    assert not near_apex[energy < -1e-9].any()


def test_the_energy_never_exceeds_the_distance_to_the_apex(case):
    u, v = case.pairs(5000)
    energy = case.cone.energy(u, v, **case.options)
    assert (np.abs(energy) <= case.distance(u, v) + 1e-9).all()


def test_the_energy_is_continuous_where_the_apex_takes_over(case):
    u, v = case.pairs(2000)
    ends = [case.cone.energy(u, w, **case.options) for w in (v, v[::-1])]
    distances = case.distance(v, v[::-1])
    assert (np.abs(ends[0] - ends[1]) <= distances + 1e-9).all()  # 1-Lipschitz


def test_a_cone_contains_its_own_apex_on_the_border(case):
    u = case.points(200, seed=3)
    np.testing.assert_allclose(case.cone.energy(u, u, **case.options), 0, atol=1e-12)


def test_containment_is_transitive(case):
    u, v = case.pairs(200)
    points = np.vstack([u, v])
    table = case.cone.energy(points[:, None], points, **case.options) <= 1e-12
    two_steps = (table[:, :, None] & table[None]).any(axis=1)
    assert (case.cone.energy(points[:, None], points, **case.options)[two_steps] <= 1e-9).all()


def test_radii_that_belong_to_no_cone_are_refused(case):
    centre, _ = case.cone.to_disk(case.points(1, seed=1), **case.options)
    for radius in (0.0, -0.5, math.nan, 2 * case.widest if math.isfinite(case.widest) else -math.inf):
        with pytest.raises(DomainError, match="radius"):
            case.cone.from_disk(centre, radius, **case.options)


def test_distances_that_no_centres_have_are_refused(case):
    _, r = case.cone.to_disk(case.points(1, seed=1), **case.options)
    for d in (-0.1, math.nan, 3.2 if case.in_ball else -math.inf):
        with pytest.raises(DomainError, match="distance of two centres"):
            case.cone.energy_of_disks(d, r, r, **case.options)


def test_points_outside_the_space_are_refused(case):
    good = case.points(1, seed=1)
    bad = {True: [[1.0, 0, 0], [0, 0, 0]], False: [[0, 0, 0.0], [0, 0, -1.0]]}[case.in_ball]
    for point in (*bad, [math.nan, 0.1, 0.2] if case.in_ball else [0.1, 0.2, math.nan]):
        with pytest.raises(DomainError):
            case.cone.energy(np.array([point]), good, **case.options)
    with pytest.raises(DomainError):
        case.cone.energy(good, np.array([bad[0]]), **case.options)


def test_float32_stays_float32(case):
    u, v = case.pairs(500)
    single = np.float32(u), np.float32(v)
    energy = case.cone.energy(*single, **case.options)
    assert energy.dtype == np.float32
    np.testing.assert_allclose(energy, case.cone.energy(u, v, **case.options), atol=2e-3)
    disk = case.cone.to_disk(single[0], **case.options)
    assert disk[0].dtype == disk[1].dtype == np.float32
    assert case.cone.from_disk(*disk, **case.options).dtype == np.float32
    assert case.cone.energy_of_disks(disk[1], disk[1], disk[1], **case.options).dtype == np.float32
    assert {g.dtype for g in case.cone.energy_gradients(*single, **case.options)} == {np.dtype(np.float32)}
