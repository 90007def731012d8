"""What edges imply, as sets of pairs, with no thought of speed; and graphs that splits are drawn from."""

from hypothesis import strategies as st

from diskembed.graph.dag import DAG


def closure_of(edges):
    pairs = set(edges)
    while True:
        more = {(a, d) for a, b in pairs for c, d in pairs if b == c} - pairs
        if not more:
            return pairs
        pairs |= more


def basic_of(edges):
    pairs = closure_of(edges)
    implied = {(a, d) for a, b in pairs for c, d in pairs if b == c}
    return pairs - implied


def edges_of(dag):
    return list(zip(*(side.tolist() for side in dag.edges()), strict=True))


def chain(n):
    return DAG.from_arrays(range(n - 1), range(1, n), n_nodes=n)


def binary_tree(depth):
    n = 2 ** (depth + 1) - 1
    return DAG.from_arrays([(i - 1) // 2 for i in range(1, n)], range(1, n))


@st.composite
def deep_dags(draw, extra_nodes=3):
    """DAGs with enough non-basic pairs for a split, and a node that everything can be corrupted to."""
    n = draw(st.integers(9, 16))
    skip = st.integers(0, n - 1)
    edges = [(i, i + 1) for i in range(n - 1)]
    edges += [(min(a, b), max(a, b)) for a, b in draw(st.lists(st.tuples(skip, skip), max_size=20)) if a != b]
    removed = draw(st.integers(1, n - 2))
    edges = [edge for edge in edges if edge != (removed, removed + 1)] + [(0, removed + 1)]
    return DAG.from_arrays(*zip(*edges, strict=True), n_nodes=n + extra_nodes)
