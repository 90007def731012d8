"""How long until a given F1: ours, the paper's exact settings in our engine, and gensim's PoincareModel.

    python benchmarks/quality/time_to_f1.py [--splits DIR] [--percent 50] [--dim 10] [--seconds 120] [-o FILE]

All learn from the same training pairs of the nouns, strictly, on one core; F1 is on the validation pairs,
with the threshold (and, for Poincare embeddings, alpha) chosen on them. The clock runs while a contender
starts (packing, pretraining) and trains, not while it is judged, nor while kernels are compiled. A contender
stops when it has reached the last F1 asked for, when its time is up, or at the end of its epochs.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from gensim.models.poincare import PoincareModel
from machine import load, read_split

import diskembed as de
from diskembed.estimators.base import Estimator
from diskembed.estimators.run import Run
from diskembed.estimators.threshold import judge_of_pairs
from diskembed.reproduction.rows import row, row_names
from diskembed.storage.atomic import replacing
from diskembed.training.progress import Epoch

FORMAT = 1
TARGETS = (0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.97, 0.98)
DISKS = ("euclidean-disks", "spherical-disks", "hyperbolic-disks")

Curve = Iterator[tuple[float, float]]
"""Seconds of training so far, and F1."""


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--splits", help="folder with the published split files; drawn by the rule without")
    parser.add_argument("--percent", type=float, default=50)
    parser.add_argument("--dim", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=120.0, help="of training, for each contender")
    parser.add_argument("--gensim-batch", type=int, default=50)
    parser.add_argument("--only", nargs="+", help="contenders whose names contain one of these")
    parser.add_argument("-o", "--output", type=Path, help="a JSON file to write")
    options = parser.parse_args()
    split = read_split(options.splits, options.percent)
    print(f"{split!r}; {load()}", flush=True)
    print(f"{'':40} best F1  " + "".join(f"{f'{100 * target:g}':>8}" for target in TARGETS), flush=True)
    found = {}
    for name, contender in contenders(split, options).items():
        if options.only is None or any(part in name for part in options.only):
            found[name] = measured(contender, options.seconds)
            shown = "".join(f"{'-' if t is None else f'{t:.1f}':>8}" for t in found[name]["seconds"])
            print(f"{name:40} {100 * found[name]['best']:7.1f}  {shown}", flush=True)
    if options.output is not None:
        document = {
            "format": FORMAT,
            "what": {"percent": options.percent, "dim": options.dim, "budget": options.seconds},
            "load": load(),
            "targets": TARGETS,
            "contenders": found,
        }
        with replacing(options.output) as file:
            file.write((json.dumps(document, indent=1) + "\n").encode())


def contenders(split: de.Split, options: argparse.Namespace) -> dict[str, Curve]:
    """Each is started when it is first asked for a point."""
    systems = {
        **{f"{row(name, 'ours').title}, our defaults": row(name, "ours") for name in row_names("ours")},
        **{f"{row(name).title}, the paper's settings": row(name) for name in (*DISKS, "poincare-embeddings")},
    }
    ours = {name: epochs(each.make(options.dim), split, options.seconds) for name, each in systems.items()}
    return {**ours, f"gensim, batch {options.gensim_batch}": gensim_epochs(split, options)}


def measured(curve: Curve, budget: float) -> dict[str, object]:
    """When each target was first reached, in seconds; None where it was not."""
    points = []
    for seconds, f1 in curve:
        points.append((seconds, f1))
        if seconds >= budget or f1 >= TARGETS[-1]:
            break
    reached = [next((seconds for seconds, f1 in points if f1 >= target), None) for target in TARGETS]
    return {"best": max(f1 for _, f1 in points), "seconds": reached, "curve": points}


def epochs(estimator: Estimator, split: de.Split, budget: float) -> Curve:
    """Of one of our estimators."""
    warm_up(estimator)
    points: list[tuple[float, float]] = []

    def record(epoch: Epoch) -> bool:
        points.append((points[-1][0] + epoch.seconds if points else started + epoch.seconds, epoch.f1))
        return points[-1][0] >= budget or epoch.f1 >= TARGETS[-1]

    estimator.set_params(callbacks=[record], progress=False)
    run = Run.of(estimator, split)
    began = time.perf_counter()
    state = run.fresh()
    started = time.perf_counter() - began
    run.finish(state)
    yield from points


def warm_up(estimator: Estimator) -> None:
    """Compile all kernels, those of the start too, on a handful of pairs."""
    few = de.DAG.from_arrays([0, 0, 1, 1, 2], [1, 2, 3, 4, 5])
    type(estimator)(**{**estimator.get_params(), "epochs": 1, "progress": False}).fit(few)


def gensim_epochs(split: de.Split, options: argparse.Namespace) -> Curve:
    """A twentieth of an epoch at a time, so that the curve is fine where it is steep."""
    pairs = [(str(below), str(above)) for above, below in split.train]
    model = PoincareModel(pairs, size=options.dim, negative=10, burn_in=0, seed=0)
    judge = judge_of_pairs(de.PoincareEmbedding(dim=options.dim).model(), split.valid)
    everything = model.all_relations
    order = np.random.default_rng(0).permutation(len(everything))
    seconds = 0.0
    while True:
        for part in np.array_split(order, 20):
            model.all_relations = [everything[i] for i in part]
            began = time.perf_counter()
            model.train(epochs=1, batch_size=options.gensim_batch, print_every=10**9)
            seconds += time.perf_counter() - began
            yield seconds, judge(rows_of(model, len(split.names)))[1].f1


def rows_of(model: PoincareModel, count: int) -> np.ndarray:
    """Its vectors in our order; a node that is in no pair stays at the origin."""
    rows = np.zeros((count, model.size))
    rows[np.array(model.kv.index_to_key, dtype=np.int64)] = model.kv.vectors
    return rows


if __name__ == "__main__":
    main()
