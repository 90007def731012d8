"""The run: pieces of an epoch on threads, epochs to the end, with a way back in after any of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from diskembed.models.contract import Model
from diskembed.models.types import Array
from diskembed.training.interrupt import PoliteInterrupt
from diskembed.training.material import Material
from diskembed.training.piece import Kernel, compiled, put_back, threads_of, train_piece
from diskembed.training.plan import Plan
from diskembed.training.progress import Callback, Epoch
from diskembed.training.sampler import Graph
from diskembed.training.state import State
from diskembed.training.telling import record, require_sound

__all__ = ["Judge", "Keeper", "State", "Trainer"]

PIECE = 1 << 22
"""Pairs between two looks at the clock and at Ctrl-C: a fifth of a second."""
Judge = Callable[[Array], float]
"""Rows of parameters -> F1 on validation pairs."""


class Keeper(Protocol):
    """Where a state is kept, to go on from; it decides by itself when it is time."""

    @property
    def kept(self) -> Path | None:
        """The file of this run's last state; None if there is none yet."""

    def due(self) -> bool:
        """Whether the last time is long enough ago."""

    def keep(self, state: State) -> None:
        """Write it down."""


@dataclass
class Trainer:
    """Trains ``state.rows`` as ``plan`` says; ``run`` comes back at the end, or early when it is stopped.

    With one thread a run is repeatable bit by bit, also over a stop in the middle. With more, threads
    change shared rows without locks (Hogwild), and only the statistics repeat.
    """

    model: Model
    material: Material
    plan: Plan
    judge: Judge | None = None
    patience: int | None = None
    callbacks: Sequence[Callback] = ()
    glance: Callable[[Epoch, float], None] | None = None
    """Called between pieces with the unfinished epoch, and with the share of the run that is done."""
    keeper: Keeper | None = None
    last_good: Array | None = field(init=False, default=None)
    """The rows at the end of the last sound epoch, where no keeper has them in a file."""

    def run(self, state: State) -> State:
        """Go on from ``state``, in place; ``state.finished`` says whether the end was reached."""
        kernel = compiled(self.model, self.plan)
        with threads_of(self.plan) as pool, PoliteInterrupt() as interrupt:
            while not state.finished and not interrupt.asked:
                self._epoch(state, partial(self._piece, state, kernel, pool), interrupt)
            self._keep(state)
        return state

    def _epoch(
        self, state: State, work: Callable[[NDArray[Any], float], None], interrupt: PoliteInterrupt
    ) -> None:
        """One epoch, or the rest of one; left in the middle when Ctrl-C asks for it."""
        order = np.random.default_rng((self.plan.seed, state.epoch)).permutation(len(self.material.above))
        pieces = self._pieces(order.astype(self.material.above.dtype))
        while state.piece < len(pieces):
            before = time.perf_counter()
            work(pieces[state.piece], self._done(state, len(pieces)))
            state.piece += 1
            state.seconds += time.perf_counter() - before
            if state.piece < len(pieces):
                self._between_pieces(state, len(pieces))
                if interrupt.asked:
                    return
        put_back(self.model, state.rows)
        self._close(state)
        self._keep_if_due(state)

    def _done(self, state: State, pieces: int) -> float:
        return (state.epoch + state.piece / pieces) / self.plan.epochs

    def _pieces(self, order: NDArray[Any]) -> list[NDArray[Any]]:
        pairs_a_positive = (1 + self.plan.walked) * (1 + self.plan.n_negatives)
        count = max(1, len(order) * pairs_a_positive // (PIECE * self.plan.threads))
        return np.array_split(order, count)

    def _piece(
        self,
        state: State,
        kernel: Kernel,
        pool: ThreadPoolExecutor | None,
        order: NDArray[Any],
        done: float,
    ) -> None:
        material = self.material
        parts = np.array_split(order, self.plan.threads)
        state.tally += train_piece(
            kernel,
            self.model,
            self.plan,
            self.plan.recipe(done, state.epoch),
            state.rows,
            self._graph,
            [(material.above[part], material.below[part]) for part in parts],
            (state.epoch, state.piece),
            state.wrong,
            pool,
        )

    @cached_property
    def _graph(self) -> Graph:
        graph, above = self.material.graph, self.material.above
        return graph.drawing_often(above) if self.plan.n_often_below or self.plan.n_often_above else graph

    def _between_pieces(self, state: State, pieces: int) -> None:
        if self.glance is not None:
            told = record(state.epoch + 1, self.plan.epochs, state.tally, state.seconds, None)
            self.glance(told, self._done(state, pieces))
        self._keep_if_due(state)

    def _keep_if_due(self, state: State) -> None:
        if self.keeper is not None and self.keeper.due():
            self._keep(state)

    def _keep(self, state: State) -> None:
        if self.keeper is not None:
            self._require_sound(state)
            self.keeper.keep(state)

    def _close(self, state: State) -> None:
        """Measure the epoch, tell those who listen, and decide whether to go on."""
        self._require_sound(state)
        f1 = None if self.judge is None else self.judge(state.rows)
        if self.keeper is None:
            self.last_good = state.rows.copy()
        if state.close(self.plan.epochs, f1, self.callbacks, self.patience):
            state.best_rows = state.rows.copy()

    def _require_sound(self, state: State) -> None:
        kept = None if self.keeper is None else self.keeper.kept
        require_sound(
            state.rows, state.tally, self.material.names.__getitem__, state.epoch, self.plan.epochs, kept
        )
