"""Random graphs for hypothesis."""

from hypothesis import strategies as st


@st.composite
def edge_lists(draw, max_nodes=12, max_edges=40):
    """Any directed edges over numbered nodes: loops, cycles and duplicates included."""
    n = draw(st.integers(1, max_nodes))
    node = st.integers(0, n - 1)
    return n, draw(st.lists(st.tuples(node, node), max_size=max_edges))


@st.composite
def dag_edges(draw, max_nodes=12, max_edges=40):
    """Edges that go from an earlier to a later node of a random order, duplicates included."""
    n, edges = draw(edge_lists(max_nodes, max_edges))
    rank = draw(st.permutations(range(n)))
    return n, [(a, b) if rank[a] < rank[b] else (b, a) for a, b in edges if a != b]
