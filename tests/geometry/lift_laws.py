"""What the lift must obey: its sign is containment, outside the rounding that it states."""

from __future__ import annotations

import numpy as np
import pytest

from diskembed.errors import ParameterError
from diskembed.geometry import Geometry
from diskembed.geometry.arrays import Array, dot

from .table import law, near_origin

PAIRS = 100_000


def _lifted(geometry: Geometry) -> bool:
    return geometry.has_lift


@law(_lifted)
def lift_sign_is_containment(geometry: Geometry, points: Array) -> None:
    """100,000 pairs, radii of both signs, half of them within a thousandth of touching from inside."""
    x, y, r, s = _disks(geometry, points)
    outer, inner = geometry.lift_outer(x, r), geometry.lift_inner(y, s)
    products = dot(outer, inner)
    contained = geometry.distance(x, y) <= r - s
    clear = np.abs(products) > band(outer)
    assert clear.mean() > 0.95
    assert 0.2 < contained[clear].mean() < 0.8
    decided = geometry.lifted_containment(products, r, s)
    assert np.count_nonzero(decided[clear] != contained[clear]) == 0
    assert ((r > 0) & (s < 0)).any()
    assert ((r < 0) & (s < 0)).any()


@law(_lifted)
def lift_sign_of_single_precision_is_containment(geometry: Geometry, points: Array) -> None:
    """The same for disks that are stored in float32, of which half are within a fiftieth of touching.

    What is true of them, float64 tells: the stored numbers, with the time or length that belongs to them.
    """
    x, y, r, s = (part.astype(np.float32) for part in _disks(geometry, points, near=2e-2))
    x, y = geometry.project(x), geometry.project(y)
    outer, inner = geometry.lift_outer(x, r), geometry.lift_inner(y, s)
    products = dot(outer, inner)
    assert products.dtype == np.float32
    exact_x, exact_y = (geometry.project(point.astype(np.float64)) for point in (x, y))
    contained = geometry.distance(exact_x, exact_y) <= r.astype(np.float64) - s.astype(np.float64)
    clear = np.abs(products) > band(outer)
    assert clear.mean() > 0.5
    decided = geometry.lifted_containment(products, r, s)
    assert np.count_nonzero(decided[clear] != contained[clear]) == 0
    assert 0.2 < contained[clear].mean() < 0.8


@law(_lifted)
def lift_sign_alone_accepts_the_reverse(geometry: Geometry, points: Array) -> None:
    """Swap the disks: the product stays on its side of zero, and only r >= s tells that it must not."""
    x, y, r, s = _disks(geometry, points)
    outer = geometry.lift_outer(y, s)
    products = dot(outer, geometry.lift_inner(x, r))
    contains = (geometry.distance(x, y) <= r - s) & (r - s < geometry.diameter) & (r > s)
    clear = np.abs(products) > band(outer)
    assert (products[contains & clear] > 0).all()
    assert (contains & clear).sum() > 1000
    assert not geometry.lifted_containment(products, s, r)[contains].any()


@law(_lifted)
def lift_is_of_unit_length_and_never_overflows(geometry: Geometry, points: Array) -> None:
    for dtype in (np.float32, np.float64):
        x = geometry.project(near_origin(geometry, points, 1 / 3).astype(dtype))
        for r in (0.0, 1.0, -1.0, 50.0, -50.0, 300.0, -300.0):
            radii = np.full(len(x), r, dtype=dtype)
            for lifted in (geometry.lift_outer(x, radii), geometry.lift_inner(x, radii)):
                assert lifted.dtype == dtype
                np.testing.assert_allclose(np.sqrt(dot(lifted, lifted)), 1, rtol=1e-6)


@law(_lifted)
def lift_of_large_radii_decides(geometry: Geometry, points: Array) -> None:
    """Radii of 50 with opposite signs decide; with the same sign, products may be too close to call."""
    x, y = geometry.random(200, np.random.default_rng(0), 0.5).reshape(2, 100, -1)
    far, large = geometry.distance(x, y), np.full(100, 50.0)
    for r, s, contained in ((large, -large, True), (-large, large, False)):
        products = dot(geometry.lift_outer(x, r), geometry.lift_inner(y, s))
        assert (geometry.lifted_containment(products, r, s) == contained).all()
    for r, s in ((large + far + 0.2, large), (large + far - 0.2, large), (-large, -large - far - 0.2)):
        outer, inner = geometry.lift_outer(x, r), geometry.lift_inner(y, s)
        products = dot(outer, inner)
        clear = np.abs(products) > band(outer)
        decided = geometry.lifted_containment(products, r, s)
        assert (decided == (far <= r - s))[clear].all()


@law(lambda geometry: np.isfinite(geometry.diameter))
def radii_beyond_the_diameter_nest_always(geometry: Geometry, points: Array) -> None:
    x, y = points[:, None], points[None, :]
    r, s = np.full((len(points), 1), 1.5 * geometry.diameter), np.zeros((1, len(points)))
    products = dot(geometry.lift_outer(x, r), geometry.lift_inner(y, s))
    assert (products < 0).any()  # so the sign alone would be wrong
    assert geometry.lifted_containment(products, r, s).all()


@law(lambda geometry: not geometry.has_lift)
def without_a_lift_asking_for_it_is_an_error(geometry: Geometry, points: Array) -> None:
    for lift in (geometry.lift_outer, geometry.lift_inner):
        with pytest.raises(ParameterError, match="ask has_lift first"):
            lift(points, np.zeros(len(points)))


def band(outer: Array) -> float:
    """The rounding that ``Geometry.lift_outer`` states for products of unit lifts."""
    return 8 * outer.shape[-1] * float(np.finfo(outer.dtype).eps)


def _disks(geometry: Geometry, points: Array, near: float = 1e-3) -> tuple[Array, Array, Array, Array]:
    rng = np.random.default_rng(0)
    some = np.vstack([geometry.random(400, rng), near_origin(geometry, points, 1 / 2)])
    x, y = some[rng.integers(len(some), size=(2, PAIRS))]
    far = geometry.distance(x, y)
    s = rng.normal(scale=2.0, size=PAIRS)
    touching = s + far * (1 + near * rng.normal(size=PAIRS))
    return x, y, np.where(rng.random(PAIRS) < 0.5, touching, rng.normal(scale=2.0, size=PAIRS)), s
