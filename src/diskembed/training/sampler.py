"""Which pairs a positive is set against."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from diskembed.graph.csr import CSR, Ints
from diskembed.graph.labels import FIRST, LAST, interval_labels
from diskembed.jit import inlined
from diskembed.training.random import State, draw
from diskembed.training.recipe import Recipe

__all__ = ["Graph", "is_known", "met_on_the_way", "only_unknown", "propose", "remember"]


class Graph(NamedTuple):
    """Rows of neighbours to walk on, and rows of ancestors that no negative may name."""

    up_ptr: Ints
    up: Ints
    down_ptr: Ints
    down: Ints
    known_ptr: Ints
    known: Ints
    halvings: int
    """How often a row of ``known`` has to be halved at most until one entry is left."""
    first: Ints
    last: Ints
    """Node v is known to be below u where ``first[u] <= last[v] <= last[u]``: most are, and it is quick."""
    often: Ints
    """Nodes, each as often as it is to be drawn by ``n_often_below`` and ``n_often_above``; may be empty."""

    @staticmethod
    def of(up: CSR, down: CSR, known: CSR, *, closed: bool) -> Graph:
        """From rows of parents, of children, and of what is known; ``closed`` if that is all ancestors."""
        n = len(up)
        index = down.indices.dtype
        first, last = np.zeros(n, index), np.full(n, -1, index)
        if closed:
            labels = interval_labels(down.indptr, down.indices, up.indptr)
            first, last = labels[:, FIRST].copy(), labels[:, LAST].copy()
        longest = int(known.degrees.max(initial=0))
        rows = (up.indptr, up.indices, down.indptr, down.indices, known.indptr, known.indices)
        return Graph(*rows, longest.bit_length(), first, last, down.indices[:0])

    def drawing_often(self, above: Ints) -> Graph:
        """With ``often`` by how often a node is the ancestor of a positive, to the power of 3/4.

        ``above`` are the positives' ancestors. So words are drawn in word2vec, and nodes in the published
        code of Poincare embeddings and entailment cones.
        """
        weights = (1.0 + np.bincount(above, minlength=len(self.down_ptr) - 1)) ** OFTEN_POWER
        places = min(max(OFTEN_PLACES * len(weights), LEAST_PLACES), MOST_PLACES)
        at = (np.arange(places) + 0.5) * (weights.sum() / places)
        return self._replace(often=np.searchsorted(np.cumsum(weights), at).astype(self.down.dtype))


OFTEN_POWER = 0.75
OFTEN_PLACES, LEAST_PLACES, MOST_PLACES = 16, 1 << 16, 1 << 26
"""How many entries a node has in ``Graph.often`` on average, and how many there are in all."""


@inlined
def step(ptr: Ints, neighbours: Ints, node: int, home: int, state: State) -> int:
    """A random neighbour of ``node``; ``home`` again where it has none.

    Walks end at random, which a branch could not foresee: so there is none.
    """
    start, degree = ptr[node], ptr[node + 1] - ptr[node]
    at = start + draw(state, degree)
    reached = int(neighbours[min(at, len(neighbours) - 1)])
    return reached if degree > 0 else home


@inlined
def draw_often(graph: Graph, n: int, state: State) -> int:
    """A node by its place in ``Graph.often``; any where that is empty."""
    places = len(graph.often)
    if places == 0:
        return draw(state, n)
    return int(graph.often[draw(state, places)])


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
def is_known(ptr: Ints, known: Ints, above: int, below: int, halvings: int) -> bool:
    """Whether ``above`` stands in the sorted row of ``below``; see ``Graph.halvings``.

    The row is halved equally often whatever it holds, without a branch.
    """
    low, size = ptr[below], ptr[below + 1] - ptr[below]
    last = low + size - 1
    for _ in range(halvings):
        half = size // 2
        low += half if known[min(low + half, last)] <= above else 0
        size -= half
    return bool(last >= ptr[below]) and known[low] == above


@inlined
def only_unknown(graph: Graph, proposed: Ints, count: int) -> int:
    """Move the pairs that nothing is known of to the front, and say how many they are."""
    kept = 0
    for k in range(count):
        a, b = proposed[k, 0], proposed[k, 1]
        below = (graph.first[a] <= graph.last[b]) & (graph.last[b] <= graph.last[a])
        proposed[kept, 0], proposed[kept, 1] = a, b
        kept += int(not below)
    count, kept = kept, 0
    for k in range(count):
        a, b = proposed[k, 0], proposed[k, 1]
        unknown = (a != b) & (not is_known(graph.known_ptr, graph.known, a, b, graph.halvings))
        proposed[kept, 0], proposed[kept, 1] = a, b
        kept += int(unknown)
    return kept


@inlined
def anyone(recipe: Recipe, n: int, state: State) -> int:
    """A random node: of all, or of the window that is in the cache."""
    size = recipe.window if recipe.window > 0 else n
    at = recipe.window_from + draw(state, size)
    return at - n if at >= n else at


@inlined
def propose_often(
    recipe: Recipe, graph: Graph, u: int, v: int, n: int, state: State, proposed: Ints, count: int
) -> int:
    """The part of ``propose`` that draws by ``Graph.often``."""
    for _ in range(recipe.n_often_below):
        proposed[count, 0], proposed[count, 1] = u, draw_often(graph, n, state)
        count += 1
    for _ in range(recipe.n_often_above):
        proposed[count, 0], proposed[count, 1] = draw_often(graph, n, state), v
        count += 1
    return count


@inlined
def propose(
    recipe: Recipe, graph: Graph, u: int, v: int, n: int, state: State, wrong: Ints, proposed: Ints
) -> int:
    """Write the negatives of the positive (u, v) into ``proposed`` and say how many there are.

    They are all chosen before the first is scored, so that the processor can fetch their rows ahead.
    """
    count = 0
    for _ in range(recipe.n_below):
        proposed[count, 0], proposed[count, 1] = u, anyone(recipe, n, state)
        count += 1
    for _ in range(recipe.n_above):
        proposed[count, 0], proposed[count, 1] = anyone(recipe, n, state), v
        count += 1
    top = u
    for _ in range(recipe.n_up):
        top = step(graph.up_ptr, graph.up, top, u, state)
        proposed[count, 0], proposed[count, 1] = top, anyone(recipe, n, state)
        count += 1
    bottom = v
    for _ in range(recipe.n_down):
        bottom = step(graph.down_ptr, graph.down, bottom, v, state)
        proposed[count, 0], proposed[count, 1] = anyone(recipe, n, state), bottom
        count += 1
    for _ in range(recipe.n_uniform):
        proposed[count, 0] = anyone(recipe, n, state)
        proposed[count, 1] = anyone(recipe, n, state)
        count += 1
    count = propose_often(recipe, graph, u, v, n, state, proposed, count)
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
