"""The same run on Ray: disjoint buckets side by side, blocks as objects of the cluster."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from diskembed.errors import ClusterError
from diskembed.models.types import Array
from diskembed.scale import workers
from diskembed.scale.blocks import BLOCK, BlockRun, roomy

__all__ = ["RayRun"]

RETRIES = 5
"""How often a bucket is tried again whose worker, or the hot rows it needs, was lost."""


@dataclass
class RayRun(BlockRun):
    """The driver holds references alone: to rows of blocks, to positives, to the actor of the hot rows.

    A bucket whose worker is lost is trained again from the rows it began with, which are still there. Should
    the actor be lost, another one starts from what the last finished bucket saw.
    """

    ray: Any = None
    _blocks: list[Any] = field(default_factory=list, init=False)
    _unsaved: set[int] = field(default_factory=set, init=False)
    _tasks: dict[Callable[..., Any], Callable[..., Any]] = field(default_factory=dict, init=False)
    _slots: int = field(default=1, init=False)
    _hot: Any = field(default=None, init=False)
    _job: Any = field(default=None, init=False)

    # -- what is sent ------------------------------------------------------------------------------
    def _task(self, function: Callable[..., Any], returns: int = 1, cpus: float = 1.0) -> Callable[..., Any]:
        """A function of ``workers`` as a task; Ray runs it again where its worker is lost."""
        if function not in self._tasks:
            remote = self.ray.remote(num_cpus=cpus, max_retries=RETRIES, num_returns=returns)(function)
            self._tasks[function] = remote.remote
        return self._tasks[function]

    def _begin(self, rows: Array | None) -> None:
        layout = self.job.layout
        self._job = self.ray.put(self.job)
        self._slots = max(1, int(self.ray.cluster_resources().get("CPU", 1) // self.job.plan.threads))
        if rows is None:
            bring = self._task(workers.bring)
            names = [self.name_of(block) for block in range(layout.n_blocks + 1)]
            self._blocks = [bring(self.folder.path, name, BLOCK) for name in names]
        else:
            self._blocks = [self.ray.put(rows[members]) for members in layout.members]
            self._unsaved = set(range(layout.n_blocks + 1))
        self._revive()
        if rows is not None and self.commit_seconds is not None:
            self.commit()

    def _revive(self) -> None:
        layout = self.job.layout
        actor = self.ray.remote(num_cpus=0)(workers.HotRows)
        self._hot = actor.remote(self._blocks[layout.n_blocks], min(self._slots, layout.n_blocks // 2))

    def _revive_if_lost(self) -> None:
        try:
            self.ray.get(self._hot.count.remote())
        except self.ray.exceptions.RayError:
            self._revive()

    # -- an epoch ----------------------------------------------------------------------------------
    def _train_epoch(self, asked: Callable[[], bool]) -> None:
        layout, began = self.job.layout, time.perf_counter()
        draw = self._task(workers.draw)
        drawn = [draw(self._job, block, self.standings.epoch) for block in range(layout.n_blocks + 1)]
        waiting = [bucket for bucket in range(len(layout.buckets)) if bucket not in self.standings.done]
        tries = dict.fromkeys(waiting, 0)
        running: dict[Any, tuple[int, Any, Any]] = {}
        while running or (waiting and not asked()):
            while not asked() and len(running) < self._slots:
                bucket = self._free(waiting, running)
                if bucket is None:
                    break
                waiting.remove(bucket)
                first, second, report = self._send(bucket, drawn)
                running[report] = (bucket, first, second)
            if not running:
                break
            (report, *_), _ = self.ray.wait(list(running), num_returns=1)
            bucket, first, second = running.pop(report)
            if not self._received(bucket, first, second, report):
                tries[bucket] += 1
                if tries[bucket] > RETRIES:
                    raise _lost(bucket, tries[bucket])
                waiting.insert(0, bucket)
            now = time.perf_counter()
            self.standings.seconds += now - began
            began = now

    def _send(self, bucket: int, drawn: list[Any]) -> Any:
        layout = self.job.layout
        first, second = layout.buckets[bucket]
        train = self._task(workers.train, returns=3, cpus=float(self.job.plan.threads))
        return train(
            self._job,
            bucket,
            self.standings.epoch,
            self.share_done(),
            self._hot,
            self._blocks[first],
            self._blocks[second],
            *(drawn[block] for block in (first, second, layout.n_blocks)),
        )

    def _received(self, bucket: int, first: Any, second: Any, report: Any) -> bool:
        """Take a bucket's new rows in the place of the old; False where it was lost."""
        try:
            told: workers.Report = self.ray.get(report)
            hot = self._hot.rows.remote()
            self.ray.get(self._hot.count.remote())  # after it the rows are there, and not brought here
        except self.ray.exceptions.RayError as error:
            cause = getattr(error, "cause", None)
            if isinstance(cause, Exception) and not isinstance(cause, self.ray.exceptions.RayError):
                raise cause from None
            self._revive_if_lost()
            return False
        blocks = self.job.layout.buckets[bucket]
        for block, rows in zip((*blocks, self.job.layout.n_blocks), (first, second, hot), strict=True):
            self._blocks[block] = rows
            self._unsaved.add(block)
        self._done(bucket, told.tally)
        return True

    def _free(self, waiting: list[int], running: dict[Any, tuple[int, Any, Any]]) -> int | None:
        """The next bucket that shares no block with those that are being trained."""
        buckets = self.job.layout.buckets
        busy = {block for bucket, _, _ in running.values() for block in buckets[bucket]}
        return next((bucket for bucket in waiting if busy.isdisjoint(buckets[bucket])), None)

    # -- what is kept ------------------------------------------------------------------------------
    def _save(self, block: int, name: str) -> None:
        self.ray.get(self._task(workers.keep)(self._blocks[block], self.folder.path, name, BLOCK))
        self._unsaved.discard(block)

    def _changed(self) -> set[int]:
        return set(self._unsaved)

    def gathered(self) -> Array:
        """All rows, in the nodes' order: here they come to the driver, which was asked for them."""
        members = self.job.layout.members
        rows = roomy(len(self.job.layout.block), self.ray.get(self._blocks[0]))
        for block, nodes in enumerate(members):
            rows[nodes] = self.ray.get(self._blocks[block])
        return rows


def _lost(bucket: int, tries: int) -> ClusterError:
    return ClusterError(
        f"bucket {bucket} was lost {tries} times",
        allowed=f"a bucket is tried again {RETRIES} times",
        do="look at the cluster's logs, then go on with resume=True",
    )
