"""Partitioned training on one machine: two blocks in memory, the others in files."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from diskembed.models.types import Array
from diskembed.scale.blocks import BLOCK, BlockRun, roomy
from diskembed.scale.positives import Drawn
from diskembed.storage.header import Kind
from diskembed.training.piece import threads_of

__all__ = ["PartitionedRun"]

POSITIVES = Kind("positives", 1)


@dataclass
class PartitionedRun(BlockRun):
    """Buckets one after another; a block goes back to its file when another takes its place."""

    _at_hand: dict[int, Array] = field(default_factory=dict, init=False)
    """The rows in memory: two blocks at most, and the hot nodes."""
    _unsaved: set[int] = field(default_factory=set, init=False)

    def _begin(self, rows: Array | None) -> None:
        if rows is not None:
            hot = self.job.layout.n_blocks
            for block, members in enumerate(self.job.layout.members):
                self._at_hand[block] = rows[members]
                self._unsaved.add(block)
                if block != hot:
                    self._put_away(block)
            if self.commit_seconds is not None:
                self.commit()

    def _train_epoch(self, asked: Callable[[], bool]) -> None:
        layout = self.job.layout
        positives = self._drawn()
        with threads_of(self.job.plan) as pool:
            for bucket, blocks in enumerate(layout.buckets):
                if asked():
                    return
                if bucket not in self.standings.done:
                    self._train(bucket, [*blocks, layout.n_blocks], positives, pool)

    def _train(
        self, bucket: int, blocks: list[int], positives: list[Drawn], pool: ThreadPoolExecutor | None
    ) -> None:
        before = time.perf_counter()
        for block in [block for block in self._at_hand if block not in blocks]:
            self._put_away(block)
        for block in blocks:
            self._take(block)
        first, second, hot = blocks
        trained = self.job.train(
            bucket,
            self.standings.epoch,
            self.share_done(),
            [positives[block].of(bucket) for block in blocks],
            (self._at_hand[first], self._at_hand[second], self._at_hand[hot]),
            pool,
        )
        for block, rows in zip(blocks, trained[:3], strict=True):
            self._at_hand[block] = rows
        self._unsaved.update(blocks)
        self.standings.seconds += time.perf_counter() - before
        self._done(bucket, trained.tally)

    def _drawn(self) -> list[Drawn]:
        """The epoch's positives, from files that only the buckets in hand are read of."""
        before = time.perf_counter()
        found = []
        for block in range(self.job.layout.n_blocks + 1):
            drawn = self.job.draw(block, self.standings.epoch)
            self.folder.write(f"positives-{block}", POSITIVES, drawn._asdict(), {})
            found.append(Drawn(**self.folder.read(f"positives-{block}", POSITIVES).arrays))
        self.standings.seconds += time.perf_counter() - before
        return found

    def _take(self, block: int) -> None:
        self._at_hand[block] = self._rows(block)

    def _put_away(self, block: int) -> None:
        """Write a block under a new version; the committed one stays until the next commit."""
        if block in self._unsaved:
            old = self.name_of(block)
            self.standings.versions[block] += 1
            self._save(block, self.name_of(block))
            if self.commit_seconds is None:
                self.folder.remove([old])
        del self._at_hand[block]

    def _save(self, block: int, name: str) -> None:
        self.folder.write(name, BLOCK, {"rows": self._at_hand[block]}, {})
        self._unsaved.discard(block)

    def _changed(self) -> set[int]:
        return set(self._unsaved)

    def gathered(self) -> Array:
        """All rows, in the nodes' order."""
        members = self.job.layout.members
        rows = roomy(len(self.job.layout.block), self._rows(len(members) - 1))
        for block, nodes in enumerate(members):
            rows[nodes] = self._rows(block)
        return rows

    def _rows(self, block: int) -> Array:
        if block in self._at_hand:
            return self._at_hand[block]
        rows: Array = self.folder.read(self.name_of(block), BLOCK).arrays["rows"]
        return rows
