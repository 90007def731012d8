r"""Other graphs, both ways up: F1 over all ordered pairs, mean rank and MAP, and F1 on held-out pairs.

    python benchmarks/quality/graphs.py wordnet-mammals schema-org go=GO.tsv.gz debian=DEBIAN.tsv.gz \
        hep-th=HEPTH.tsv.gz random:n=20000,parents=1.5,reach=0.3 [--dims 5 10] [-o FILE]

A graph is a name that diskembed knows, NAME=PATH of an edge list (``child,parent`` unless --order says
otherwise; cycles are merged), or random:n=NODES,parents=MEAN,reach=SHARE,seed=N (see ``random_dag``). Three
tasks each:

- whole: trained on all edges, judged on all ordered pairs of the closure's nodes;
- strict: half of the implied pairs are given and are the only positives, F1 by the protocol on held-out
  pairs (left out where that is more than --most training pairs);
- transitive: the basic edges are given, and what they imply may be sampled while training.

Of a large closure, at most --held pairs are held out for validation and test. FILE gets a record a run as
soon as it is done; runs that it holds already are not repeated.
"""

from __future__ import annotations

import argparse
import json
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from machine import load

import diskembed as de
from diskembed.estimators.base import Estimator
from diskembed.storage.atomic import replacing

FORMAT = 1
TASKS = ("whole", "strict", "transitive")


def main() -> None:
    options = arguments()
    kept = Kept(options.output)
    print(load())
    print(f"{'graph':24} {'geometry':12} dim task        F1 at own  at best  mean rank     MAP  seconds")
    for text, turned in product(options.graphs, (False, True) if options.both_ways else (False,)):
        name, dag = graph(text, options.order)
        dag = dag.reversed() if turned else dag
        name += ", reversed" if turned else ""
        for geometry, dim, task, seed in product(
            options.geometries, options.dims, options.tasks, range(options.seeds)
        ):
            key = {"graph": name, "geometry": geometry, "dim": dim, "task": task, "seed": seed}
            if (record := kept.find(key)) is None:
                estimator = de.DiskEmbedding(geometry=geometry, dim=dim, random_state=seed, progress=False)
                record = run(estimator, dag, task, options)
                if record is None:
                    continue
                kept.keep(record := {**key, **shape(dag), **record})
            show(record)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("graphs", nargs="+", metavar="GRAPH")
    parser.add_argument("--order", default="child,parent")
    parser.add_argument("--geometries", nargs="+", default=["euclid", "sphere", "hyperboloid"])
    parser.add_argument("--dims", nargs="+", type=int, default=[5, 10])
    parser.add_argument("--tasks", nargs="+", choices=TASKS, default=TASKS)
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--one-way", dest="both_ways", action="store_false", help="no reversed graphs")
    parser.add_argument("--most", type=int, default=3_000_000, help="training pairs of the strict task")
    parser.add_argument("--held", type=int, default=30_000, help="pairs held out for each of valid and test")
    parser.add_argument("--memory", type=float, default=4.0, help="GB that a closure may take")
    parser.add_argument("-o", "--output", type=Path, help="a JSON file to write, or to go on with")
    return parser.parse_args()


def graph(text: str, order: str) -> tuple[str, de.DAG]:
    """A graph and the name that results go by."""
    if text.startswith("random:"):
        settings = dict(part.split("=") for part in text.removeprefix("random:").split(","))
        return text, random_dag(**{name: float(value) for name, value in settings.items()})
    name, is_file, path = text.partition("=")
    if is_file:
        return name, de.read(path, order=order, on_cycle="collapse")
    return name, de.datasets.load(name)


def random_dag(n: float, parents: float = 1.0, reach: float = 1.0, seed: float = 0) -> de.DAG:
    """Node i has on average ``parents`` parents, drawn from ``(1 - reach) i`` to ``i - 1``.

    One parent is a tree, shallow where ``reach`` is 1 and deep where it is small.
    """
    random = np.random.default_rng(int(seed))
    below = np.arange(1, int(n))
    count = 1 + random.poisson(max(parents - 1.0, 0.0), len(below))
    below = np.repeat(below, count)
    lowest = np.floor((1.0 - reach) * below).astype(np.int64)
    return de.DAG.from_arrays(random.integers(lowest, below), below)


def run(estimator: Estimator, dag: de.DAG, task: str, options: argparse.Namespace) -> dict[str, Any] | None:
    """One task; None where it would take more training pairs than allowed."""
    memory = int(options.memory * 1e9)
    estimator.set_params(memory=memory, transitive=task != "strict")
    if task == "whole":
        estimator.fit(dag)
        embedding = estimator.embedding_
        full = de.evaluate_full(embedding, dag, memory=memory)
        ranking = de.evaluate_ranking(embedding, dag, memory=memory)
        found = {
            "own": full.own.f1,
            "best": full.best.f1,
            "precision": full.best.precision,
            "recall": full.best.recall,
            "topological_order": full.baselines()["topological order"].f1,
            "mean_rank": ranking.mean_rank,
            "mean_average_precision": ranking.mean_average_precision,
        }
    else:
        split = held_out(dag, 50 if task == "strict" else 0, options, memory)
        if split is None:
            return None
        embedding = estimator.fit(split).embedding_
        judged = de.evaluate(embedding, split)
        found = {
            "own": judged.f1,
            "precision": judged.result.test_precision,
            "recall": judged.result.test_recall,
            **{line.name.replace(" ", "_"): line.test_f1 for line in judged.baselines},
        }
    return {"seconds": embedding.provenance["seconds"], "load": load(), **found}


def held_out(dag: de.DAG, percent: float, options: argparse.Namespace, memory: int) -> de.Split | None:
    """Five percent of the implied pairs for each of validation and test, or fewer."""
    statistics = dag.statistics(memory=memory)
    implied = statistics.closure - statistics.basic_edges
    if statistics.basic_edges + implied * percent / 100 > options.most:
        return None
    share = min(0.05, options.held / max(implied, 1))
    return de.Split.draw(dag, percent=percent, valid=share, test=share, memory=memory, allow_empty=True)


def shape(dag: de.DAG) -> dict[str, Any]:
    """By which a reader can tell graphs apart."""
    found = dag.statistics().as_dict()
    return {name: found[name] for name in ("nodes", "edges", "closure", "depth", "multi_parent_frac")}


def show(record: dict[str, Any]) -> None:
    best, rank, precision = (record.get(name) for name in ("best", "mean_rank", "mean_average_precision"))
    print(
        f"{record['graph']:24.24} {record['geometry']:12} {record['dim']:3} {record['task']:10} "
        f"{100 * record['own']:9.2f}  {'' if best is None else f'{100 * best:.2f}':>7}  "
        f"{'' if rank is None else f'{rank:.2f}':>9}  {'' if precision is None else f'{precision:.4f}':>6}  "
        f"{record['seconds']:7.1f}",
        flush=True,
    )


class Kept:
    """Records in a file that is whole at every moment."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.records: list[dict[str, Any]] = []
        if path is not None and path.exists():
            self.records = json.loads(path.read_text(encoding="utf-8"))["records"]

    def find(self, key: dict[str, Any]) -> dict[str, Any] | None:
        """The record of a run that was made before."""
        return next((each for each in self.records if key.items() <= each.items()), None)

    def keep(self, record: dict[str, Any]) -> None:
        """One more."""
        self.records.append(record)
        if self.path is not None:
            with replacing(self.path) as file:
                file.write(
                    (json.dumps({"format": FORMAT, "records": self.records}, indent=1) + "\n").encode()
                )


if __name__ == "__main__":
    main()
