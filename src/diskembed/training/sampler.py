"""Which pairs a positive is set against."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from diskembed.graph.csr import CSR, Ints
from diskembed.graph.labels import FIRST, LAST, interval_labels
from diskembed.jit import inlined, kernel
from diskembed.models.types import Array
from diskembed.prefetch import fetch_ahead
from diskembed.training.random import State, draw
from diskembed.training.recipe import Recipe

__all__ = ["ROOM", "Graph", "fetch_positives", "met_on_the_way", "propose", "remember"]


class Graph(NamedTuple):
    """Rows of neighbours to walk on, and rows of ancestors that no negative may name."""

    up_ptr: Ints
    up: Ints
    down_ptr: Ints
    down: Ints
    known_ptr: Ints
    known: Ints
    hints: NDArray[np.uint64]
    """Bit ``a % 64`` of node v's is set where its row of ``known`` holds a; empty where no row holds any."""
    spans: Ints
    """A node's (first, last): v is known to be below u where ``first(u) <= last(v) <= last(u)``.

    Most are, and it is quick. Empty where some of those below are not known.
    """
    often: Ints
    """Nodes, each as often as it is to be drawn by ``n_often_below`` and ``n_often_above``; may be empty."""

    @staticmethod
    def of(up: CSR, down: CSR, known: CSR, *, closed: bool) -> Graph:
        """From rows of parents, of children, and of what is known; ``closed`` if that is all ancestors."""
        spans = np.empty((0, 2), down.indices.dtype)
        if closed:
            spans = interval_labels(down.indptr, down.indices, up.indptr)[:, [FIRST, LAST]]
        rows = (up.indptr, up.indices, down.indptr, down.indices, known.indptr, known.indices)
        hints = hints_of(known.indptr, known.indices) if len(known.indices) else np.empty(0, np.uint64)
        return Graph(*rows, hints, np.ascontiguousarray(spans), down.indices[:0])

    def drawing_often(self, above: Ints) -> Graph:
        """With ``often`` by how often a node is the ancestor of a positive, to the power of 3/4.

        ``above`` are the positives' ancestors. So words are drawn in word2vec, and nodes in the published
        code of Poincare embeddings and entailment cones.
        """
        weights = (1.0 + np.bincount(above, minlength=len(self.down_ptr) - 1)) ** OFTEN_POWER
        places = min(max(OFTEN_PLACES * len(weights), LEAST_PLACES), MOST_PLACES)
        at = (np.arange(places) + 0.5) * (weights.sum() / places)
        return self._replace(often=np.searchsorted(np.cumsum(weights), at).astype(self.down.dtype))


@kernel
def hints_of(ptr: Ints, entries: Ints) -> NDArray[np.uint64]:
    """See ``Graph.hints``."""
    hints = np.zeros(len(ptr) - 1, np.uint64)
    for node in range(len(hints)):
        for i in range(ptr[node], ptr[node + 1]):
            hints[node] |= np.uint64(1) << np.uint64(entries[i] % 64)
    return hints


ROOM = 3
"""Columns of ``proposed``: an ancestor, a descendant, and one to work in."""
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
def fetch_positives(graph: Graph, rows: Array, above: Ints, below: Ints, edge: int) -> None:
    """Ask for rows and neighbours of the next positive, and for the pointers of the one after it."""
    following, after = min(edge + 1, len(above) - 1), min(edge + 2, len(above) - 1)
    fetch_ahead(rows, above[following])
    fetch_ahead(rows, below[following])
    fetch_ahead(graph.up, graph.up_ptr[above[following]])
    fetch_ahead(graph.down, graph.down_ptr[below[following]])
    fetch_ahead(graph.up_ptr, above[after])
    fetch_ahead(graph.down_ptr, below[after])


@inlined
def anyone(recipe: Recipe, rows: Array, state: State) -> int:
    """A random node: of all, or of the window that is in the cache. Its row is on the way."""
    n = len(rows)
    size = recipe.window if recipe.window > 0 else n
    at = recipe.window_from + draw(state, size)
    at = at - n if at >= n else at
    fetch_ahead(rows, at)
    return at


@inlined
def anyone_often(graph: Graph, rows: Array, state: State) -> int:
    """A node by its place in ``Graph.often``, any where that is empty. Its row is on the way."""
    places = len(graph.often)
    at = int(graph.often[draw(state, places)]) if places > 0 else draw(state, len(rows))
    fetch_ahead(rows, at)
    return at


@inlined
def propose_often(
    recipe: Recipe, graph: Graph, u: int, v: int, rows: Array, state: State, proposed: Ints, count: int
) -> int:
    """The part of ``propose`` that draws by ``Graph.often``."""
    for _ in range(recipe.n_often_below):
        proposed[count, 0], proposed[count, 1] = u, anyone_often(graph, rows, state)
        count += 1
    for _ in range(recipe.n_often_above):
        proposed[count, 0], proposed[count, 1] = anyone_often(graph, rows, state), v
        count += 1
    return count


@inlined
def propose(
    recipe: Recipe, graph: Graph, u: int, v: int, rows: Array, state: State, wrong: Ints, proposed: Ints
) -> int:
    """Write the negatives of the positive (u, v) into ``proposed`` and say how many there are.

    They are all chosen before the first is scored, and the processor is asked for the row of each as soon as
    it is chosen: so it fetches many at a time, also while walks wait for their next node.
    """
    count = 0
    for _ in range(recipe.n_below):
        proposed[count, 0], proposed[count, 1] = u, anyone(recipe, rows, state)
        count += 1
    for _ in range(recipe.n_above):
        proposed[count, 0], proposed[count, 1] = anyone(recipe, rows, state), v
        count += 1
    top = u
    for _ in range(recipe.n_up):
        top = step(graph.up_ptr, graph.up, top, u, state)
        fetch_ahead(rows, top)
        proposed[count, 0], proposed[count, 1] = top, anyone(recipe, rows, state)
        count += 1
    bottom = v
    for _ in range(recipe.n_down):
        bottom = step(graph.down_ptr, graph.down, bottom, v, state)
        fetch_ahead(rows, bottom)
        proposed[count, 0], proposed[count, 1] = anyone(recipe, rows, state), bottom
        count += 1
    for _ in range(recipe.n_uniform):
        proposed[count, 0] = anyone(recipe, rows, state)
        proposed[count, 1] = anyone(recipe, rows, state)
        count += 1
    count = propose_often(recipe, graph, u, v, rows, state, proposed, count)
    for side in range(recipe.n_near):
        if side % 2 == 0:
            proposed[count, 0], proposed[count, 1] = relative(graph, u, True, state), v
        else:
            proposed[count, 0], proposed[count, 1] = u, relative(graph, v, False, state)
        fetch_ahead(rows, proposed[count, side % 2])
        count += 1
    for _ in range(recipe.n_again):
        at = draw(state, len(wrong) - 1)
        if wrong[at, 0] >= 0:
            proposed[count, 0], proposed[count, 1] = wrong[at, 0], wrong[at, 1]
            fetch_ahead(rows, proposed[count, 0])
            fetch_ahead(rows, proposed[count, 1])
            count += 1
    return count


@inlined
def remember(wrong: Ints, above: int, below: int) -> None:
    """Write a pair into the ring ``wrong``, whose last row (-1, i) says where to write next."""
    size = len(wrong) - 1
    at = wrong[size, 1]
    wrong[at, 0], wrong[at, 1] = above, below
    wrong[size, 1] = (at + 1) % size
