"""What every geometry's compiled scalar forms must obey: above all, to be the array forms' twins."""

from __future__ import annotations

import numpy as np

from diskembed.geometry import Geometry
from diskembed.geometry.arrays import Array

from .table import law, pairs, rounding, vectors


@law()
def scalar_distance_and_gradients_are_the_arrays_twins(geometry: Geometry, points: Array) -> None:
    x, y = pairs(points)
    far, by_x, by_y = geometry.distance(x, y), *geometry.gradients(x, y)
    slack = rounding(geometry, x, y, size=far)
    for i in range(len(x)):
        gx, gy = np.full((2, geometry.width), np.nan)
        d = geometry.scalars.distance(geometry.parameters, x[i], y[i])
        assert geometry.scalars.gradients(geometry.parameters, x[i], y[i], gx, gy) == d
        assert abs(d - far[i]) <= slack[i]
        scale = np.abs([by_x[i], by_y[i]]).max() + 1
        relative = slack[i] / far[i] if far[i] > 0 else 0.0
        np.testing.assert_allclose(gx, by_x[i], rtol=0, atol=scale * (relative + 1e-14))
        np.testing.assert_allclose(gy, by_y[i], rtol=0, atol=scale * (relative + 1e-14))


@law()
def scalar_exp_and_project_are_the_arrays_twins(geometry: Geometry, points: Array) -> None:
    v = vectors(geometry, points)
    end, drifted = geometry.exp(points, v), points * (1 + 1e-9)
    settled = geometry.project(drifted)
    for i, x in enumerate(points):
        out, in_place, drift = np.full(geometry.width, np.nan), x.copy(), drifted[i].copy()
        geometry.scalars.exp(geometry.parameters, x, v[i], out)
        geometry.scalars.exp(geometry.parameters, in_place, v[i], in_place)
        geometry.scalars.project(geometry.parameters, drift)
        np.testing.assert_array_equal(in_place, out)
        assert geometry.distance(out, end[i]) <= rounding(geometry, x, end[i])
        np.testing.assert_allclose(drift, settled[i], rtol=0, atol=1e-15 * np.abs(x).max())


@law()
def beyond_is_never_wrong_and_seldom_unsure(geometry: Geometry, points: Array) -> None:
    """True promises d(x, y) >= t, up to d's rounding; at half a distance that is no trifle it comes."""
    x, y = pairs(points)
    far = geometry.distance(x, y)
    slack = rounding(geometry, x, y, size=far)
    trifle = 1e-6 * (1 + np.abs(x).max(axis=-1) + np.abs(y).max(axis=-1))
    space, forms = geometry.parameters, geometry.scalars
    for i in range(len(x)):
        for t in (far[i] + slack[i], far[i] * 1.001 + slack[i], far[i] + 1, 2 * far[i] + 40):
            assert not forms.beyond(space, x[i], y[i], t) or t - far[i] <= slack[i]
        for t in (0.0, -1.0, -1e3, 0.5 * far[i]):
            if t <= 0 or trifle[i] < far[i] < 5 * geometry_unit(geometry):
                assert forms.beyond(space, x[i], y[i], t)


def geometry_unit(geometry: Geometry) -> float:
    """The radius of curvature; any length where there is none."""
    curvature = geometry.options.get("curvature")
    return np.inf if curvature is None else 1 / np.sqrt(-curvature)


@law()
def toward_takes_its_step_off_the_distance(geometry: Geometry, points: Array) -> None:
    """Towards y by g leaves d - g, whichever of the ends moves; where d is symmetric, g is the way made."""
    x, y = pairs(points)
    far = geometry.distance(x, y)
    slack = 4 * rounding(geometry, x, y, size=1 + far)
    space, forms = geometry.parameters, geometry.scalars
    for i in range(len(x)):
        d, out = far[i], np.full(geometry.width, np.nan)
        for step in (0.0, 0.25 * d, 0.5 * d, d, -0.125 * d):
            if d - step > geometry.diameter:
                continue
            forms.toward(space, x[i], y[i], d, step, out)
            assert abs(geometry.distance(out, y[i]) - (d - step)) <= slack[i]
            in_place = x[i].copy()
            forms.toward(space, in_place, y[i], d, step, in_place)
            np.testing.assert_array_equal(in_place, out)
            if geometry.symmetric:
                assert abs(geometry.distance(x[i], out) - abs(step)) <= slack[i]
            forms.toward(space, y[i], x[i], d, step, out)
            assert abs(geometry.distance(x[i], out) - (d - step)) <= slack[i]


@law()
def toward_a_point_from_itself_stays(geometry: Geometry, points: Array) -> None:
    for x in points:
        out = np.full(geometry.width, np.nan)
        geometry.scalars.toward(geometry.parameters, x, x, 0.0, 0.5, out)
        np.testing.assert_allclose(out, x, rtol=1e-15)
