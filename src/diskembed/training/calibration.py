"""Pairs to choose a threshold on when nothing was held out: training pairs, and pairs known to be none."""

from __future__ import annotations

import numpy as np

from diskembed.graph.csr import Ints
from diskembed.jit import kernel
from diskembed.split.pairs import Labelled, Pairs
from diskembed.training.material import Material
from diskembed.training.random import State, draw, piece_state
from diskembed.training.sampler import Graph, is_known, met_on_the_way

__all__ = ["training_pairs"]

POSITIVES = 30_000
NEGATIVES = 10
"""A positive, as in the protocol."""


def training_pairs(material: Material, *, seed: int) -> Labelled:
    """Implied pairs met on walks up from random edges, each with corruptions of both its ends."""
    state = piece_state(seed, len(material.above))
    graph, above, below = material.graph, material.above, material.below
    pairs = _walked_pairs(graph, above, below, POSITIVES, state)
    negatives = _corrupted(graph, pairs, NEGATIVES, len(material.dag), state)
    return Labelled(Pairs(pairs[0], pairs[1]), Pairs(negatives[0], negatives[1]))


@kernel
def _walked_pairs(graph: Graph, above: Ints, below: Ints, count: int, state: State) -> Ints:
    """Half of them edges as they stand, half between an edge's lower end and a node far above."""
    pairs = np.empty((2, count), above.dtype)
    for i in range(count):
        edge = draw(state, len(above))
        pairs[0, i], pairs[1, i] = above[edge], below[edge]
        if i % 2 == 1:
            pairs[0, i] = met_on_the_way(graph.up_ptr, graph.up, above[edge], state)
    return pairs


@kernel
def _corrupted(graph: Graph, pairs: Ints, each: int, n: int, state: State) -> Ints:
    """Pairs with one end replaced; those that are known, and self pairs, are left out."""
    kept = 0
    negatives = np.empty((2, pairs.shape[1] * each), pairs.dtype)
    for i in range(pairs.shape[1]):
        for k in range(each):
            u, v = pairs[0, i], pairs[1, i]
            if k % 2 == 0:
                v = draw(state, n)
            else:
                u = draw(state, n)
            if u != v and not is_known(graph.known_ptr, graph.known, u, v):
                negatives[0, kept], negatives[1, kept] = u, v
                kept += 1
    return negatives[:, :kept].copy()
