"""What runs on Ray's workers: tasks that draw, train, keep and bring blocks, and the actor of the hot nodes.

Rows come to a task and leave it as objects of the cluster; what is put together from them stays there.
"""

from __future__ import annotations

import time
from typing import Any, NamedTuple

from diskembed.models.types import Array, Vector
from diskembed.scale.folder import folder_at
from diskembed.scale.job import Job
from diskembed.scale.positives import Drawn
from diskembed.storage.header import Kind
from diskembed.training.piece import threads_of

__all__ = ["HotRows", "Report", "bring", "draw", "keep", "train"]


class Report(NamedTuple):
    """What a bucket tells the driver: all of it is small."""

    bucket: int
    tally: Vector
    seconds: float


class HotRows:
    """The rows of the hot nodes, to which every bucket adds a share of what it changed.

    Buckets that run side by side pull the hot nodes the same way, each by all that is needed: so each adds
    one part of as many as there are, and together they add the mean.
    """

    def __init__(self, rows: Array, side_by_side: int = 1) -> None:
        self._rows = rows.copy()
        self._side_by_side = side_by_side
        self._added: set[tuple[int, int]] = set()

    def rows(self) -> Array:
        """As they are now."""
        return self._rows.copy()

    def count(self) -> int:
        """How many buckets have added theirs."""
        return len(self._added)

    def add(self, epoch: int, bucket: int, change: Array) -> None:
        """Take a bucket's change; that of a bucket which is trained again, its worker being lost, once."""
        if (epoch, bucket) not in self._added:
            self._added.add((epoch, bucket))
            self._rows += change / self._side_by_side


def draw(job: Job, block: int, epoch: int) -> Drawn:
    """The positives of an epoch whose descendants are in a block."""
    return job.draw(block, epoch)


def train(
    job: Job, bucket: int, epoch: int, done: float, hot: Any, first: Array, second: Array, *drawn: Drawn
) -> tuple[Array, Array, Report]:
    """One bucket, its hot rows from the actor ``hot`` and back to it."""
    import ray

    began = time.perf_counter()
    before: Array = ray.get(hot.rows.remote())
    positives = [part.of(bucket) for part in drawn]
    with threads_of(job.plan) as pool:
        trained = job.train(bucket, epoch, done, positives, (first, second, before), pool)
    ray.get(hot.add.remote(epoch, bucket, trained.hot - before))
    report = Report(bucket, trained.tally, time.perf_counter() - began)
    return trained.first, trained.second, report


def keep(rows: Array, path: str, name: str, kind: Kind) -> str:
    """Write a block where checkpoints are kept."""
    folder_at(path).write(name, kind, {"rows": rows}, {})
    return name


def bring(path: str, name: str, kind: Kind) -> Array:
    """Read a block from where checkpoints are kept."""
    rows: Array = folder_at(path).read(name, kind).arrays["rows"]
    return rows
