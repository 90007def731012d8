"""A piece of work: some positives through the kernel, on as many threads as there are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext

import numpy as np

from diskembed.graph.csr import Ints
from diskembed.models.contract import Model
from diskembed.models.types import Array, Vector
from diskembed.training.margin import TALLY
from diskembed.training.margin import train_pairs as train_by_margin
from diskembed.training.plan import Plan
from diskembed.training.random import piece_state
from diskembed.training.recipe import Recipe
from diskembed.training.rows import WORK_ROWS
from diskembed.training.sampler import ROOM, Graph
from diskembed.training.softmax import train_pairs as train_by_softmax

__all__ = ["Kernel", "compiled", "put_back", "threads_of", "train_piece"]

Kernel = Callable[..., None]

PUT_BACK = 1 << 16
"""Rows that are put back where they live at a time, so that no copy of all is made."""


def compiled(model: Model, plan: Plan) -> Kernel:
    """The epoch body of the plan's objective with the model's functions in it."""
    return model.compile({"margin": train_by_margin, "softmax": train_by_softmax}[plan.objective])


def threads_of(plan: Plan) -> AbstractContextManager[ThreadPoolExecutor | None]:
    """The threads of a run; None where there is one."""
    return ThreadPoolExecutor(plan.threads) if plan.threads > 1 else nullcontext()


def train_piece(
    kernel: Kernel,
    model: Model,
    plan: Plan,
    recipe: Recipe,
    rows: Array,
    graph: Graph,
    parts: Sequence[tuple[Ints, Ints]],
    place: tuple[int, ...],
    wrong: Ints,
    pool: ThreadPoolExecutor | None,
) -> Vector:
    """Train ``rows`` on positives (above, below), a part for each thread; the tally of all.

    ``place`` says where in the run this is: from it and the plan's seed follow all random numbers.
    """
    tallies = [np.zeros(len(TALLY)) for _ in parts]

    def work(thread: int) -> None:
        kernel(
            rows,
            model.space,
            model.knobs,
            plan.looking(recipe, len(rows), *place),
            graph,
            *parts[thread],
            piece_state(plan.seed, *place, thread),
            wrong[thread],
            np.empty((plan.n_negatives + 1, ROOM), np.int32),
            np.zeros((WORK_ROWS, model.width)),
            tallies[thread],
        )

    if pool is None:
        work(0)
    else:
        list(pool.map(work, range(len(parts))))
    total = np.zeros(len(TALLY))
    for tally in tallies:
        total += tally
    return total


def put_back(model: Model, rows: Array) -> None:
    """Project all rows in place, against drift."""
    for start in range(0, len(rows), PUT_BACK):
        part = rows[start : start + PUT_BACK]
        part[:] = model.project(part.astype(np.float64, copy=False))
