"""The paper's start (sec:experiments): Poincare embeddings, drawn in a little, then carried over."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from diskembed.models.poincare import PoincareEmbeddings
from diskembed.models.types import Matrix
from diskembed.training.material import Material
from diskembed.training.plan import Plan
from diskembed.training.trainer import State, Trainer

__all__ = ["poincare_points"]

DRAWN_IN = 0.7
"""The factor that the paper's code shrinks the points by, so that training starts away from the rim."""
SETTINGS = Plan(
    epochs=100,
    objective="softmax",
    steps="gradient",
    positive_rate=0.03,
    negative_rate=0.03,
    positive_schedule="constant",
    negative_schedule="constant",
    burn_in=20,
    burn_in_factor=0.1,
    n_below=10,  # other ancestors, or those that often are ancestors, lead to worse cones and disks
    n_above=0,
    n_up=0,
)


def poincare_points(material: Material, dim: int, plan: Plan) -> Matrix:
    """Points of the ball of ``dim`` dimensions, trained on the same pairs with the paper's settings."""
    model = PoincareEmbeddings(dim)
    settings = replace(SETTINGS, seed=plan.seed, threads=plan.threads)
    rng = np.random.default_rng(plan.seed)
    state = State.fresh(model.random(len(material.dag), rng, model.spread), settings.threads)
    Trainer(model, material, settings).run(state)
    return DRAWN_IN * model.ball_points(state.rows.astype(np.float64, copy=False))
