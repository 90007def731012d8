"""A run in blocks, wherever its buckets are trained: epochs, resuming, and what is told."""

from __future__ import annotations

import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diskembed.models.types import Array
from diskembed.scale.folder import Folder
from diskembed.scale.job import Job
from diskembed.storage.checkpoint import require_same_run
from diskembed.storage.header import Kind
from diskembed.training.interrupt import PoliteInterrupt
from diskembed.training.progress import Callback, Epoch
from diskembed.training.state import Standing
from diskembed.training.telling import record

__all__ = ["BLOCK", "BlockRun", "Standings", "roomy", "saved_standings"]

BLOCK = Kind("block", 1)
STANDINGS = Kind("block-run", 1)
STATE = "run"
ROOMY = 1 << 28
"""Bytes past which all rows together are held in a file and not in memory."""


def roomy(n_nodes: int, like: Array) -> Array:
    """Room for a row of a node each, in a file without a name where that is large."""
    shape = (n_nodes, like.shape[1])
    if n_nodes * like.shape[1] * like.itemsize < ROOMY:
        return np.empty(shape, like.dtype)
    with tempfile.TemporaryFile() as file:
        return np.memmap(file, like.dtype, "w+", shape=shape)


@dataclass(kw_only=True)
class Standings(Standing):
    """Where a run in blocks is: the buckets of the epoch that are done, and each block's newest version."""

    done: set[int] = field(default_factory=set)
    versions: list[int] = field(default_factory=list)

    def numbers(self) -> dict[str, Any]:
        """As JSON can hold it."""
        return {**super().numbers(), "done": sorted(self.done), "versions": self.versions}

    @staticmethod
    def restored(tally: NDArray[np.float64], numbers: Mapping[str, Any]) -> Standings:
        """What ``numbers`` were taken from."""
        history = [Epoch(**epoch) for epoch in numbers["history"]]
        return Standings(
            **{**numbers, "history": history, "done": set(numbers["done"]), "tally": tally.copy()}
        )


def saved_standings(folder: Folder, identity: Mapping[str, Any]) -> Standings:
    """Where the run in a folder was last; refused where it is another run."""
    contents = folder.read(STATE, STANDINGS)
    require_same_run(folder.path, contents.state["run"], identity)
    return Standings.restored(contents.arrays["tally"], contents.state["state"])


@dataclass
class BlockRun(ABC):
    """Trains all buckets of all epochs; subclasses say where.

    Block ``n_blocks`` is that of the hot nodes. Versions of blocks are written under names of their own, so
    that what the last commit speaks of is there whenever the run is cut off.
    """

    job: Job
    standings: Standings
    folder: Folder
    identity: Mapping[str, Any]
    judge: Callable[[Array], float] | None = None
    patience: int | None = None
    callbacks: Sequence[Callback] = ()
    glance: Callable[[Epoch, float], None] | None = None
    commit_seconds: float | None = None
    """Seconds between commits, so that a cut-off run can be resumed; None where nobody will."""
    best: Array | None = field(default=None, init=False)
    _committed: float = field(default=0.0, init=False)

    # -- where buckets are trained -----------------------------------------------------------------
    @abstractmethod
    def _begin(self, rows: Array | None) -> None:
        """Take the first rows, or those of the versions that the standings speak of."""

    @abstractmethod
    def _train_epoch(self, asked: Callable[[], bool]) -> None:
        """Train the buckets of the epoch that are not done, calling ``_done`` after each; stop when asked."""

    @abstractmethod
    def _save(self, block: int, name: str) -> None:
        """Write a block's rows as they are now into the folder."""

    @abstractmethod
    def _changed(self) -> set[int]:
        """The blocks that differ from their newest version."""

    @abstractmethod
    def gathered(self) -> Array:
        """All rows, in the nodes' order."""

    # -- what is the same everywhere ---------------------------------------------------------------
    def run(self, rows: Array | None) -> Array | None:
        """Train to the end, from ``rows`` or from where the folder's run was; None when it was stopped."""
        standings = self.standings
        self._begin(rows)
        self._committed = time.monotonic()
        with PoliteInterrupt() as interrupt:
            while not standings.finished and not interrupt.asked:
                self._train_epoch(lambda: interrupt.asked)
                if len(standings.done) == len(self.job.layout.buckets):
                    self._close()
            if self.commit_seconds is not None:
                self.commit()
        if not standings.finished:
            return None
        return self.gathered() if self.best is None else self.best

    def commit(self) -> None:
        """Write what changed since the last commit, then the standings, then drop what they replace."""
        before = set(self.folder.names())
        for block in sorted(self._changed()):
            self.standings.versions[block] += 1
            self._save(block, self.name_of(block))
        wanted = {self.name_of(block) for block in range(self.job.layout.n_blocks + 1)}
        state = {"run": dict(self.identity), "state": self.standings.numbers()}
        self.folder.write(STATE, STANDINGS, {"tally": self.standings.tally}, state)
        self.folder.remove(name for name in before if name.startswith("block-") and name not in wanted)
        self._committed = time.monotonic()

    def name_of(self, block: int) -> str:
        """The file of a block's newest version."""
        return f"block-{block}.{self.standings.versions[block]}"

    def share_done(self) -> float:
        """The share of the run that is over."""
        buckets = len(self.job.layout.buckets)
        return (self.standings.epoch + len(self.standings.done) / buckets) / self.job.plan.epochs

    def _done(self, bucket: int, tally: NDArray[np.float64]) -> None:
        """Take note of a bucket that was trained."""
        standings = self.standings
        standings.done.add(bucket)
        standings.tally += tally
        if self.glance is not None:
            epochs = self.job.plan.epochs
            told = record(standings.epoch + 1, epochs, standings.tally, standings.seconds, None)
            self.glance(told, self.share_done())
        if self.commit_seconds is not None and time.monotonic() - self._committed >= self.commit_seconds:
            self.commit()

    def _close(self) -> None:
        rows = None if self.judge is None else self.gathered()
        f1 = None if self.judge is None or rows is None else self.judge(rows)
        if self.standings.close(self.job.plan.epochs, f1, self.callbacks, self.patience):
            self.best = rows
        self.standings.done = set()
