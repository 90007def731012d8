"""The run: pieces of an epoch on threads, epochs to the end, with a way back in after any of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from diskembed.errors import ParameterError
from diskembed.models.contract import Model
from diskembed.models.types import Array
from diskembed.training.interrupt import PoliteInterrupt
from diskembed.training.margin import (
    ACTIVE,
    NEGATIVE_LOSS,
    NEGATIVES,
    POSITIVE_LOSS,
    POSITIVES,
    TALLY,
    VIOLATED,
)
from diskembed.training.margin import train_pairs as train_by_margin
from diskembed.training.material import Material
from diskembed.training.plan import Plan
from diskembed.training.progress import Callback, Epoch
from diskembed.training.random import piece_state
from diskembed.training.rows import WORK_ROWS
from diskembed.training.softmax import train_pairs as train_by_softmax
from diskembed.training.state import State

__all__ = ["Judge", "Keeper", "State", "Trainer"]

PIECE = 1 << 22
"""Pairs between two looks at the clock and at Ctrl-C: a fifth of a second."""
PROJECTED = 1 << 16
"""Rows that are put back where they live at a time, so that no copy of all is made."""
LARGEST = 1e150
"""A number past it has run away: its square would be infinite."""

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

    def run(self, state: State) -> State:
        """Go on from ``state``, in place; ``state.finished`` says whether the end was reached."""
        body = {"margin": train_by_margin, "softmax": train_by_softmax}[self.plan.objective]
        kernel = self.model.compile(body)
        threads = ThreadPoolExecutor(self.plan.threads) if self.plan.threads > 1 else nullcontext()
        with threads as pool, PoliteInterrupt() as interrupt:
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
        for start in range(0, len(state.rows), PROJECTED):
            part = state.rows[start : start + PROJECTED]
            part[:] = self.model.project(part.astype(np.float64, copy=False))
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
        kernel: Callable[..., None],
        pool: ThreadPoolExecutor | None,
        order: NDArray[Any],
        done: float,
    ) -> None:
        recipe = self.plan.recipe(done, state.epoch)
        parts = np.array_split(order, self.plan.threads)
        tallies = [np.zeros(len(TALLY)) for _ in parts]
        model, material = self.model, self.material

        def work(thread: int) -> None:
            kernel(
                state.rows,
                model.space,
                model.knobs,
                recipe,
                material.graph,
                material.above[parts[thread]],
                material.below[parts[thread]],
                piece_state(self.plan.seed, state.epoch, state.piece, thread),
                state.wrong[thread],
                np.empty((self.plan.n_negatives + 1, 2), np.int32),
                np.zeros((WORK_ROWS, model.width)),
                tallies[thread],
            )

        if pool is None:
            work(0)
        else:
            list(pool.map(work, range(len(parts))))
        for tally in tallies:
            state.tally += tally

    def _between_pieces(self, state: State, pieces: int) -> None:
        if self.glance is not None:
            self.glance(self._record(state, state.epoch + 1, None), self._done(state, pieces))
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
        state.epoch, state.piece = state.epoch + 1, 0
        f1 = None if self.judge is None else self.judge(state.rows)
        if f1 is not None and f1 > state.best_f1:
            state.best_f1, state.best_epoch, state.best_rows = f1, state.epoch, state.rows.copy()
        record = self._record(state, state.epoch, f1)
        state.history.append(record)
        state.tally[:], state.seconds = 0.0, 0.0
        stops = [callback(record) for callback in self.callbacks]
        waited = 0 if f1 is None else state.epoch - state.best_epoch
        tired = self.patience is not None and waited >= self.patience
        state.finished = state.epoch >= self.plan.epochs or tired or any(stops)

    def _record(self, state: State, epoch: int, f1: float | None) -> Epoch:
        tally = state.tally
        positives, negatives = max(tally[POSITIVES], 1.0), max(tally[NEGATIVES], 1.0)
        return Epoch(
            epoch=epoch,
            epochs=self.plan.epochs,
            loss=float((tally[POSITIVE_LOSS] + tally[NEGATIVE_LOSS]) / positives),
            violated=float(tally[VIOLATED] / positives),
            active=float(tally[ACTIVE] / negatives),
            pairs=int(tally[POSITIVES] + tally[NEGATIVES]),
            seconds=state.seconds,
            f1=f1,
        )

    def _require_sound(self, state: State) -> None:
        """Stop before numbers that ran away are kept in the place of good ones."""
        rows = state.rows
        if float(rows.min()) > -LARGEST and float(rows.max()) < LARGEST and np.isfinite(state.tally).all():
            return
        strange = np.flatnonzero(~(np.abs(rows) < np.float64(LARGEST)).all(axis=1))
        who = f"the numbers of {self.material.names[int(strange[0])]!r}" if len(strange) else "the loss"
        kept = None if self.keeper is None else self.keeper.kept
        raise ParameterError(
            f"{who} ran away in epoch {state.epoch + 1} of {self.plan.epochs}",
            allowed=f"training keeps all numbers finite and below {LARGEST:g}",
            do="choose lower rates or margins"
            + ("" if kept is None else f"; the last good state is in {kept}"),
        )
