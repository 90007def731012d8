"""The same questions about a graph answered the slow and plain way, for kernels to agree with."""

import numpy as np

from diskembed.graph.dag import DAG


def dag_of(n, edges):
    array = np.array(edges, np.int64).reshape(-1, 2)
    return DAG.from_arrays(array[:, 0], array[:, 1], n_nodes=n)


def random_dag(n, n_edges, seed, span=None):
    """Edges between random nodes, at most ``span`` apart in an order that is not that of the numbers."""
    random = np.random.default_rng(seed)
    first = random.integers(0, n - 1, n_edges)
    last = first + random.integers(1, n if span is None else span, n_edges)
    inside = last < n
    number = random.permutation(n)
    return DAG.from_arrays(number[first[inside]], number[last[inside]], n_nodes=n)


def ancestor_sets(dag):
    """Each node's ancestors, joined from its parents' in topological order."""
    above = [set() for _ in range(len(dag))]
    for node in dag.order.tolist():
        for parent in dag.parents[node].tolist():
            above[node] |= above[parent] | {parent}
    return above


def basic_pairs(dag):
    """The edges whose ancestor is above no other parent of the same node."""
    above = ancestor_sets(dag)
    return [
        (parent, node)
        for node in range(len(dag))
        for parent in dag.parents[node].tolist()
        if not any(parent in above[other] for other in dag.parents[node].tolist())
    ]


def chain(n):
    return DAG.from_arrays(np.arange(n - 1), np.arange(1, n), n_nodes=n)


def star(n):
    return DAG.from_arrays(np.zeros(n - 1, np.int64), np.arange(1, n), n_nodes=n)


def pairs_of(rows):
    """Rows of ancestors as (ancestor, descendant) pairs, by descendant, then ancestor."""
    return [(above, node) for node, row in enumerate(rows) for above in sorted(row)]
