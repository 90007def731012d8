"""What is special to one kind of shadow cone."""

from __future__ import annotations

import math

import numpy as np
import pytest

from diskembed.errors import DomainError
from diskembed.geometry.coordinates import lorentz_from_half_space
from diskembed.order import hyperbolic_cones
from diskembed.order.shadow_cones import (
    penumbral_ball,
    penumbral_half_space,
    umbral_ball,
    umbral_half_space,
)
from diskembed.order.shadow_cones._half_space import distance
from order.points import half_space_points
from order.shadow_cases import CASES, LORENTZ


def test_the_half_spaces_distance_is_the_hyperboloids():
    u, v = half_space_points(500, 1e-3, 10, seed=1), half_space_points(500, 1e-3, 10, seed=2)
    exact = LORENTZ.distance(lorentz_from_half_space(u), lorentz_from_half_space(v))
    np.testing.assert_allclose(distance(u, v), exact, rtol=1e-9)


@pytest.mark.parametrize("scale", [1e-6, 1.0, 1e6])
def test_umbral_half_space_energies_are_scale_free(scale):
    u, v = CASES["umbral_half_space"].pairs(500)
    once = umbral_half_space.energy(u, v, object_radius=0.3)
    np.testing.assert_allclose(
        umbral_half_space.energy(scale * u, scale * v, object_radius=0.3), once, atol=1e-9
    )


def test_umbral_half_space_the_objects_shadow_lies_in_the_shadow():
    """From the definition: the rim of the child's ball, dropped straight down, falls into the shadow."""
    u, v, size = np.array([0.2, 0.0, 1.0]), np.array([0.3, 0.1, 0.5]), 0.3
    centre, r = umbral_half_space.to_disk(u, object_radius=size)
    turn = np.linspace(0, 2 * np.pi, 100)
    ball = math.sinh(size) * v[2]  # the Euclidean radius of the hyperbolic ball; its centre is v' still
    rim = v[:2] + ball * np.column_stack([np.cos(turn), np.sin(turn)])
    inside = np.linalg.norm(rim - centre, axis=1).max() <= r
    assert inside == umbral_half_space.contains(u, v, object_radius=size)
    on_ball = np.array([v[0] + ball, v[1], math.cosh(size) * v[2]])
    assert distance(v, on_ball) == pytest.approx(size)


@pytest.mark.paper("eq:hyp-cones", "theo:equiv-hyp-cones")
def test_penumbral_ball_cones_are_entailment_cones():
    case = CASES["penumbral_ball"]
    u, v = case.pairs(5000)
    K = penumbral_ball.entailment_constant(0.3)
    assert pytest.approx(math.sinh(0.3) / 2) == K
    assert hyperbolic_cones.inner_radius(K) == pytest.approx(math.tanh(0.3 / 2))
    angles, energy = hyperbolic_cones.energy(u, v, K=K), penumbral_ball.energy(u, v, source_radius=0.3)
    np.testing.assert_array_equal(np.sign(angles), np.sign(energy))
    below = angles <= math.pi / 2
    np.testing.assert_allclose(
        np.sinh(energy[below]), (np.sinh(case.distance(u, v)) * np.sin(angles))[below], atol=1e-9
    )


@pytest.mark.parametrize("angle", [0.1, 1.0, 2.0, 3.0])
@pytest.mark.parametrize("further", [0.02, 0.3])
def test_penumbral_half_space_angles_are_those_of_the_tangents(angle, further):
    """Geodesics are half circles: this one leaves u at an angle off straight down."""
    height = 0.8
    radius = height / math.sin(angle)
    turns = angle, angle * (1 - further)
    u, v = (radius * np.array([math.cos(turn), math.sin(turn)]) for turn in turns)
    assert u[1] == pytest.approx(height)
    assert penumbral_half_space.angle(u, v) == pytest.approx(angle)


def test_penumbral_half_space_cones_come_from_geodesics_that_graze_the_source():
    height, u = 3.0, np.array([0.5, 0.0, 1.2])
    root = math.sqrt(height**2 - u[2] ** 2)
    turn = np.linspace(1e-3, math.asin(u[2] / height), 50)
    on_circle = np.column_stack([u[0] - root + height * np.cos(turn), np.zeros(50), height * np.sin(turn)])
    energy = penumbral_half_space.energy(u, on_circle, source_height=height)
    np.testing.assert_allclose(energy, 0, atol=1e-10)
    assert penumbral_half_space.aperture(u, source_height=height) == pytest.approx(math.asin(0.4))


def test_penumbral_half_space_an_apex_inside_the_source_is_refused():
    with pytest.raises(DomainError, match="height of a cone's apex"):
        penumbral_half_space.energy([0.0, 3.1], [0.0, 1.0], source_height=3.0)
    on_top = penumbral_half_space.energy([0.0, 3.0], [0.0, 1.0], source_height=3.0)
    assert on_top < 0
    for gradient in penumbral_half_space.energy_gradients([0.0, 3.0], [0.5, 1.0], source_height=3.0):
        assert np.isfinite(gradient).all()


def test_umbral_ball_shadows_are_seen_from_the_origin_under_the_objects_angle():
    """The tangent from the origin to a hyperbolic ball: sin(angle) = sinh(object) / sinh(distance)."""
    u, size = np.array([0.6, 0.0]), 0.3
    far = 2 * math.atanh(0.6)
    near, further = math.tanh((far - size) / 2), math.tanh((far + size) / 2)
    middle, radius = (near + further) / 2, (further - near) / 2  # the ball as a Euclidean circle
    _, r = umbral_ball.to_disk(u, object_radius=size)
    assert math.sin(r) == pytest.approx(radius / middle)


def test_umbral_ball_an_object_that_holds_the_origin_has_no_shadow():
    with pytest.raises(DomainError, match="apex"):
        umbral_ball.to_disk([math.tanh(0.29 / 2), 0.0], object_radius=0.3)
    wide = umbral_ball.to_disk([math.tanh(0.3 / 2), 0.0], object_radius=0.3)[1]
    assert wide == pytest.approx(math.pi / 2, abs=1e-6)


def test_umbral_ball_a_descendant_at_the_origin_is_before_every_apex():
    u = np.array([0.6, 0.0])
    assert umbral_ball.energy(u, [0.0, 0.0], object_radius=0.3) == pytest.approx(2 * math.atanh(0.6))
    for gradient in umbral_ball.energy_gradients(u, [0.0, 0.0], object_radius=0.3):
        assert np.isfinite(gradient).all()


def test_far_sources_make_penumbral_cones_of_the_half_space_a_function_of_protrusion_and_height():
    """As the source rises, asinh(l (d + 2c - r - s) / (2 c h)) tends to asinh(l / h)."""
    u, v = np.array([0.0, 1.0]), np.array([0.3, 0.9])
    low = [penumbral_half_space.energy(u, v, source_height=c) for c in (1e3, 1e5)]
    centre, r = penumbral_half_space.to_disk(u, source_height=1e5)
    other, s = penumbral_half_space.to_disk(v, source_height=1e5)
    limit = math.asinh((abs(centre - other)[0] - r + s) / 0.9)
    assert abs(low[1] - limit) < abs(low[0] - limit) + 1e-12
    assert low[1] == pytest.approx(limit, abs=1e-5)
