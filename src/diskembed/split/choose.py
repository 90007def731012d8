"""Choosing pairs of a closure at random, in one pass and without listing what is not chosen."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diskembed.graph.closure import Closure
from diskembed.graph.csr import CSR, Ints, adjacency
from diskembed.jit import kernel
from diskembed.split.pairs import Pairs

__all__ = ["choose_pairs", "grouped"]


def grouped(n_nodes: int, *parts: Pairs) -> CSR:
    """Pairs as the ancestors of each descendant."""
    pairs = Pairs.join(*parts)
    return adjacency(pairs.ancestors, pairs.descendants, n_nodes)[0]


def choose_pairs(
    closure: Closure, excluded: CSR, count: int, random: np.random.Generator, *, then: Pairs | None = None
) -> Pairs:
    """``count`` of the closure's pairs that are not ``excluded``, each subset equally likely.

    They come in the closure's order, by descendant, then ancestor; those of ``then`` follow.
    """
    chosen = Pairs.empty(count + (len(then) if then else 0), n_nodes=closure.n_nodes)
    if then:
        chosen.ancestors[count:] = then.ancestors
        chosen.descendants[count:] = then.descendants
    left = np.array([count, closure.n_pairs - len(excluded.indices)], np.int64)
    done = 0
    for ancestors, descendants in closure.blocks():
        if done == count:
            break
        marked = mark_chosen(ancestors, descendants, excluded.indptr, excluded.indices, left, random)
        at = slice(done, done + int(np.count_nonzero(marked)))
        chosen.ancestors[at] = ancestors[marked]
        chosen.descendants[at] = descendants[marked]
        done = at.stop
    return chosen


@kernel
def mark_chosen(
    ancestors: Ints,
    descendants: Ints,
    excluded_ptr: Ints,
    excluded: Ints,
    left: NDArray[np.int64],
    random: np.random.Generator,
) -> NDArray[np.bool_]:
    """Which of a block's pairs are chosen; ``excluded`` ones are passed over.

    Knuth's algorithm S: a pair is taken with probability (still to choose) / (still to see), which makes
    every subset equally likely. ``left`` holds the two numbers and is counted down from block to block.
    """
    marked = np.zeros(len(ancestors), np.bool_)
    node, at, end = -1, 0, 0
    for i in range(len(ancestors)):
        if left[0] == 0:
            break
        if descendants[i] != node:
            node = descendants[i]
            at, end = excluded_ptr[node], excluded_ptr[node + 1]
        while at < end and excluded[at] < ancestors[i]:
            at += 1
        if at < end and excluded[at] == ancestors[i]:
            continue
        if random.random() * left[1] < left[0]:
            marked[i] = True
            left[0] -= 1
        left[1] -= 1
    return marked
