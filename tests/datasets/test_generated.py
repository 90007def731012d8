"""Generated DAGs: of the shape that was asked for, the same for a seed, and never held whole."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

import diskembed as de
from diskembed.cli.data import command
from diskembed.datasets import Shape
from diskembed.errors import ParameterError

MASK = (1 << 64) - 1


def mixed(key: int, number: int, purpose: int) -> float:
    z = key ^ (number * 0x9E3779B97F4A7C15 + purpose * 0xD1B54A32D192ED03 & MASK)
    for _ in range(2):
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK
        z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
        z ^= z >> 31
    return (z >> 11) / 2**53


def naive(shape: Shape) -> list[tuple[int, int]]:
    """The same, remembering every edge's end."""
    key = int(np.random.SeedSequence(shape.seed).generate_state(1, np.uint64)[0])
    owners = [1 + edge * (shape.nodes - 1) // shape.edges for edge in range(shape.edges)]
    ends: list[int] = []
    edges = []
    for edge, node in enumerate(owners):
        before = sum(other < node for other in owners)
        if before and mixed(key, edge, 1) < shape.preference:
            ends.append(ends[min(int(mixed(key, edge, 2) * before), before - 1)])
        else:
            ends.append(min(int(mixed(key, edge, 2) * node), node - 1))
        up = mixed(key, node, 3) < shape.upward
        edges.append((node, ends[-1]) if up else (ends[-1], node))
    return edges


def drawn(shape: Shape, size: int = 1 << 20) -> list[tuple[int, int]]:
    return [pair for above, below in shape.stretches(size) for pair in zip(above.tolist(), below.tolist())]  # noqa: B905


@given(
    st.integers(2, 60),
    st.integers(0, 150),
    st.floats(0, 1),
    st.floats(0, 0.95),
    st.integers(0, 9),
    st.integers(1, 40),
)
def test_it_is_what_its_naive_twin_draws(nodes, edges, upward, preference, seed, size):
    shape = Shape(nodes, edges, upward, preference, seed)
    assert drawn(shape, size) == naive(shape)
    dag = de.datasets.generate(nodes, edges, upward=upward, preference=preference, seed=seed)
    assert dag.n_edges == len(set(naive(shape)))
    assert len(dag) == nodes


def test_both_directions_grow_and_nodes_have_several_parents():
    both, down = (de.datasets.generate(20_000, upward=upward).statistics() for upward in (0.3, 0.0))
    assert both.roots > 1000
    assert down.roots <= 1 + down.isolated
    assert both.multi_parent_frac > 0.5
    assert both.max_parents > 20
    assert both.max_children > 100


@pytest.mark.parametrize("preference", [0.4, 0.6])
def test_degrees_follow_the_power_law_that_is_stated(preference):
    """Hill's estimate of the tail of how often nodes are chosen."""
    shape = Shape(200_000, 600_000, upward=0.0, preference=preference)
    chosen = np.sort(np.bincount(np.concatenate([above for above, _ in shape.stretches()])))[::-1]
    tail = chosen[:1000].astype(float)
    estimate = 1 + 1 / np.mean(np.log(tail[:-1] / tail[-1]))
    assert abs(estimate - shape.exponent) < 0.3


def test_memory_is_that_of_a_stretch():
    shape = Shape(10_000_000, 30_000_000)
    stretches = shape.stretches(1000)
    next(stretches)
    tracemalloc.start()
    for _ in range(20):
        next(stretches)
    assert tracemalloc.get_traced_memory()[1] < 100_000
    tracemalloc.stop()


def test_the_command_line_prints_what_can_be_read_again(tmp_path):
    result = CliRunner().invoke(command, ["generate", "50", "--edges", "80", "--seed", "3"])
    assert result.exit_code == 0
    path = tmp_path / "edges.tsv"
    path.write_text(result.stdout)
    expected = {(str(a), str(b)) for a, b in drawn(Shape(50, 80, seed=3))}
    dag = de.read(path)
    above, below = dag.edges()
    assert set(zip(dag.names[above], dag.names[below], strict=True)) == expected


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"nodes": 0}, "nodes=0"),
        ({"nodes": 2.5}, "nodes=2.5"),
        ({"edges": -1}, "edges=-1"),
        ({"upward": 1.5}, "upward=1.5"),
        ({"preference": 1.0}, "preference=1.0"),
        ({"nodes": 1}, "9 edges between 1 nodes"),
        ({"seed": -1}, "seed=-1"),
    ],
)
def test_what_makes_no_graph_is_refused(changes, says):
    with pytest.raises(ParameterError, match=says):
        Shape(**{"nodes": 9, "edges": 9, **changes})


def test_one_node_is_a_graph():
    assert len(de.datasets.generate(1)) == 1
    with pytest.raises(ParameterError, match="size=0"):
        next(Shape(3, 3).stretches(0))
