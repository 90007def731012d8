"""F1 of large embeddings, from samples of pairs."""

from __future__ import annotations

import numpy as np

import diskembed as de
from diskembed.evaluation.f1 import best_threshold, score_at
from diskembed.query.scores import matching

__all__ = ["column_f1", "corrupted_f1"]


def ancestors_of(dag: de.DAG, node: int) -> np.ndarray:
    """By climbing: no closure is needed."""
    found, edge = {node}, [node]
    while edge:
        edge = [int(a) for at in edge for a in dag.parents[at] if int(a) not in found]
        found.update(edge)
    return np.array(sorted(found - {node}), dtype=np.int64)


def column_f1(embedding: de.Embedding, dag: de.DAG, columns: int, seed: int = 5) -> tuple[float, float]:
    """All pairs into some random nodes: F1 at the best threshold, and at the embedding's own."""
    nodes = np.random.default_rng(seed).choice(len(dag), min(columns, len(dag)), replace=False)
    positive, negative = [], []
    for node in nodes.tolist():
        above = ancestors_of(dag, node)
        numbers, scores = matching(embedding.model, embedding.rows, node, "ancestors", embedding.cutoff + 1.0)
        true = np.isin(numbers, above)
        missed = np.full(len(above) - int(true.sum()), 1e9)
        positive += [scores[true], missed]
        negative.append(scores[~true])
    sides = np.concatenate(positive), np.concatenate(negative)
    return best_threshold(*sides).f1, score_at(*sides, embedding.cutoff).f1


def corrupted_f1(embedding: de.Embedding, dag: de.DAG, count: int = 200_000, seed: int = 1) -> float:
    """Pairs that several edges imply, roots left out, with ten corrupted ones each.

    The threshold comes from one half of them, F1 from the other.
    """
    rng = np.random.default_rng(seed)
    is_root = dag.in_degree == 0
    above, below = [], []
    for node in rng.integers(0, len(dag), count).tolist():
        far = [a for a in ancestors_of(dag, node) if not is_root[a] and a not in dag.parents[node]]
        if far:
            above.append(far[rng.integers(len(far))])
            below.append(node)
    a, b = np.array(above), np.array(below)
    wrong_a = np.concatenate([np.repeat(a, 5), rng.integers(0, len(dag), 5 * len(a))])
    wrong_b = np.concatenate([rng.integers(0, len(dag), 5 * len(a)), np.repeat(b, 5)])
    is_wrong = ~dag.reachability().reaches(wrong_a, wrong_b) & (wrong_a != wrong_b)
    positive = np.asarray(embedding.protrusion(a, b))
    negative = np.asarray(embedding.protrusion(wrong_a[is_wrong], wrong_b[is_wrong]))
    threshold = best_threshold(positive[::2], negative[::2]).threshold
    return score_at(positive[1::2], negative[1::2], threshold).f1
