"""A handful of nodes, and one call that runs a kernel and its naive twin on them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from diskembed.geometry import registry as geometries
from diskembed.models import registry
from diskembed.models.contract import Model
from diskembed.training.random import piece_state
from diskembed.training.recipe import ENERGIES, Recipe
from diskembed.training.rows import WORK_ROWS
from diskembed.training.sampler import ROOM
from models.naive import STEPS

from .naive import Nodes, Run, SplitMix, closure

N = 9
EDGES = [(0, 1), (0, 2), (1, 3), (1, 4), (2, 4), (2, 5), (4, 6), (5, 7)]  # 4 has two parents, 8 has none
RING = 4

ONE_OF_EACH = {
    "walked": 1,
    "n_below": 1,
    "n_above": 1,
    "n_up": 2,
    "n_down": 2,
    "n_uniform": 1,
    "n_often_below": 1,
    "n_often_above": 1,
    "n_near": 2,
    "n_again": 2,
}
RULES = [(energy, lands) for energy in ENERGIES for lands in (True, False)]


def recipe(**changes: Any) -> Recipe:
    """One negative of each kind, landing on margins."""
    chosen = {
        "lands": True,
        "energy": "natural",
        "positive_rate": 0.1,
        "negative_rate": 0.05,
        "positive_margin": 0.02,
        "negative_margin": 0.3,
        **ONE_OF_EACH,
        **changes,
    }
    return Recipe(**{**chosen, "energy": ENERGIES[chosen["energy"]]})


def every_model(dim: int = 4) -> list[Model]:
    """Each registered one, disks in each registered geometry."""
    others = [registry.make(name, dim) for name in registry.names() if name != "disks"]
    return others + [registry.make("disks", dim, geometry=geometry) for geometry in geometries.names()]


def title(model: Model) -> str:
    """The name of a test's case."""
    return "-".join([model.name, *filter(None, [model.options.get("geometry")])])


def nodes(known: set[tuple[int, int]] | None = None) -> Nodes:
    """The handful, in which the closure is known unless told otherwise."""
    return Nodes.of(N, EDGES, closure(N, EDGES) if known is None else known)


def run_kernel(
    kernel: Callable[..., None],
    model: Model,
    rows: np.ndarray,
    chosen: Recipe,
    graph: Nodes,
    seed: int = 0,
    edges: Sequence[tuple[int, int]] = EDGES,
) -> tuple[np.ndarray, np.ndarray]:
    """Rows and tally after one epoch, and the arguments left as they were."""
    rows, tally = rows.copy(), np.zeros(6)
    wrong = np.full((RING + 1, 2), -1, np.int32)
    wrong[RING, 1] = 0
    above, below = np.array(edges, dtype=np.int32).T.copy()
    order = np.random.default_rng(seed).permutation(len(edges)).astype(np.int32)
    work, proposed = np.full((WORK_ROWS, model.width), np.nan), np.empty((40, ROOM), np.int32)
    state = piece_state(seed, 1)
    kernel(
        rows,
        model.space,
        model.knobs,
        chosen,
        graph.graph(),
        above[order],
        below[order],
        state,
        wrong,
        proposed,
        work,
        tally,
    )
    return rows, tally


def run_naive(
    model: Model, rows: np.ndarray, chosen: Recipe, graph: Nodes, *, softmax: bool = False, seed: int = 0
) -> tuple[np.ndarray, np.ndarray]:
    """The same, one statement at a time."""
    random = SplitMix(int(piece_state(seed, 1)[0]))
    run = Run(model, STEPS[model.name], rows.copy(), chosen, graph, random, [None] * RING)
    order = np.random.default_rng(seed).permutation(len(EDGES)).tolist()
    (run.by_softmax if softmax else run.by_margin)(EDGES, order)
    return run.rows, run.tally
