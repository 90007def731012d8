"""Where training starts: at random, from the graph, nested, from Poincare embeddings."""

from __future__ import annotations

from typing import Literal, get_args

import numpy as np

from diskembed.errors import ParameterError
from diskembed.models.contract import Model
from diskembed.models.types import Matrix
from diskembed.training.material import Material
from diskembed.training.plan import Plan
from diskembed.training.start.nesting import nest, nests_in
from diskembed.training.start.packing import pack, power_radii
from diskembed.training.start.pretraining import poincare_points

__all__ = ["START", "Start", "chosen_start", "start_rows"]

Start = Literal["graph", "nested", "poincare", "random"]
START = get_args(Start)


def start_rows(
    model: Model,
    material: Material,
    start: Start | None,
    plan: Plan,
    *,
    scale: float,
) -> Matrix:
    """Rows to start from; with no choice made, where the model usually does."""
    packing, chosen = model.packing(), chosen_start(model, start)
    if chosen not in START:
        raise ParameterError(f"start={start!r}", allowed=f"one of {', '.join(map(repr, START))}")
    rng = np.random.default_rng(plan.seed)
    if chosen == "random":
        return model.random(len(material.dag), rng, scale)
    if chosen == "graph":
        if packing is None:
            raise _lacking(model, "the graph")
        radii = power_radii(packing.exponent, packing.widest)
        return model.from_disks(pack(material.dag, packing.geometry, radii, seed=plan.seed))
    if chosen == "nested":
        if packing is None or not nests_in(packing.geometry) or material.known != "closure":
            raise _lacking(model, "nested disks", unless="on a Riemannian space, the closure being known")
        rows = nest(material.dag, material.closure, packing.geometry, material.weighing, seed=plan.seed)
        return model.from_disks(rows)
    if model.pretraining_dim is None:
        raise _lacking(model, "Poincare embeddings")
    return model.from_ball(poincare_points(material, model.pretraining_dim, plan), rng)


def chosen_start(model: Model, start: Start | None) -> str:
    """The one that was asked for, or the usual one."""
    return start or model.usual_start


def _lacking(model: Model, what: str, *, unless: str = "") -> ParameterError:
    geometry = model.options.get("geometry")
    return ParameterError(
        f"{model.name}{f' with geometry {geometry!r}' if geometry else ''} cannot start from {what}",
        allowed=unless,
        do='choose start="random", or leave it open',
    )
