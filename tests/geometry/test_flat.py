"""The precision that flat spaces state: distances at their limits, and the lift away from sizes of 1."""

from __future__ import annotations

import numpy as np
import pytest

from diskembed.geometry.arrays import dot
from diskembed.geometry.euclid import Euclid
from diskembed.geometry.flat import Flat

from .lift_laws import band
from .table import cases

N = 5


FLAT = [case for case in cases() if isinstance(case.geometry, Flat)]


@pytest.mark.parametrize("case", FLAT, ids=str)
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_distances_keep_their_digits_up_to_the_stated_limits(case, dtype):
    space, far = case.geometry, {np.float64: 1e150, np.float32: 1e18}[dtype]
    rng, shape = np.random.default_rng(0), (50, space.n)
    x = rng.uniform(-1, 1, size=shape).astype(dtype)
    y = x + (rng.choice([-1, 1], size=shape) * rng.uniform(1, 2, size=shape)).astype(dtype)
    moderate = space.distance(x, y)
    for scale in 2.0 ** np.round(np.log2([1 / far, far])):  # powers of 2 scale without rounding
        near, other = ((scale * point).astype(dtype) for point in (x, y))
        result = space.distance(near, other)
        assert result.dtype == dtype
        np.testing.assert_allclose(result / scale, moderate, rtol=8 * space.n * np.finfo(dtype).eps)
        if dtype is np.float64:
            one = [space.scalars.distance(space.parameters, *pair) for pair in zip(near, other, strict=True)]
            np.testing.assert_allclose(one, result, rtol=1e-14)


@pytest.mark.parametrize("size", [1e-5, 1.0, 1e5])
def test_the_euclidean_lift_tells_apart_what_it_states(size):
    space, rng = Euclid(N), np.random.default_rng(0)
    x, y, s = (size * rng.normal(size=shape) for shape in ((200, N), (200, N), 200))
    far, clear = space.distance(x, y), {}
    for part in (1e-10, 2e-2):
        for sign in (1, -1):
            r = s + far * (1 + sign * part)
            outer = space.lift_outer(x, r)
            products = dot(outer, space.lift_inner(y, s))
            clear[part] = np.abs(products) > band(outer)
            np.testing.assert_array_equal((products > 0)[clear[part]], sign > 0)
    assert clear[2e-2].all()
    assert clear[1e-10].mean() > 0.9 if size == 1 else not clear[1e-10].any()
