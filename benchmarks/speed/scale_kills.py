"""A worker is killed in each of several runs on Ray: what that costs, and what it does to the result."""

from __future__ import annotations

import os
import random
import signal
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
from scale_quality import column_f1
from timing import print_table

import diskembed as de
from diskembed.scale.cluster import connected
from diskembed.scale.ray_run import RayRun

__all__ = ["main"]

NODES, EPOCHS, BUCKETS = 20_000, 10, 6


def main(runs: int) -> None:
    """One run that is left alone, then those with a worker killed, in a random bucket each."""
    rng = np.random.default_rng(0)
    below = np.arange(1, NODES)
    dag = de.DAG.from_arrays(rng.integers(0, below), below)
    rows = []
    with connected("local"):
        for run in range(runs + 1):
            watch = Watch(random.Random(run).randrange(4, BUCKETS * EPOCHS - 4) if run else None)
            began = time.perf_counter()
            embedding = watch.fit(dag)
            f1 = column_f1(embedding, dag, 400)[0]
            took = time.perf_counter() - began
            rows.append(
                [
                    "left alone" if not run else f"killed in bucket {watch.at}",
                    f"{100 * f1:.2f}",
                    str(len(watch.done)),
                    str(len(watch.done) - len(set(watch.done))),
                    str(watch.killed),
                    f"{took:.0f} s",
                ]
            )
            print(rows[-1], flush=True)
    print(f"\n{dag!r}; a run is {BUCKETS * EPOCHS} buckets")
    print_table(["", "F1", "buckets done", "twice", "workers killed", "time"], rows)


class Watch:
    """Counts the buckets of a run, and kills a worker in the middle of one of them."""

    def __init__(self, at: int | None) -> None:
        self.at, self.sent, self.killed = at, 0, 0
        self.done: list[tuple[int, int]] = []

    def fit(self, dag: de.DAG) -> de.Embedding:
        """A run that is watched."""
        send, note = RayRun._send, RayRun._done

        def watched_send(run: RayRun, bucket: int, drawn: list[Any]) -> Any:
            self.sent += 1
            if self.sent == self.at:
                threading.Thread(target=self._kill).start()
            return send(run, bucket, drawn)

        def watched_done(run: RayRun, bucket: int, tally: np.ndarray) -> None:
            self.done.append((run.standings.epoch, bucket))
            note(run, bucket, tally)

        RayRun._send, RayRun._done = watched_send, watched_done
        try:
            estimator = de.DiskEmbedding(geometry="euclid", dim=10, epochs=EPOCHS, progress=False)
            return estimator.fit(dag, cluster="local").embedding_
        finally:
            RayRun._send, RayRun._done = send, note

    def _kill(self) -> None:
        """The first worker below this process that is seen training."""
        for _ in range(2000):
            for pid in training_workers():
                os.kill(pid, signal.SIGKILL)
                self.killed += 1
                return
            time.sleep(0.002)


def training_workers() -> list[int]:
    """Workers that train a bucket just now, of the cluster that this process started."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                title = (folder / "cmdline").read_bytes()
                mine = os.getpid() in ancestors(int(folder.name))
            except OSError:
                continue
            if title.startswith(b"ray::train") and mine:
                found.append(int(folder.name))
    return found


def ancestors(pid: int) -> list[int]:
    """The processes that a process was started by."""
    found = []
    while pid > 1:
        pid = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
        found.append(pid)
    return found


if __name__ == "__main__":
    main(10)
