"""Both gradients of every geometry against torch's, taken through the geometry's own scalar distance."""

from __future__ import annotations

import numpy as np
import pytest

from .table import cases, pairs, rounding, vectors

torch = pytest.importorskip("torch", reason="gradients are also checked by differences, in laws.py")


@pytest.mark.parametrize("case", cases(), ids=str)
def test_gradients_are_those_of_autograd(case):
    from .autograd import Coordinates, differentiable

    geometry = case.geometry
    distance = differentiable(geometry.scalar_functions().distance)
    x, y = pairs(case.points)
    y = geometry.exp(y, 0.01 * vectors(geometry, y, 3))  # off the ties of maxima, where any slope will do
    far = geometry.distance(x, y)
    # at the origin of a difference, or opposite to it, autograd divides 0 by 0
    smooth = (far > 1e-3) & (far < geometry.diameter - 1e-3)
    x, y = x[smooth], y[smooth]
    by_x, by_y = geometry.gradients(x, y)
    v, w = vectors(geometry, x, 1), vectors(geometry, y, 2)
    slack = 1e-9 + rounding(geometry, x, y, size=1)
    for i in range(len(x)):
        at, other = Coordinates(x[i]), Coordinates(y[i])
        distance(geometry.parameters, at, other).backward()
        slope_x, slope_y = at.tensor.grad.numpy() @ v[i], other.tensor.grad.numpy() @ w[i]
        assert abs(slope_x - geometry.inner(x[i], by_x[i], v[i])) < slack[i]
        assert abs(slope_y - geometry.inner(y[i], by_y[i], w[i])) < slack[i]
    assert len(x) > 10
    assert np.isfinite(slack).all()
