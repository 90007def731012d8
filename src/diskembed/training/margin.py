"""The margin objective (eq:loss-relu): one epoch body, for every model."""

from __future__ import annotations

import math

from diskembed.graph.csr import Ints
from diskembed.jit import borrowed
from diskembed.models.scalars import move, score, shortfall, steepness
from diskembed.models.types import Matrix, Vector
from diskembed.training.random import State
from diskembed.training.recipe import NATURAL, SQUARED, Recipe
from diskembed.training.sampler import Graph, is_known, met_on_the_way, propose, remember

__all__ = ["TALLY", "train_pairs"]

TALLY = ("positives", "violated", "positive_loss", "negatives", "active", "negative_loss")
POSITIVES, VIOLATED, POSITIVE_LOSS, NEGATIVES, ACTIVE, NEGATIVE_LOSS = range(len(TALLY))


def attract(
    rows: Matrix, space: Matrix, knobs: Vector, recipe: Recipe, u: int, v: int, work: Matrix, tally: Vector
) -> None:
    """One step towards "u contains v"."""
    excess = score(space, knobs, rows[u], rows[v]) + recipe.positive_margin
    tally[POSITIVES] += 1.0
    if not excess > 0.0:
        return
    tally[VIOLATED] += 1.0
    tally[POSITIVE_LOSS] += excess * excess if recipe.energy == SQUARED else excess
    slope = 2.0 * excess if recipe.energy == SQUARED else 1.0
    amount = recipe.positive_rate * slope
    steep = steepness(space, knobs, rows[u], rows[v], work)
    if recipe.lands:
        amount = min(recipe.positive_rate, excess / steep) if steep > 0.0 else 0.0
    if math.isfinite(amount):
        move(space, knobs, rows[u], rows[v], amount, work)


def repel(
    rows: Matrix,
    space: Matrix,
    knobs: Vector,
    recipe: Recipe,
    graph: Graph,
    u: int,
    v: int,
    work: Matrix,
    tally: Vector,
) -> bool:
    """One step away from "u contains v" if that is wrong and nearly so; asks what is known only then."""
    tally[NEGATIVES] += 1.0
    lacking = shortfall(space, knobs, rows[u], rows[v], recipe.negative_margin)
    if not lacking > 0.0 or u == v or is_known(graph.known_ptr, graph.known, u, v):
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
    steep = steepness(space, knobs, rows[u], rows[v], work)
    if recipe.lands:
        amount = min(recipe.negative_rate, lacking / steep) if steep > 0.0 else 0.0
    if math.isfinite(amount):
        move(space, knobs, rows[u], rows[v], -amount, work)
    return True


def train_pairs(
    rows: Matrix,
    space: Matrix,
    knobs: Vector,
    recipe: Recipe,
    graph: Graph,
    above: Ints,
    below: Ints,
    order: Ints,
    state: State,
    wrong: Ints,
    proposed: Ints,
    work: Matrix,
    tally: Vector,
) -> None:
    """Go through the positives in ``order``, each followed by its negatives.

    ``wrong`` is a ring of negatives that were lately found active, row by row; the entry (-1, i) after the
    last says where to write next.
    """
    rows, space, knobs, graph, above, below = borrowed((rows, space, knobs, graph, above, below))
    order, state, wrong, proposed, work, tally = borrowed((order, state, wrong, proposed, work, tally))
    for edge in order:
        for turn in range(1 + recipe.walked):
            u, v = above[edge], below[edge]
            if turn > 0:
                u = met_on_the_way(graph.up_ptr, graph.up, u, state)
            attract(rows, space, knobs, recipe, u, v, work, tally)
            count = propose(recipe, graph, u, v, len(rows), state, wrong, proposed)
            for k in range(count):
                a, b = proposed[k, 0], proposed[k, 1]
                if repel(rows, space, knobs, recipe, graph, a, b, work, tally) and recipe.n_again > 0:
                    remember(wrong, a, b)
