"""Small graphs for laws: how many nodes, and edges from lower numbers to higher."""

from __future__ import annotations

from hypothesis import strategies as st

__all__ = ["small_dags", "small_forests"]


@st.composite
def small_dags(draw):
    n = draw(st.integers(2, 8))
    pairs = [(u, v) for v in range(n) for u in range(v)]
    return n, sorted(draw(st.sets(st.sampled_from(pairs), max_size=14)))


@st.composite
def small_forests(draw):
    n = draw(st.integers(2, 9))
    parents = [draw(st.none() | st.integers(0, v - 1)) for v in range(1, n)]
    return n, sorted((u, v) for v, u in enumerate(parents, start=1) if u is not None)
