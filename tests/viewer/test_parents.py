"""The forest that tells most of a relation, against a plain statement of the same choice."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from diskembed.graph.csr import CSR, adjacency, transpose
from diskembed.viewer.hierarchy import steps_from_root
from diskembed.viewer.parents import ASKED, fitting_parents
from viewer.maps import random_forest


def relation_of(pairs, count):
    """Each node's ancestors and descendants."""
    above, below = np.array(sorted(pairs), np.int64).reshape(-1, 2).T
    return adjacency(above, below, count)


def lines(parent):
    """Of each node those above it in the forest, the lowest first."""
    found = []
    for node in range(len(parent)):
        line, at = [], parent[node]
        while at >= 0:
            line.append(int(at))
            at = parent[at]
        found.append(line)
    return found


def naive(pairs, count):
    """The parent of each node by trying all, told pair by told pair."""
    below = {a: sorted(b for c, b in pairs if c == a) for a in range(count)}
    order = sorted(range(count), key=lambda node: (-len(below[node]), node))
    parent, line = {}, {}
    for place, node in enumerate(order):
        step = max(1, len(below[node]) // ASKED)
        voters = [node, *below[node][step - 1 :: step]]
        best = (0, -1, -1)
        for at, candidate in enumerate(order[:place]):
            path = [candidate, *line[candidate]]
            told = [sum((above, voter) in pairs for voter in voters) for above in path]
            if 2 * told[0] > len(voters):
                gain = sum(2 * hits - len(voters) for hits in told)
                if gain > best[0] or (gain == best[0] and best[2] >= 0):
                    best = (gain, at, candidate)
        parent[node] = best[2]
        line[node] = [] if best[2] < 0 else [best[2], *line[best[2]]]
    return [parent[node] for node in range(count)]


@given(
    st.integers(1, 12).flatmap(
        lambda n: st.tuples(st.just(n), st.sets(st.tuples(*[st.integers(0, n - 1)] * 2)))
    )
)
def test_any_relation_is_answered_as_by_trying_all(case):
    count, pairs = case
    pairs = {(a, b) for a, b in pairs if a != b}
    ancestors, descendants = relation_of(pairs, count)
    parent = fitting_parents(ancestors, descendants)
    assert parent.tolist() == naive(pairs, count)
    assert steps_from_root(parent).max() < count  # a forest: every way up ends


@given(st.integers(1, 80), st.integers(0, 2**32 - 1))
def test_of_a_forest_it_is_the_forest(count, seed):
    parent = random_forest(count, np.random.default_rng(seed))
    pairs = {(above, node) for node, line in enumerate(lines(parent)) for above in line}
    assert fitting_parents(*relation_of(pairs, count)).tolist() == parent.tolist()


def test_a_missed_pair_high_up_does_no_harm():
    parent = np.array([-1, 0, *[1] * 20])  # 0 above 1 above all others; that 0 contains 1 is not told
    pairs = {(above, node) for node, line in enumerate(lines(parent)) for above in line} - {(0, 1)}
    assert fitting_parents(*relation_of(pairs, 22)).tolist() == parent.tolist()


def test_no_node():
    empty = CSR(np.zeros(1, np.int64), np.empty(0, np.int32))
    assert fitting_parents(empty, transpose(empty)).tolist() == []
