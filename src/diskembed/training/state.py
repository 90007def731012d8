"""Everything that a run changes while it trains: what a checkpoint has to hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from diskembed.models.types import Array, Matrix
from diskembed.training.margin import TALLY
from diskembed.training.progress import Callback, Epoch
from diskembed.training.telling import record

__all__ = ["Precision", "Standing", "State", "rings"]

Precision = Literal["float32", "float64"]

RING = 1 << 14
PLAIN = ("epoch", "piece", "seconds", "best_f1", "best_epoch", "finished")


def rings(threads: int) -> NDArray[np.int32]:
    """Room for the pairs that each thread lately found wrong."""
    wrong = np.full((threads, RING + 1, 2), -1, np.int32)
    wrong[:, RING, 1] = 0
    return wrong


@dataclass(kw_only=True)
class Standing:
    """Where a run is, what it has counted since the epoch began, and what was best so far."""

    epoch: int = 0
    piece: int = 0
    tally: NDArray[np.float64] = field(default_factory=lambda: np.zeros(len(TALLY)))
    seconds: float = 0.0
    best_f1: float = -1.0
    best_epoch: int = 0
    history: list[Epoch] = field(default_factory=list)
    finished: bool = False

    def numbers(self) -> dict[str, Any]:
        """The part of it that JSON can hold."""
        history = [asdict(epoch) for epoch in self.history]
        return {**{name: getattr(self, name) for name in PLAIN}, "history": history}

    def close(
        self, epochs: int, f1: float | None, callbacks: Sequence[Callback], patience: int | None
    ) -> bool:
        """End an epoch, tell those who listen and decide whether to go on; true if it was the best so far."""
        self.epoch, self.piece = self.epoch + 1, 0
        better = f1 is not None and f1 > self.best_f1
        if f1 is not None and better:
            self.best_f1, self.best_epoch = f1, self.epoch
        told = record(self.epoch, epochs, self.tally, self.seconds, f1)
        self.history.append(told)
        self.tally[:], self.seconds = 0.0, 0.0
        stops = [callback(told) for callback in callbacks]
        waited = 0 if f1 is None else self.epoch - self.best_epoch
        tired = patience is not None and waited >= patience
        self.finished = self.epoch >= epochs or tired or any(stops)
        return better


@dataclass
class State(Standing):
    """Rows of parameters with where their run is.

    ``wrong`` holds a ring of pairs a thread, those that lately turned out to be wrong.
    """

    rows: Array
    wrong: NDArray[np.int32]
    best_rows: Array | None = None

    @staticmethod
    def fresh(rows: Matrix, threads: int, dtype: Precision = "float64") -> State:
        """The state before the first piece."""
        return State(np.ascontiguousarray(rows, dtype=dtype), rings(threads))

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The part of it that is large."""
        large: dict[str, NDArray[Any]] = {"rows": self.rows, "wrong": self.wrong, "tally": self.tally}
        return large if self.best_rows is None else {**large, "best_rows": self.best_rows}

    @staticmethod
    def restored(arrays: Mapping[str, NDArray[Any]], numbers: Mapping[str, Any]) -> State:
        """The state that ``arrays`` and ``numbers`` were taken from."""
        history = [Epoch(**epoch) for epoch in numbers["history"]]
        return State(**{**numbers, **arrays, "history": history})
