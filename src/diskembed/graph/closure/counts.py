"""How many ancestors and descendants each node has, without keeping a closure."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np

from diskembed.graph.closure.base import Counts
from diskembed.graph.closure.climbing import climb_counts
from diskembed.graph.closure.ranked import ranked
from diskembed.graph.closure.strips import STRIP_BYTES, count_sweep
from diskembed.graph.closure.tree import TreeClosure, is_forest
from diskembed.graph.closure.uniting import short, tally, unite
from diskembed.graph.dag import DAG

__all__ = ["PairCounts", "by_climbing", "by_lists", "by_strips", "pair_counts", "strips_fit"]

_FOREVER = 2**62


class PairCounts(NamedTuple):
    """Of each node; both sum to the closure's pairs."""

    ancestors: Counts
    descendants: Counts


def pair_counts(dag: DAG, memory: int) -> PairCounts:
    """In whichever way is quickest; each way but the last gives up when the next would have been.

    Climbing takes nothing where nearly all nodes have one parent; lists of ancestors are quicker while they
    are short and fit; past that climbing takes as long as there are pairs, and strips n^2 however many.
    """
    if is_forest(dag):
        tree = TreeClosure(dag, memory)
        return PairCounts(tree.ancestor_counts, tree.descendant_counts)
    return (
        by_climbing(dag, dag.n_edges // 2)
        or by_lists(dag, memory)
        or by_climbing(dag, len(dag) ** 2 // 2048 if strips_fit(dag, memory) else _FOREVER)
        or by_strips(dag)
    )


def strips_fit(dag: DAG, memory: int) -> bool:
    """Whether there is room for a strip in each direction."""
    return 2 * len(dag) * STRIP_BYTES <= memory


def by_lists(dag: DAG, memory: int) -> PairCounts | None:
    """None where the lists do not fit, or are so long that strips are quicker."""
    graph = ranked(dag)
    most_a_node = short(len(dag)) if strips_fit(dag, memory) else np.inf
    united = unite(dag, graph, memory, most_a_node)
    if united is None:
        return None
    return PairCounts(np.diff(united.start)[graph.rank], tally(united.ancestors, len(dag)))


def by_climbing(dag: DAG, most_steps: int) -> PairCounts | None:
    """None where that takes more steps."""
    above, below, finished = climb_counts(dag.order, dag.parents.indptr, dag.parents.indices, most_steps)
    return PairCounts(above, below) if finished else None


def by_strips(dag: DAG) -> PairCounts:
    """Both directions at once, a thread each."""
    with ThreadPoolExecutor(2) as pool:
        return PairCounts(*pool.map(_strip_counts, (dag, dag.reversed())))


def _strip_counts(dag: DAG) -> Counts:
    graph = ranked(dag)
    return count_sweep(graph).ancestor_counts[graph.rank]
