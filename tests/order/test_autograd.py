"""The analytic gradients against automatic differentiation of each formula as its own paper prints it."""

from __future__ import annotations

import math

import numpy as np
import pytest
import torch

from diskembed.order import euclidean_cones, hyperbolic_cones, losses, order_embeddings, poincare
from diskembed.order.shadow_cones import penumbral_ball, umbral_half_space
from order.points import ball_points, half_space_points

SHELL = ball_points(200, 0.25, 0.95, seed=1), ball_points(200, 0.05, 0.95, seed=2)
HALF = half_space_points(200, 0.05, 2.5, seed=1), half_space_points(200, 0.05, 2.5, seed=2)
K, A, SIZE = 0.2, 3.0, 0.3


def dot(x, y):
    return (x * y).sum(-1)


def order_energy(x, y):
    return torch.clamp(x - y, min=0).square().sum(-1)


def ball_distance(x, y):
    return torch.acosh(1 + 2 * dot(x - y, x - y) / ((1 - dot(x, x)) * (1 - dot(y, y))))


def poincare_score(x, y):
    return (1 + A * (x.norm(dim=-1) - y.norm(dim=-1))) * ball_distance(x, y)


def hyperbolic_cone(x, y, constant=K):
    xx, yy, xy = dot(x, x), dot(y, y), dot(x, y)
    below = xx.sqrt() * (x - y).norm(dim=-1) * (1 + xx * yy - 2 * xy).sqrt()
    return torch.acos((xy * (1 + xx) - xx * (1 + yy)) / below) - torch.asin(constant * (1 - xx) / xx.sqrt())


def euclidean_cone(x, y):
    cosine = dot(x, y - x) / (x.norm(dim=-1) * (y - x).norm(dim=-1))
    return torch.acos(cosine) - torch.asin(K / x.norm(dim=-1))


def penumbral(u, v):
    turn, far = hyperbolic_cone(u, v, math.sinh(SIZE) / 2), ball_distance(u, v)
    return torch.where(turn > math.pi / 2, far, torch.asinh(torch.sinh(far) * torch.sin(turn)))


def umbral(u, v):
    gap = (u[..., :-1] - v[..., :-1]).norm(dim=-1) - math.sinh(SIZE) * u[..., -1]
    far = torch.acosh(1 + dot(u - v, u - v) / (2 * u[..., -1] * v[..., -1]))
    above = gap**2 + v[..., -1] ** 2 > (math.cosh(SIZE) * u[..., -1]) ** 2
    return torch.where(above, far, torch.asinh(gap / v[..., -1]) + SIZE)


CASES = {
    "order": (order_embeddings.energy, order_embeddings.energy_gradients, {}, order_energy, SHELL),
    "poincare": (poincare.score, poincare.score_gradients, {"a": A}, poincare_score, SHELL),
    "hyperbolic": (
        hyperbolic_cones.energy,
        hyperbolic_cones.energy_gradients,
        {"K": K},
        hyperbolic_cone,
        SHELL,
    ),
    "euclidean": (euclidean_cones.energy, euclidean_cones.energy_gradients, {"K": K}, euclidean_cone, SHELL),
    "penumbral": (
        penumbral_ball.energy,
        penumbral_ball.energy_gradients,
        {"source_radius": SIZE},
        penumbral,
        SHELL,
    ),
    "umbral": (
        umbral_half_space.energy,
        umbral_half_space.energy_gradients,
        {"object_radius": SIZE},
        umbral,
        HALF,
    ),
}


@pytest.mark.paper("eq:order-loss", "eq:hyp-cones", "eq:euc-sind", "sec:experiments")
@pytest.mark.parametrize("name", sorted(CASES))
def test_energies_and_gradients(name):
    energy, gradients, options, twin, points = CASES[name]
    tensors = [torch.tensor(point, requires_grad=True) for point in points]
    result = twin(*tensors)
    result.sum().backward()
    np.testing.assert_allclose(energy(*points, **options), result.detach().numpy(), rtol=1e-9, atol=1e-11)
    for mine, tensor in zip(gradients(*points, **options), tensors, strict=True):
        np.testing.assert_allclose(mine, tensor.grad.numpy(), rtol=1e-8, atol=1e-8)


def softmax(positive, negatives):
    return -torch.log_softmax(-torch.cat([positive[:, None], negatives], dim=1), dim=1)[:, 0].sum()


def margin(positive, negatives):
    return torch.relu(positive).sum() + torch.relu(0.7 - negatives).sum()


def logistic(positive, negatives):
    return torch.nn.functional.softplus(positive).sum() + torch.nn.functional.softplus(-negatives).sum()


@pytest.mark.paper("eq:loss-relu")
@pytest.mark.parametrize(
    ("name", "options", "twin"),
    [
        ("margin_loss", {"margin": 0.7}, margin),
        ("softmax_loss", {}, softmax),
        ("logistic_loss", {}, logistic),
    ],
)
def test_losses_and_slopes(name, options, twin):
    rng = np.random.default_rng(0)
    points = rng.normal(size=50), rng.normal(size=(50, 10))
    tensors = [torch.tensor(point, requires_grad=True) for point in points]
    result = twin(*tensors)
    result.backward()
    assert getattr(losses, name)(*points, **options) == pytest.approx(result.item(), rel=1e-12)
    for mine, tensor in zip(getattr(losses, f"{name}_slopes")(*points, **options), tensors, strict=True):
        np.testing.assert_allclose(mine, tensor.grad.numpy(), atol=1e-14)
