"""The run: pieces of an epoch on threads, epochs to the end, with a way back in after any of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import asdict, dataclass, field
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diskembed.models.contract import Model
from diskembed.models.types import Matrix
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
from diskembed.training.softmax import train_pairs as train_by_softmax

__all__ = ["State", "Trainer"]

PIECE = 1 << 22
"""Pairs between two looks at the clock and at Ctrl-C: a fifth of a second."""
RING = 1 << 14

Judge = Callable[[Matrix], float]
"""Rows of parameters -> F1 on validation pairs."""


@dataclass
class State:
    """Everything that a run changes: what a checkpoint has to hold."""

    rows: Matrix
    wrong: NDArray[np.int32]
    epoch: int = 0
    piece: int = 0
    tally: NDArray[np.float64] = field(default_factory=lambda: np.zeros(len(TALLY)))
    seconds: float = 0.0
    best_rows: Matrix | None = None
    best_f1: float = -1.0
    best_epoch: int = 0
    history: list[Epoch] = field(default_factory=list)
    finished: bool = False

    @staticmethod
    def fresh(rows: Matrix, threads: int) -> State:
        """The state before the first piece; ``wrong`` is one ring of pairs a thread."""
        wrong = np.full((threads, RING + 1, 2), -1, np.int32)
        wrong[:, RING, 1] = 0
        return State(np.ascontiguousarray(rows, dtype=np.float64), wrong)

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The part of it that is large."""
        large: dict[str, NDArray[Any]] = {"rows": self.rows, "wrong": self.wrong, "tally": self.tally}
        return large if self.best_rows is None else {**large, "best_rows": self.best_rows}

    def numbers(self) -> dict[str, Any]:
        """The part of it that JSON can hold."""
        plain = ("epoch", "piece", "seconds", "best_f1", "best_epoch", "finished")
        return {
            **{name: getattr(self, name) for name in plain},
            "history": [asdict(epoch) for epoch in self.history],
        }

    @staticmethod
    def restored(arrays: dict[str, NDArray[Any]], numbers: dict[str, Any]) -> State:
        """The state that ``arrays`` and ``numbers`` were taken from."""
        history = [Epoch(**epoch) for epoch in numbers["history"]]
        large = {name: np.array(array) for name, array in arrays.items()}
        return State(**{**numbers, **large, "history": history})


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
    save: Callable[[State], None] | None = None
    """Called with the state after each piece; decides by itself whether it is time."""

    def run(self, state: State) -> State:
        """Go on from ``state``, in place; ``state.finished`` says whether the end was reached."""
        body = {"margin": train_by_margin, "softmax": train_by_softmax}[self.plan.objective]
        kernel = self.model.compile(body)
        threads = ThreadPoolExecutor(self.plan.threads) if self.plan.threads > 1 else nullcontext()
        with threads as pool, PoliteInterrupt() as interrupt:
            while not state.finished and not interrupt.asked:
                self._epoch(state, partial(self._piece, state, kernel, pool), interrupt)
        return state

    def _epoch(
        self, state: State, work: Callable[[NDArray[Any], float], None], interrupt: PoliteInterrupt
    ) -> None:
        """One epoch, or the rest of one; left in the middle when Ctrl-C asks for it."""
        order = np.random.default_rng((self.plan.seed, state.epoch)).permutation(len(self.material.above))
        pieces = self._pieces(order.astype(self.material.above.dtype))
        while state.piece < len(pieces):
            before = time.perf_counter()
            done = (state.epoch + state.piece / len(pieces)) / self.plan.epochs
            work(pieces[state.piece], done)
            state.piece += 1
            state.seconds += time.perf_counter() - before
            if state.piece < len(pieces):
                self._offer(state)
                if interrupt.asked:
                    return
        state.rows[:] = self.model.project(state.rows)
        self._close(state)
        self._offer(state)

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
                material.above,
                material.below,
                parts[thread],
                piece_state(self.plan.seed, state.epoch, state.piece, thread),
                state.wrong[thread],
                np.empty((self.plan.n_negatives + 1, 2), np.int32),
                np.zeros((4, model.width)),
                tallies[thread],
            )

        if pool is None:
            work(0)
        else:
            list(pool.map(work, range(len(parts))))
        for tally in tallies:
            state.tally += tally

    def _offer(self, state: State) -> None:
        if self.save is not None:
            self.save(state)

    def _close(self, state: State) -> None:
        """Measure the epoch, tell those who listen, and decide whether to go on."""
        state.epoch, state.piece = state.epoch + 1, 0
        f1 = None if self.judge is None else self.judge(state.rows)
        if f1 is not None and f1 > state.best_f1:
            state.best_f1, state.best_epoch, state.best_rows = f1, state.epoch, state.rows.copy()
        record = self._record(state, f1)
        state.history.append(record)
        state.tally[:], state.seconds = 0.0, 0.0
        stops = [callback(record) for callback in self.callbacks]
        tired = self.patience is not None and f1 is not None
        tired = tired and state.epoch - state.best_epoch >= (self.patience or 0)
        state.finished = state.epoch >= self.plan.epochs or tired or any(stops)

    def _record(self, state: State, f1: float | None) -> Epoch:
        tally = state.tally
        positives, negatives = max(tally[POSITIVES], 1.0), max(tally[NEGATIVES], 1.0)
        return Epoch(
            epoch=state.epoch,
            epochs=self.plan.epochs,
            loss=float((tally[POSITIVE_LOSS] + tally[NEGATIVE_LOSS]) / positives),
            violated=float(tally[VIOLATED] / positives),
            active=float(tally[ACTIVE] / negatives),
            pairs=int(tally[POSITIVES] + tally[NEGATIVES]),
            seconds=state.seconds,
            f1=f1,
        )
