"""Which pairs a positive is set against."""

from __future__ import annotations

from typing import NamedTuple

from diskembed.graph.csr import Ints
from diskembed.jit import inlined
from diskembed.training.random import State, draw
from diskembed.training.recipe import Recipe

__all__ = ["Graph", "is_known", "met_on_the_way", "propose", "remember"]


class Graph(NamedTuple):
    """Rows of neighbours to walk on, and rows of ancestors that no negative may name."""

    up_ptr: Ints
    up: Ints
    down_ptr: Ints
    down: Ints
    known_ptr: Ints
    known: Ints


@inlined
def step(ptr: Ints, neighbours: Ints, node: int, home: int, state: State) -> int:
    """A random neighbour of ``node``; ``home`` again where it has none."""
    degree = ptr[node + 1] - ptr[node]
    if degree == 0:
        return home
    return int(neighbours[ptr[node] + draw(state, degree)])


@inlined
def met_on_the_way(ptr: Ints, neighbours: Ints, node: int, state: State) -> int:
    """One node of a random walk to its end, each with the same chance; ``node`` where it has no neighbour."""
    chosen = node
    seen = 0
    while ptr[node + 1] > ptr[node]:
        node = neighbours[ptr[node] + draw(state, ptr[node + 1] - ptr[node])]
        seen += 1
        if draw(state, seen) == 0:
            chosen = node
    return chosen


@inlined
def relative(graph: Graph, node: int, upwards: bool, state: State) -> int:
    """A sibling or a cousin: one or two steps to the roots' side and as many back, or mirrored.

    A node itself where it has none.
    """
    out_ptr, out, back_ptr, back = graph.up_ptr, graph.up, graph.down_ptr, graph.down
    if not upwards:
        out_ptr, out, back_ptr, back = graph.down_ptr, graph.down, graph.up_ptr, graph.up
    if out_ptr[node + 1] == out_ptr[node]:
        return node
    turn = step(out_ptr, out, node, node, state)
    if out_ptr[turn + 1] > out_ptr[turn] and draw(state, 2) == 0:
        turn = step(out_ptr, out, turn, turn, state)
        turn = step(back_ptr, back, turn, turn, state)
    return step(back_ptr, back, turn, turn, state)


@inlined
def is_known(ptr: Ints, known: Ints, above: int, below: int) -> bool:
    """Whether ``above`` stands in the sorted row of ``below``."""
    low, high = ptr[below], ptr[below + 1]
    end = high
    while low < high:
        middle = (low + high) // 2
        if known[middle] < above:
            low = middle + 1
        else:
            high = middle
    return bool(low < end and known[low] == above)


@inlined
def propose(
    recipe: Recipe, graph: Graph, u: int, v: int, n: int, state: State, wrong: Ints, proposed: Ints
) -> int:
    """Write the negatives of the positive (u, v) into ``proposed`` and say how many there are.

    They are all chosen before the first is scored, so that the processor can fetch their rows ahead.
    """
    count = 0
    for _ in range(recipe.n_below):
        proposed[count, 0], proposed[count, 1] = u, draw(state, n)
        count += 1
    for _ in range(recipe.n_above):
        proposed[count, 0], proposed[count, 1] = draw(state, n), v
        count += 1
    top = u
    for _ in range(recipe.n_up):
        top = step(graph.up_ptr, graph.up, top, u, state)
        proposed[count, 0], proposed[count, 1] = top, draw(state, n)
        count += 1
    bottom = v
    for _ in range(recipe.n_down):
        bottom = step(graph.down_ptr, graph.down, bottom, v, state)
        proposed[count, 0], proposed[count, 1] = draw(state, n), bottom
        count += 1
    for _ in range(recipe.n_uniform):
        proposed[count, 0], proposed[count, 1] = draw(state, n), draw(state, n)
        count += 1
    for side in range(recipe.n_near):
        if side % 2 == 0:
            proposed[count, 0], proposed[count, 1] = relative(graph, u, True, state), v
        else:
            proposed[count, 0], proposed[count, 1] = u, relative(graph, v, False, state)
        count += 1
    for _ in range(recipe.n_again):
        at = draw(state, len(wrong) - 1)
        if wrong[at, 0] >= 0:
            proposed[count, 0], proposed[count, 1] = wrong[at, 0], wrong[at, 1]
            count += 1
    return count


@inlined
def remember(wrong: Ints, above: int, below: int) -> None:
    """Write a pair into the ring ``wrong``, whose last row (-1, i) says where to write next."""
    size = len(wrong) - 1
    at = wrong[size, 1]
    wrong[at, 0], wrong[at, 1] = above, below
    wrong[size, 1] = (at + 1) % size
