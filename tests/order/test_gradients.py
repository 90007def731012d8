"""Every analytic gradient of the package, in one table, against differences."""

from __future__ import annotations

import importlib
import pkgutil
from functools import partial

import numpy as np
import pytest

import diskembed.order
from diskembed.order import euclidean_cones, hyperbolic_cones, order_embeddings, poincare
from diskembed.order.shadow_cones import (
    _half_space,
    penumbral_ball,
    penumbral_half_space,
    umbral_ball,
    umbral_half_space,
)
from order.points import ball_points, by_differences, half_space_points

COUNT = 400
SHELL = ball_points(COUNT, 0.25, 0.95, seed=1), ball_points(COUNT, 0.05, 0.95, seed=2)
OUTSIDE = ball_points(COUNT, 0.25, 3.0, seed=1), ball_points(COUNT, 0.05, 3.0, seed=2)
HALF = half_space_points(COUNT, 0.05, 2.5, seed=1), half_space_points(COUNT, 0.05, 2.5, seed=2)

CASES = [
    (euclidean_cones, "angle", {}, OUTSIDE),
    (euclidean_cones, "aperture", {"K": 0.2}, OUTSIDE[:1]),
    (euclidean_cones, "energy", {"K": 0.2}, OUTSIDE),
    (hyperbolic_cones, "angle", {}, SHELL),
    (hyperbolic_cones, "aperture", {"K": 0.2}, SHELL[:1]),
    (hyperbolic_cones, "energy", {"K": 0.2}, SHELL),
    (order_embeddings, "energy", {}, OUTSIDE),
    (poincare, "distance", {}, SHELL),
    (poincare, "score", {"a": 3.0}, SHELL),
    (_half_space, "distance", {}, HALF),
    (penumbral_ball, "energy", {"source_radius": 0.3}, SHELL),
    (penumbral_half_space, "energy", {"source_height": 3.0}, HALF),
    (umbral_ball, "energy", {"object_radius": 0.3}, SHELL),
    (umbral_half_space, "energy", {"object_radius": 0.3}, HALF),
]
IDS = [f"{module.__name__.rpartition('.')[2]}.{name}" for module, name, _, _ in CASES]


def gradient_name(module, name):
    return f"{name}_gradients" if hasattr(module, f"{name}_gradients") else f"{name}_gradient"


@pytest.mark.paper("eq:order-loss", "eq:hyp-cones", "eq:loss-hyp-cones", "sec:experiments")
@pytest.mark.parametrize(("module", "name", "options", "points"), CASES, ids=IDS)
def test_gradients_are_derivatives(module, name, options, points):
    function = partial(getattr(module, name), **options)
    found = getattr(module, gradient_name(module, name))(*points, **options)
    found = found if isinstance(found, tuple) else (found,)
    for mine, expected in zip(found, by_differences(function, *points), strict=True):
        error = np.abs(mine - expected).max(axis=-1) / (1 + np.abs(expected).max(axis=-1))
        assert error.max() < 1e-7


def test_the_table_holds_every_gradient_of_the_package():
    tested = {(module.__name__, gradient_name(module, name)) for module, name, _, _ in CASES}
    elsewhere = {("diskembed.order.containment", "protrusion_gradients")}
    parts = ("._wedge", "._ray")  # chain rules that gradients of the table are made of
    for found in pkgutil.walk_packages(diskembed.order.__path__, "diskembed.order."):
        module = importlib.import_module(found.name)
        for name in getattr(module, "__all__", ()):
            defined_here = getattr(getattr(module, name), "__module__", None) == found.name
            is_gradient = name.endswith(("_gradient", "_gradients")) and not found.name.endswith(parts)
            if defined_here and is_gradient:
                assert (found.name, name) in tested | elsewhere
