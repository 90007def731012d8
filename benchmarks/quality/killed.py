"""A run that is killed with SIGKILL at 30 random moments, of saving too: what it loses, and what it ends as.

    python benchmarks/quality/killed.py [--graph wordnet-nouns] [--kills 30] [--interval 1] [--epochs 40]

A child trains with a checkpoint every ``--interval`` seconds, and saves the model again and again when it is
done. It is killed and started anew. Printed for each kill: the epoch that the checkpoint has, the seconds of
finished epochs that are lost, and which files were being written. It fails if a file
cannot be read, if a loss is longer than the interval, a write and an epoch, or if the end is not, bit by bit,
that of a run that nobody killed.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

import diskembed as de
from diskembed.storage.checkpoint import read
from diskembed.training.progress import Epoch

SAVES = 200


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--graph", default="wordnet-nouns", help="a bundled graph, or a file")
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--interval", type=float, default=1.0)
    parser.add_argument("--epochs", type=int, default=40)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--child", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child is not None:
        trained(options, options.child).embedding_.save(options.child / "m.disk")
        for _ in range(SAVES):
            de.load(options.child / "m.disk").save(options.child / "m.disk")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        return killed(options, Path(folder))


def trained(options: argparse.Namespace, folder: Path | None) -> de.DiskEmbedding:
    bundled = options.graph in de.datasets.names()
    dag = de.datasets.load(options.graph) if bundled else de.read(options.graph)
    path = None if folder is None else folder / "run"
    estimator = de.DiskEmbedding(
        geometry="euclid",
        epochs=options.epochs,
        checkpoint=path,
        checkpoint_seconds=options.interval,
        progress=False,
        callbacks=[] if folder is None else [Diary(folder / "diary")],
    )
    print("began", file=sys.stderr if folder is None else sys.stdout, flush=True)
    return estimator.fit(dag, resume=path is not None and path.exists())


class Diary:
    """When each epoch ended, and how long it took."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __call__(self, epoch: Epoch, /) -> None:
        """Write one line."""
        with self.path.open("a") as file:
            file.write(json.dumps([os.getpid(), epoch.epoch, epoch.seconds]) + "\n")


def killed(options: argparse.Namespace, folder: Path) -> int:
    whole = trained(options, None)
    seconds = [epoch.seconds for epoch in whole.history_]
    slowest, alone = max(seconds[1:]), float(np.median(seconds)) * options.epochs  # the first may compile
    longest_wait = max(
        3 * alone / options.kills, 2 * options.interval
    )  # most kills hit training, some saving
    print(f"alone: {alone:.1f} s, an epoch up to {slowest:.2f} s; load {os.getloadavg()[0]:.1f}", flush=True)
    random = np.random.default_rng(options.seed)
    command = [sys.executable, *sys.argv, "--child", str(folder)]
    worst, reached, faults = 0.0, 0, 0
    for number in range(options.kills):
        (folder / "diary").unlink(missing_ok=True)
        with subprocess.Popen(command, stdout=subprocess.PIPE) as child:
            child.stdout.readline()
            time.sleep(random.uniform(0.0, longest_wait))
            child.kill()
        writing = [file.name.split(".")[1] for file in folder.iterdir() if file.name.endswith(".part")]
        kept = read(folder / "run").state["state"]["epoch"] if (folder / "run").exists() else 0
        lost, longest = loss(folder / "diary", kept)
        worst = max(worst, lost)
        faults += (kept < reached) + (lost > options.interval + 1.0 + 2 * max(slowest, longest))
        reached = max(kept, reached)
        saved = "" if not (folder / "m.disk").exists() else f", model of {len(de.load(folder / 'm.disk')):,}"
        print(
            f"kill {number + 1}: epoch {kept} kept, {lost:.2f} s lost, writing {writing}{saved}", flush=True
        )
    subprocess.run(command, check=True)
    same = np.array_equal(de.load(folder / "m.disk").rows, whole.embedding_.rows)
    print(
        f"{options.kills} kills, a checkpoint each {options.interval:g} s: up to {worst:.2f} s of epochs lost"
    )
    ends = "the same" if same else "NOT the same"
    print(f"faults: {faults}; the end is {ends} as that of a run alone, bit by bit")
    return 0 if same and not faults else 1


def loss(diary: Path, kept: int) -> tuple[float, float]:
    """Seconds of finished epochs that the checkpoint does not have, and the longest epoch."""
    lines = diary.read_text().splitlines() if diary.exists() else []
    seconds = [(epoch, seconds) for _, epoch, seconds in map(json.loads, lines)]
    lost = sum(seconds for epoch, seconds in seconds if epoch > kept)
    return lost, max((seconds for _, seconds in seconds), default=0.0)


if __name__ == "__main__":
    sys.exit(main())
