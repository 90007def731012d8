"""What every geometry's array forms must obey."""

from __future__ import annotations

import numpy as np

from diskembed.geometry import Geometry, make
from diskembed.geometry.arrays import Array, column

from .table import law, near_origin, pairs, rounding, spread, vectors


@law()
def distance_is_a_quasi_metric(geometry: Geometry, points: Array) -> None:
    x, y = pairs(points)
    between = geometry.distance(x, y)
    same = (x == y).all(axis=1)
    assert (between[same] == 0).all()
    assert (between[~same] > 0).all()
    table = between.reshape(len(points), len(points))
    detour = table[:, :, None] + table[None, :, :]  # from row to column to depth
    slack = rounding(geometry, points, size=table.max(axis=1))
    slack = slack[:, None, None] + slack[None, :, None] + slack[None, None, :]
    assert (table[:, None, :] <= detour + slack).all()


@law()
def symmetry_is_as_claimed(geometry: Geometry, points: Array) -> None:
    x, y = pairs(points)
    there, back = geometry.distance(x, y), geometry.distance(y, x)
    if geometry.symmetric:
        np.testing.assert_array_less(np.abs(there - back), rounding(geometry, x, y, size=there))
    else:
        assert (there > 1.1 * back).any()


@law()
def exp_goes_as_far_as_the_vector_is_long(geometry: Geometry, points: Array) -> None:
    v = vectors(geometry, points)
    end = geometry.exp(points, v)
    length = geometry.norm(points, v)
    error = np.abs(geometry.distance(points, end) - length)
    np.testing.assert_array_less(error, rounding(geometry, points, end, size=length))
    np.testing.assert_allclose(geometry.exp(points, 0 * v), geometry.project(points), rtol=1e-15)


@law()
def log_inverts_exp(geometry: Geometry, points: Array) -> None:
    v = vectors(geometry, points)
    end = geometry.exp(points, v)
    error = geometry.norm(points, geometry.log(points, end) - v)
    np.testing.assert_array_less(error, rounding(geometry, points, end, size=geometry.norm(points, v)))


@law()
def exp_inverts_log(geometry: Geometry, points: Array) -> None:
    x, y = pairs(near_origin(geometry, points, 1 / 4))  # geodesics diverge
    v = geometry.log(x, y)
    far = geometry.distance(x, y)
    slack = rounding(geometry, x, y) * (1 + far)  # a vector's length is only as good as the point it hangs on
    np.testing.assert_array_less(np.abs(geometry.norm(x, v) - far), slack)
    error = geometry.distance(geometry.exp(x, v), y)
    np.testing.assert_array_less(error, slack + 16 * spread(geometry, x, v))


@law()
def transport_keeps_inner_products(geometry: Geometry, points: Array) -> None:
    x, y = pairs(points)
    u, v = vectors(geometry, x, 1), vectors(geometry, x, 2)
    moved_u, moved_v = geometry.transport(x, y, u), geometry.transport(x, y, v)
    slack = rounding(geometry, x, y, size=1)
    np.testing.assert_array_less(np.abs(geometry.inner(y, moved_u, moved_v) - geometry.inner(x, u, v)), slack)
    np.testing.assert_array_less(geometry.norm(y, geometry.tangent(y, moved_v) - moved_v), slack)
    np.testing.assert_array_less(geometry.norm(x, geometry.transport(y, x, moved_v) - v), slack)


@law()
def transport_along_a_geodesic_keeps_its_velocity(geometry: Geometry, points: Array) -> None:
    x, y = pairs(points)
    far = geometry.distance(x, y)
    error = geometry.norm(y, geometry.transport(x, y, geometry.log(x, y)) + geometry.log(y, x))
    np.testing.assert_array_less(error, rounding(geometry, x, y) * (1 + far))


@law()
def gradients_are_slopes(geometry: Geometry, points: Array) -> None:
    x, y = _smooth_pairs(geometry, points)
    v, w, h = _units(geometry, x, 1), _units(geometry, y, 2), 1e-4
    by_x, by_y = geometry.gradients(x, y)
    for at, along, slope, moved in (
        (x, v, geometry.inner(x, by_x, v), lambda p: geometry.distance(p, y)),
        (y, w, geometry.inner(y, by_y, w), lambda p: geometry.distance(x, p)),
    ):
        here = geometry.distance(x, y)
        ahead = (moved(geometry.exp(at, h * along)) - here) / h
        behind = (here - moved(geometry.exp(at, -h * along))) / h
        kink = np.abs(ahead - behind) > 0.01  # of a maximum: any slope between its sides' is right
        middle = (ahead + behind) / 2
        low = np.where(kink, np.minimum(ahead, behind), middle) - 1e-5
        high = np.where(kink, np.maximum(ahead, behind), middle) + 1e-5
        assert ((low < slope) & (slope < high)).all()
        assert not kink.all()


@law()
def gradients_vanish_where_points_coincide(geometry: Geometry, points: Array) -> None:
    for gradient in geometry.gradients(points, points):
        np.testing.assert_array_equal(gradient, 0)


@law(lambda geometry: geometry.riemannian)
def gradient_is_the_way_back(geometry: Geometry, points: Array) -> None:
    """-gamma'(0), the paper says: a unit vector, and following its negative for d(x, y) leads to y."""
    x, y = pairs(points)
    apart = ~(x == y).all(axis=1)
    x, y = x[apart], y[apart]
    by_x, by_y = geometry.gradients(x, y)
    for at, gradient in ((x, by_x), (y, by_y)):
        np.testing.assert_array_less(np.abs(geometry.norm(at, gradient) - 1), rounding(geometry, at, size=1))
    far = geometry.distance(x, y)
    error = geometry.norm(x, geometry.log(x, y) + column(far) * by_x)
    np.testing.assert_array_less(error, rounding(geometry, x, y, size=far) * (1 + far))


@law(lambda geometry: geometry.riemannian)
def norm_is_that_of_the_inner_product(geometry: Geometry, points: Array) -> None:
    v = vectors(geometry, points)
    np.testing.assert_allclose(geometry.norm(points, v) ** 2, geometry.inner(points, v, v), rtol=1e-14)


@law()
def translation_is_an_isometry(geometry: Geometry, points: Array) -> None:
    near = near_origin(geometry, points, 1 / 2)
    x, y = pairs(near)
    far = geometry.distance(x, y)
    for by in near:
        moved_x, moved_y = geometry.translate(x, by), geometry.translate(y, by)
        slack = rounding(geometry, x, y, moved_x, moved_y, np.broadcast_to(by, x.shape), size=far)
        np.testing.assert_array_less(np.abs(geometry.distance(moved_x, moved_y) - far), slack)
        landed = geometry.distance(geometry.translate(geometry.origin(), by), by)
        assert landed <= rounding(geometry, by)


@law()
def projection_is_idempotent(geometry: Geometry, points: Array) -> None:
    anywhere = np.random.default_rng(0).normal(scale=3.0, size=(20, geometry.width))
    once = geometry.project(np.vstack([points, anywhere, np.zeros(geometry.width)]))
    np.testing.assert_allclose(geometry.project(once), once, rtol=4e-16, atol=1e-300)
    np.testing.assert_allclose(once[: len(points)], points, rtol=1e-14, atol=1e-300)
    geometry.check(once)


@law()
def tangent_projection_is_idempotent_and_orthogonal(geometry: Geometry, points: Array) -> None:
    v = np.random.default_rng(0).normal(size=points.shape)
    once = geometry.tangent(points, v)
    np.testing.assert_allclose(geometry.tangent(points, once), once, rtol=1e-14, atol=1e-14)
    kept = vectors(geometry, points)
    error = geometry.norm(points, geometry.tangent(points, kept) - kept)
    np.testing.assert_array_less(error, rounding(geometry, points, size=1))


@law()
def everything_is_finite(geometry: Geometry, points: Array) -> None:
    x, y = pairs(points)
    v = vectors(geometry, x)
    for result in (
        geometry.distance(x, y),
        *geometry.gradients(x, y),
        geometry.log(x, y),
        geometry.transport(x, y, v),
        geometry.translate(x, y),
    ):
        assert np.isfinite(result).all()


@law()
def leading_axes_broadcast(geometry: Geometry, points: Array) -> None:
    x, y = points[:, None], points[None, :]
    one_by_one = [[geometry.distance(a, b) for b in points] for a in points]
    np.testing.assert_allclose(geometry.distance(x, y), one_by_one, rtol=1e-12)
    shape = (len(points), len(points), geometry.width)
    assert geometry.log(x, y).shape == shape
    assert all(gradient.shape == shape for gradient in geometry.gradients(x, y))
    assert geometry.transport(x, y, vectors(geometry, points)[:, None]).shape == shape


@law()
def float32_stays_float32_and_close(geometry: Geometry, points: Array) -> None:
    single = geometry.project(near_origin(geometry, points, 1 / 3).astype(np.float32))
    x, y = pairs(single)
    x64, y64 = geometry.project(x.astype(float)), geometry.project(y.astype(float))
    far = geometry.distance(x64, y64)
    error = np.abs(geometry.distance(x, y) - far)
    np.testing.assert_array_less(error, rounding(geometry, x, y, size=far))
    v = vectors(geometry, x64).astype(np.float32)
    results = [geometry.distance(x, y), *geometry.gradients(x, y), geometry.exp(x, v), geometry.log(x, y)]
    results += [geometry.transport(x, y, v), geometry.tangent(x, v), geometry.norm(x, v), geometry.project(x)]
    results += [geometry.inner(x, v, v), geometry.translate(x, y), geometry.check(x)]
    assert all(result.dtype == np.float32 for result in results)
    assert all(np.isfinite(result).all() for result in results)


@law()
def name_and_options_make_it_again(geometry: Geometry, points: Array) -> None:
    assert make(geometry.name, geometry.n, **geometry.options) == geometry
    assert geometry.parameters.ndim == 2
    assert geometry.parameters.dtype == np.float64
    assert geometry.parameters.flags.c_contiguous
    assert geometry.origin().shape == (geometry.width,)


@law()
def random_points_are_points(geometry: Geometry, points: Array) -> None:
    some = geometry.random(200, np.random.default_rng(0), scale=0.1)
    again = geometry.random(200, np.random.default_rng(0), scale=0.1)
    np.testing.assert_array_equal(some, again)
    geometry.check(some)
    steps = geometry.log(geometry.origin(), some)[:, geometry.width - geometry.n :]
    assert abs(np.std(steps) - 0.1) < 0.02


def _units(geometry: Geometry, points: Array, seed: int) -> Array:
    v = vectors(geometry, points, seed)
    return v / column(np.sqrt(geometry.inner(points, v, v)))


def _smooth_pairs(geometry: Geometry, points: Array) -> tuple[Array, Array]:
    """Pairs whose distance can be differentiated by differences: apart, not antipodal, well resolved."""
    x, y = pairs(points)
    far = geometry.distance(x, y)
    good = (far > 0.05) & (far < geometry.diameter - 0.05) & (rounding(geometry, x, y, size=far) < 1e-10)
    return x[good], y[good]
