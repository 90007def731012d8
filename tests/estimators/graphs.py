"""Small graphs, and how well an embedding answers for all of their pairs."""

from __future__ import annotations

import numpy as np

from diskembed.embedding import Embedding
from diskembed.graph.dag import DAG


def taxonomy(n: int = 120, seed: int = 0) -> DAG:
    """A random tree in which some nodes have a second parent."""
    rng = np.random.default_rng(seed)
    below = np.arange(1, n)
    above = rng.integers(0, below)
    second = rng.choice(below[below > 10], n // 10, replace=False)
    above, below = np.append(above, rng.integers(0, second // 2)), np.append(below, second)
    return DAG.from_edges([(f"n{a}", f"n{b}") for a, b in zip(above.tolist(), below.tolist(), strict=True)])


def f1_of_all_pairs(embedding: Embedding, dag: DAG) -> float:
    """F1 of ``contains`` over all ordered pairs of different nodes."""
    n = len(dag)
    numbers = dag.names.find_all(embedding.names)
    above, below = (side.ravel() for side in np.indices((n, n)))
    above, below = above[above != below], below[above != below]
    inside = embedding.contains(above, below)
    true = dag.closure().contains(numbers[above], numbers[below])
    return float(2 * (inside & true).sum() / (inside.sum() + true.sum()))
