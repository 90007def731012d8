"""The sphere's formulas as the paper prints them, and what happens at antipodes."""

from __future__ import annotations

import numpy as np
import pytest

from diskembed.geometry.sphere import Sphere

SPHERE = Sphere(3)
RNG = np.random.default_rng(0)
X, Y = SPHERE.project(RNG.normal(size=(2, 100, 4)))


@pytest.mark.paper("sec:disk_embedding")
def test_distance_gradient_and_exp_are_the_papers():
    cosine = (X * Y).sum(axis=1, keepdims=True)
    np.testing.assert_allclose(SPHERE.distance(X, Y), np.arccos(cosine[:, 0]), rtol=1e-12)
    h = Y - cosine * X
    h /= np.linalg.norm(h, axis=1, keepdims=True)
    np.testing.assert_allclose(SPHERE.gradients(X, Y)[0], -h, rtol=0, atol=1e-13)
    np.testing.assert_allclose(SPHERE.exp(X, 0.7 * h), X * np.cos(0.7) + h * np.sin(0.7), rtol=0, atol=1e-14)


def test_known_angles():
    east, north = np.eye(4)[1], np.eye(4)[3]
    assert SPHERE.distance(east, north) == pytest.approx(np.pi / 2, rel=1e-15)
    assert SPHERE.distance(east, -east) == np.pi
    np.testing.assert_allclose(SPHERE.log(east, north), np.pi / 2 * north, rtol=1e-15)


def test_antipodes_are_joined_by_one_geodesic_that_all_functions_agree_on():
    at = np.array([0.5, -0.5, 0.1, np.sqrt(0.49)])
    v = SPHERE.log(at, -at)
    leaving = v / np.pi
    assert np.argmax(np.abs(v)) == 2  # the axis that the point is least aligned with
    np.testing.assert_allclose(SPHERE.norm(at, v), np.pi, rtol=1e-15)
    np.testing.assert_allclose(SPHERE.exp(at, v), -at, rtol=0, atol=1e-15)
    for gradient in SPHERE.gradients(at, -at):
        np.testing.assert_allclose(gradient, -leaving, rtol=0, atol=1e-15)
    np.testing.assert_allclose(SPHERE.transport(at, -at, v), -v, rtol=0, atol=1e-14)
    out = np.zeros(4)
    SPHERE.scalars.toward(SPHERE.parameters, at, -at, np.pi, 0.3, out)
    np.testing.assert_allclose(out, SPHERE.exp(at, 0.3 * leaving), rtol=0, atol=1e-15)


def test_translation_by_the_antipode_of_the_origin_is_a_rotation_too():
    half_turn = SPHERE.translate(np.eye(4), -SPHERE.origin())
    np.testing.assert_array_equal(half_turn, np.diag([-1.0, -1.0, 1.0, 1.0]))


def test_translations_keep_orientation():
    for by in Y[:10]:
        assert np.linalg.det(SPHERE.translate(np.eye(4), by)) == pytest.approx(1)


def test_zero_is_projected_to_the_origin():
    np.testing.assert_array_equal(SPHERE.project(np.zeros((2, 4))), [SPHERE.origin()] * 2)


@pytest.mark.parametrize("size", [5e-324, 1e-200, 1e-3, 1.0, 1e200, 1e308])
def test_any_other_vector_keeps_its_direction_however_long_it_is(size):
    even = np.full(4, size)
    np.testing.assert_allclose(SPHERE.project(even), 0.5, rtol=1e-15)
    if 1e-36 < size < 1e36:
        np.testing.assert_allclose(SPHERE.project(np.float32(even)), 0.5, rtol=1e-7)
