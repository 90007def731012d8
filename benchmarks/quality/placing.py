"""New nodes without training: hidden leaves of the nouns, placed by their parents, beside training on them.

    python benchmarks/quality/placing.py [--geometry euclid sphere hyperboloid] [--hidden 0.01] [--dim 10]

One embedding is trained on the whole graph, another without the hidden leaves, which are then placed by their
parents. Both are asked for all ancestors of those leaves. The given parents count neither as right nor as
wrong: the F1 is over the *other* ancestors, against all other nodes of the graph, at each embedding's own
threshold. Beside it: how many nodes a placed leaf, which has no descendant, is said to contain; how often the
true parents of a trained leaf are among as many suggestions; milliseconds a placed node, one at a time.
"""

from __future__ import annotations

import argparse
import os
import time

import numpy as np
from numpy.typing import NDArray

import diskembed as de

Numbers = NDArray[np.int64]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--graph", default="wordnet-nouns")
    parser.add_argument("--geometry", nargs="+", default=["euclid", "sphere", "hyperboloid"])
    parser.add_argument("--dim", type=int, default=10)
    parser.add_argument("--hidden", type=float, default=0.01, help="share of the leaves")
    parser.add_argument("--epochs", type=int)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    dag = de.datasets.load(options.graph).without_roots()
    leaves = dag.leaves()
    count = max(1, round(options.hidden * len(leaves)))
    hidden = np.random.default_rng(options.seed).permutation(leaves)[:count]
    print(f"{dag!r}; {count:,} of {len(leaves):,} leaves hidden; load {os.getloadavg()[0]:.1f}")
    print(
        f"{'geometry':12} {'trained F1':>10} {'placed F1':>10} {'ratio':>7} {'kept':>7} "
        f"{'below, trained':>15} {'placed':>7} {'parents found':>14} {'ms a node':>10}"
    )
    for geometry in options.geometry:
        print(measured(dag, hidden, geometry, options), flush=True)


def measured(dag: de.DAG, hidden: Numbers, geometry: str, options: argparse.Namespace) -> str:
    mask = np.ones(len(dag), np.bool_)
    mask[hidden] = False
    whole, rest = (fitted(graph, geometry, options) for graph in (dag, dag.keep(mask)))
    names = dag.names.take(hidden)
    rest.place("warm up", parents=dag.names[int(dag.parents[int(hidden[0])][0])])  # compiles
    began = time.perf_counter()
    for node in hidden[:50].tolist():
        rest.place(dag.names[node], parents=dag.names.take(dag.parents[node]))
    each = (time.perf_counter() - began) / len(hidden[:50])
    placed = rest.place_all(dag)
    kept = np.mean([not placed.placement(name).unmet for name in names])
    trained_f1, placed_f1 = (f1_of_others(dag, hidden, embedding) for embedding in (whole, placed))
    below = [np.mean([len(emb.descendants(name)) for name in names]) for emb in (whole, placed)]
    found = np.mean([parents_found(dag, node, whole) for node in hidden.tolist()])
    return (
        f"{geometry:12} {100 * trained_f1:10.2f} {100 * placed_f1:10.2f} {placed_f1 / trained_f1:7.3f} "
        f"{kept:7.3f} {below[0]:15.2f} {below[1]:7.2f} {found:14.3f} {1000 * each:10.2f}"
    )


def fitted(dag: de.DAG, geometry: str, options: argparse.Namespace) -> de.Embedding:
    estimator = de.DiskEmbedding(
        geometry=geometry, dim=options.dim, random_state=options.seed, epochs=options.epochs, progress=False
    )
    return estimator.fit(dag).embedding_


def f1_of_others(dag: de.DAG, nodes: Numbers, embedding: de.Embedding) -> float:
    """Over all given nodes together, without their parents."""
    closure = dag.closure()
    right = answered = wanted = 0
    for node in nodes.tolist():
        parents = set(dag.names.take(dag.parents[node]))
        true = set(dag.names.take(closure.ancestors(node))) - parents
        said = set(embedding.ancestors(dag.names[node]).names) - parents
        right += len(true & said)
        answered += len(said)
        wanted += len(true)
    return 2 * right / (answered + wanted)


def parents_found(dag: de.DAG, node: int, embedding: de.Embedding) -> float:
    """The share of a node's parents among as many suggestions."""
    parents = set(dag.names.take(dag.parents[node]))
    suggested = embedding.suggest_parents(dag.names[node], k=len(parents))
    return len(parents & set(suggested.names)) / len(parents)


if __name__ == "__main__":
    main()
