"""Steps of every model written from the paper's array forms and the geometries' exponential maps alone."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from diskembed.geometry.coordinates import half_space_from_lorentz, translate_ball
from diskembed.geometry.euclid import Euclid
from diskembed.geometry.hyperboloid import Hyperboloid
from diskembed.models.contract import Model
from diskembed.order import euclidean_cones, hyperbolic_cones, order_embeddings, poincare
from diskembed.order.containment import protrusion_gradients
from diskembed.order.shadow_cones import umbral_half_space

Row = np.ndarray
Step = Callable[[Model, Row, Row, float], tuple[float, Row, Row]]


def disks(model: Model, above: Row, below: Row, amount: float) -> tuple[float, Row, Row]:
    """Both centres go the same way along the geodesic, at most to its middle."""
    home = model.home
    x, r, y, s = above[:-1], above[-1], below[:-1], below[-1]
    d = float(home.distance(x, y))
    part = min(amount, d / 2) / d if d > 0 else 0.0
    to_x, to_y = home.exp(x, part * home.log(x, y)), home.exp(y, part * home.log(y, x))
    steep = 2 * model.nu + (2 if d > 0 else 0)
    return steep, np.append(to_x, r + model.nu * amount), np.append(to_y, s - model.nu * amount)


def order(model: Model, above: Row, below: Row, amount: float) -> tuple[float, Row, Row]:
    """Down the energy's gradient over twice its root, which is the root's gradient."""
    score = float(order_embeddings.score(above, below))
    if score == 0:
        return 0.0, above.copy(), below.copy()
    by_x, by_y = (gradient / (2 * score) for gradient in order_embeddings.energy_gradients(above, below))
    ends = model.project(np.array([above - amount * by_x, below - amount * by_y]))
    return float(by_x @ by_x + by_y @ by_y), *ends


def ball(
    model: Model, above: Row, below: Row, amount: float, gradients: tuple[Row, Row]
) -> tuple[float, Row, Row]:
    """exp_x(v) is the translation by x of the point at distance |v| from the origin."""
    steep, ends = 0.0, []
    for row, gradient in zip((above, below), gradients, strict=True):
        half = (1 - row @ row) / 2
        steep += half**2 * (gradient @ gradient)
        v = -amount * half * gradient  # as long, at the origin's metric halved, as it is hyperbolically
        length = np.linalg.norm(v)
        end = translate_ball(min(math.tanh(length / 2), 1 - 1e-12) * v / length, row) if length > 0 else row
        ends.append(model.project(end[None])[0])
    return steep, *ends


def flat_cones(model: Model, above: Row, below: Row, amount: float) -> tuple[float, Row, Row]:
    """Straight steps."""
    by_x, by_y = euclidean_cones.energy_gradients(above, below, K=model.K)
    ends = model.project(np.array([above - amount * by_x, below - amount * by_y]))
    return float(by_x @ by_x + by_y @ by_y), *ends


def ball_cones(model: Model, above: Row, below: Row, amount: float) -> tuple[float, Row, Row]:
    """In the ball."""
    return ball(model, above, below, amount, hyperbolic_cones.energy_gradients(above, below, K=model.K))


def ball_points(model: Model, above: Row, below: Row, amount: float) -> tuple[float, Row, Row]:
    """In the ball."""
    return ball(model, above, below, amount, poincare.distance_gradients(above, below))


def shadow_cones(model: Model, above: Row, below: Row, amount: float) -> tuple[float, Row, Row]:
    """From height 1 above 0, which is the hyperboloid's origin; the rest is scaling and shifting."""
    gradients = umbral_half_space.energy_gradients(above, below, object_radius=model.object_radius)
    home, steep, ends = Hyperboloid(model.dim), 0.0, []
    for row, gradient in zip((above, below), gradients, strict=True):
        v = -row[-1] * gradient
        steep += v @ v
        end = half_space_from_lorentz(home.exp(home.origin(), amount * np.append(0.0, v)))
        ends.append(np.append(row[:-1], 0.0) + row[-1] * end)
    return steep, *ends


def relative_disks(model: Model, above: Row, below: Row, amount: float) -> tuple[float, Row, Row]:
    """The gradient of (d - r) / s + 1, times r s for the ancestor and s^2 for the descendant.

    The radii's steps are in their logarithms, and the descendant's has a size of at most 1.
    """
    x, r, y, s = above[:-1], above[-1], below[:-1], below[-1]
    by_x, by_r, by_y, _ = protrusion_gradients(Euclid(model.dim - 1), x, r, y, s)
    score = float(model.score(above, below))
    by_log_r, by_log_s = by_r * r / s, 1 - score
    down_s = np.clip(by_log_s, -1, 1)
    steep = r / s * (by_x @ by_x) + by_y @ by_y + model.nu * (r / s * by_r**2 + by_log_s * down_s)
    part = min(amount, float(np.linalg.norm(x - y)) / (r + s))
    growth = np.exp(-model.nu * amount * np.array([by_log_r * s / r, down_s]))
    return steep, np.append(x - part * r * by_x, r * growth[0]), np.append(y - part * s * by_y, s * growth[1])


STEPS: dict[str, Step] = {
    "disks": disks,
    "euclidean-cones": flat_cones,
    "hyperbolic-cones": ball_cones,
    "order": order,
    "poincare": ball_points,
    "relative-disks": relative_disks,
    "shadow-cones": shadow_cones,
}
