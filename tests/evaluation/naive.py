"""The same figures the slow and plain way: every pair scored by itself, every threshold tried."""

from __future__ import annotations

import numpy as np

from diskembed.graph.dag import DAG
from graph.naive import ancestor_sets


def score_matrix(embedding):
    """Entry (i, j): node i as an ancestor of node j."""
    n = len(embedding)
    return np.array([[embedding.protrusion(i, j) for j in range(n)] for i in range(n)]).reshape(n, n)


def truth(dag):
    true = np.zeros((len(dag), len(dag)), np.bool_)
    for node, above in enumerate(ancestor_sets(dag)):
        true[list(above), node] = True
    return true


def f1_at(scores, true, threshold):
    taken = (scores <= threshold) & ~np.eye(len(scores), dtype=np.bool_)
    hits = (taken & true).sum()
    return float(2 * hits / (taken.sum() + true.sum())) if hits else 0.0


def best_f1(scores, true):
    return max((f1_at(scores, true, t) for t in scores[np.isfinite(scores)]), default=0.0)


def mean_rank_and_map(scores, true):
    ranks, precisions = [], []
    for node in range(len(scores)):
        others = [w for w in range(len(scores)) if w != node]
        above = [w for w in others if true[w, node]]
        shares = []
        for ancestor in above:
            as_low = [w for w in others if scores[w, node] <= scores[ancestor, node]]
            ranks.append(1 + sum(not true[w, node] for w in as_low))
            shares.append(sum(bool(true[w, node]) for w in as_low) / len(as_low))
        precisions += [np.mean(shares)] if shares else []
    return (float(np.mean(ranks)), float(np.mean(precisions))) if ranks else (0.0, 0.0)


def graph_over(embedding, seed, n_edges=None):
    """A random DAG with the embedding's nodes."""
    n = len(embedding)
    random = np.random.default_rng(seed)
    count = n if n_edges is None else n_edges
    first, last = np.sort(random.integers(0, n, (2, count)), axis=0)
    number = random.permutation(n)
    apart = first < last
    return DAG.from_arrays(number[first[apart]], number[last[apart]], names=embedding.names)
