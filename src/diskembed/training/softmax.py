"""The softmax objective: one epoch body, for every model whose score is a distance or an energy.

With the natural energy it is the loss of Poincare Embeddings, ``-log(e^-d / (e^-d + sum_k e^-d_k))``, which
knows no margins. With the clipped one it is the contrastive loss of Shadow Cones: ``h+(l)`` for the positive,
``-h+(margin - l_k)`` for its negatives; with the squared one, the same of squares. Steps follow the gradient:
there is no constraint to land on.
"""

from __future__ import annotations

import math

import numpy as np

from diskembed.graph.csr import Ints
from diskembed.jit import borrowed
from diskembed.models.scalars import move, score, steepness
from diskembed.models.types import Array, Matrix, Vector
from diskembed.training.known import only_unknown
from diskembed.training.margin import ACTIVE, NEGATIVES, POSITIVE_LOSS, POSITIVES, VIOLATED
from diskembed.training.random import State
from diskembed.training.recipe import NATURAL, SQUARED, Recipe
from diskembed.training.rows import ABOVE, BELOW, closed, opened
from diskembed.training.sampler import Graph, fetch_positives, met_on_the_way, propose, remember

__all__ = ["train_pairs"]

NEGLIGIBLE = 1e-6
"""A pair whose share of the loss is smaller stays where it is; most negatives' share soon is."""


def wanted(recipe: Recipe, value: float) -> tuple[float, float]:
    """The energy of a positive, and its slope."""
    if recipe.energy == NATURAL:
        return value, 1.0
    excess = max(value + recipe.positive_margin, 0.0)
    if recipe.energy == SQUARED:
        return excess * excess, 2.0 * excess
    return excess, 1.0 if excess > 0.0 else 0.0


def unwanted(recipe: Recipe, value: float) -> tuple[float, float]:
    """The energy of a negative, and its slope."""
    if recipe.energy == NATURAL:
        return value, 1.0
    if value >= recipe.negative_margin:
        return 0.0, 0.0
    if recipe.energy == SQUARED:
        inside = max(value, 0.0)
        return inside * inside - recipe.negative_margin * recipe.negative_margin, 2.0 * inside
    return value - recipe.negative_margin, 1.0


def scored(rows: Array, space: Matrix, knobs: Vector, a: int, b: int, work: Matrix) -> float:
    """The score of two nodes."""
    x, y = opened(rows, space, knobs, a, work[ABOVE]), opened(rows, space, knobs, b, work[BELOW])
    return score(space, knobs, x, y)


def follow(
    rows: Array, space: Matrix, knobs: Vector, a: int, b: int, rate: float, share: float, work: Matrix
) -> None:
    """Go ``rate * share`` down the gradient of the pair's score, up where the share is negative."""
    if abs(share) < NEGLIGIBLE:
        return
    x, y = opened(rows, space, knobs, a, work[ABOVE]), opened(rows, space, knobs, b, work[BELOW])
    steep = steepness(space, knobs, x, y, work)
    if math.isfinite(rate * share * steep):
        move(space, knobs, x, y, rate * share, work)
        closed(rows, a, x)
        closed(rows, b, y)


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
    """Go through the positives (above, below), each set against all its negatives at once.

    Arguments are those of the margin objective. A negative counts as active, and a positive as violated by
    it, where the negative scores lower.
    """
    rows, space, knobs, graph, above, below = borrowed((rows, space, knobs, graph, above, below))
    state, wrong, proposed, work, tally = borrowed((state, wrong, proposed, work, tally))
    energies, shares = np.empty(len(proposed)), np.empty(len(proposed))
    for edge in range(len(above)):
        fetch_positives(graph, rows, above, below, edge)
        for turn in range(1 + recipe.walked):
            u, v = above[edge], below[edge]
            if turn > 0:
                u = met_on_the_way(graph.up_ptr, graph.up, u, state)
            count = propose(recipe, graph, u, v, rows, state, wrong, proposed)
            count = only_unknown(graph, proposed, count)
            energy, pull = wanted(recipe, scored(rows, space, knobs, u, v, work))
            least = energy
            for k in range(count):
                value = scored(rows, space, knobs, proposed[k, 0], proposed[k, 1], work)
                energies[k], shares[k] = unwanted(recipe, value)
                least = min(least, energies[k])
            others, nearer = 0.0, 0.0
            for k in range(count):
                weight = math.exp(least - energies[k])
                shares[k] *= weight
                others += weight
                if energies[k] < energy:
                    nearer += 1.0
                    if recipe.n_again > 0:
                        remember(wrong, proposed[k, 0], proposed[k, 1])
            total = others + math.exp(least - energy)
            tally[POSITIVES] += 1.0
            tally[VIOLATED] += min(nearer, 1.0)
            tally[POSITIVE_LOSS] += energy - least + math.log(total)
            tally[NEGATIVES] += count
            tally[ACTIVE] += nearer
            follow(rows, space, knobs, u, v, recipe.positive_rate, pull * others / total, work)
            for k in range(count):
                share = -shares[k] / total
                follow(rows, space, knobs, proposed[k, 0], proposed[k, 1], recipe.negative_rate, share, work)
