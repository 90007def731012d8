"""The margin objective (eq:loss-relu): one epoch body, for every model."""

from __future__ import annotations

import math

from diskembed.graph.csr import Ints
from diskembed.jit import borrowed
from diskembed.models.scalars import clear, move, score, shortfall, steepness
from diskembed.models.types import Array, Matrix, Vector
from diskembed.training.known import only_unknown
from diskembed.training.random import State
from diskembed.training.recipe import NATURAL, SQUARED, Recipe
from diskembed.training.rows import ABOVE, BELOW, closed, opened
from diskembed.training.sampler import Graph, fetch_positives, met_on_the_way, propose, remember

__all__ = ["TALLY", "train_pairs"]

TALLY = ("positives", "violated", "positive_loss", "negatives", "active", "negative_loss")
POSITIVES, VIOLATED, POSITIVE_LOSS, NEGATIVES, ACTIVE, NEGATIVE_LOSS = range(len(TALLY))


def attract(
    rows: Array, space: Matrix, knobs: Vector, recipe: Recipe, u: int, v: int, work: Matrix, tally: Vector
) -> None:
    """One step towards "u contains v"."""
    x, y = opened(rows, space, knobs, u, work[ABOVE]), opened(rows, space, knobs, v, work[BELOW])
    excess = score(space, knobs, x, y) + recipe.positive_margin
    tally[POSITIVES] += 1.0
    if not excess > 0.0:
        return
    tally[VIOLATED] += 1.0
    tally[POSITIVE_LOSS] += excess * excess if recipe.energy == SQUARED else excess
    slope = 2.0 * excess if recipe.energy == SQUARED else 1.0
    amount = recipe.positive_rate * slope
    steep = steepness(space, knobs, x, y, work)
    if recipe.lands:
        amount = min(recipe.positive_rate, excess / steep) if steep > 0.0 else 0.0
    if math.isfinite(amount):
        move(space, knobs, x, y, amount, work)
        closed(rows, u, x)
        closed(rows, v, y)


def repel(
    rows: Array,
    space: Matrix,
    knobs: Vector,
    recipe: Recipe,
    u: int,
    v: int,
    work: Matrix,
    tally: Vector,
) -> bool:
    """One step away from "u contains v" if that is nearly so; whether there was one."""
    x, y = opened(rows, space, knobs, u, work[ABOVE]), opened(rows, space, knobs, v, work[BELOW])
    lacking = shortfall(space, knobs, x, y, recipe.negative_margin)
    if not lacking > 0.0:
        return False
    value = recipe.negative_margin - lacking
    if recipe.energy != NATURAL and value <= 0.0:
        return False  # h+ is flat inside a disk: what fig:relu shows, and why E = l is better
    tally[ACTIVE] += 1.0
    tally[NEGATIVE_LOSS] += (
        lacking * (recipe.negative_margin + value) if recipe.energy == SQUARED else lacking
    )
    slope = 2.0 * value if recipe.energy == SQUARED else 1.0
    amount = recipe.negative_rate * slope
    steep = steepness(space, knobs, x, y, work)
    if recipe.lands:
        amount = min(recipe.negative_rate, lacking / steep) if steep > 0.0 else 0.0
    if math.isfinite(amount):
        move(space, knobs, x, y, -amount, work)
        closed(rows, u, x)
        closed(rows, v, y)
    return True


def only_unclear(
    rows: Array, space: Matrix, knobs: Vector, recipe: Recipe, proposed: Ints, count: int, work: Matrix
) -> int:
    """Move the negatives that may be active to the front, and say how many they are.

    Few are. Asked one after another without a branch, the processor looks at several at once. What is known
    is asked after that, of the few, and the score last.
    """
    kept = 0
    for k in range(count):
        a, b = proposed[k, 0], proposed[k, 1]
        x, y = opened(rows, space, knobs, a, work[ABOVE]), opened(rows, space, knobs, b, work[BELOW])
        unclear = not clear(space, knobs, x, y, recipe.negative_margin)
        proposed[kept, 0], proposed[kept, 1] = a, b
        kept += int(unclear)
    return kept


def train_pairs(
    rows: Array,
    space: Matrix,
    knobs: Vector,
    recipe: Recipe,
    graph: Graph,
    above: Ints,
    below: Ints,
    state: State,
    wrong: Ints,
    proposed: Ints,
    work: Matrix,
    tally: Vector,
) -> None:
    """Go through the positives (above, below), each followed by its negatives.

    ``wrong`` is a ring of negatives that were lately found active, row by row; the entry (-1, i) after the
    last says where to write next.
    """
    rows, space, knobs, graph, above, below = borrowed((rows, space, knobs, graph, above, below))
    state, wrong, proposed, work, tally = borrowed((state, wrong, proposed, work, tally))
    for edge in range(len(above)):
        fetch_positives(graph, rows, above, below, edge)
        for turn in range(1 + recipe.walked):
            u, v = above[edge], below[edge]
            if turn > 0:
                u = met_on_the_way(graph.up_ptr, graph.up, u, state)
            attract(rows, space, knobs, recipe, u, v, work, tally)
            count = propose(recipe, graph, u, v, rows, state, wrong, proposed)
            tally[NEGATIVES] += count
            count = only_unclear(rows, space, knobs, recipe, proposed, count, work)
            count = only_unknown(graph, proposed, count)
            for k in range(count):
                a, b = proposed[k, 0], proposed[k, 1]
                if repel(rows, space, knobs, recipe, a, b, work, tally) and recipe.n_again > 0:
                    remember(wrong, a, b)
