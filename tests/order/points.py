"""Points of every kind, and derivatives by differences, for the tests of the paper's formulas."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

Function = Callable[..., np.ndarray]


def ball_points(count: int, inner: float, outer: float, n: int = 3, seed: int = 0) -> np.ndarray:
    """Points of a shell, their radii uniform."""
    rng = np.random.default_rng(seed)
    directions = rng.normal(size=(count, n))
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    return directions * rng.uniform(inner, outer, size=(count, 1))


def half_space_points(count: int, low: float, high: float, n: int = 3, seed: int = 0) -> np.ndarray:
    """Normal boundary coordinates, heights log-uniform and last."""
    rng = np.random.default_rng(seed)
    heights = np.exp(rng.uniform(np.log(low), np.log(high), size=(count, 1)))
    return np.hstack([rng.normal(size=(count, n - 1)), heights])


def by_differences(function: Function, *points: np.ndarray, step: float = 1e-6) -> list[np.ndarray]:
    """The gradient of a function for each of its points, by central differences."""
    gradients = []
    for place, point in enumerate(points):
        gradient = np.zeros_like(point)
        for k in range(point.shape[-1]):
            shift = step * np.eye(point.shape[-1])[k]
            ahead = function(*points[:place], point + shift, *points[place + 1 :])
            behind = function(*points[:place], point - shift, *points[place + 1 :])
            gradient[..., k] = (ahead - behind) / (2 * step)
        gradients.append(gradient)
    return gradients
