"""Nodes with several parents move, with all below them, to where every parent holds them, if that pays.

A node leaves its own parent's centre along a ray on which it loses radius as fast as it moves: its parent
holds it all along, and from some point on another parent does too (once held, held for good). Of several
rays the one is taken that wins most: true pairs less the costs of false ones, counted over all that moves.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diskembed.graph.csr import Ints
from diskembed.jit import kernel
from diskembed.models.types import Matrix, Vector
from diskembed.training.random import State, draw
from diskembed.training.start.nesting.containers import (
    Family,
    balance_of_movers,
    balance_within,
    push_children,
)
from diskembed.training.start.nesting.rays import NEVER, aim, drop_to_be_held_by_all
from diskembed.training.start.nesting.rooms import SLACK

__all__ = ["adopt"]

RAYS = 8
"""Tried for each node. More, up to 96, did not win a tenth of a percent of the nouns' pairs."""
MOVERS = 48
"""Of more nodes below one that moves, so many are counted, drawn at random."""


@kernel
def adopt(
    todo: Ints,
    parent: Ints,
    parent_ptr: Ints,
    parents: Ints,
    family: Family,
    drops: Vector,
    rows: Matrix,
    state: State,
) -> int:
    """Move nodes of ``todo`` one after another, in place; how many were."""
    stack, inside = np.zeros(len(rows) + 1, np.int64), np.zeros(len(rows), np.bool_)
    shift = np.zeros(rows.shape[1])
    moved = 0
    for node in todo:
        if parent[node] < 0:
            continue
        all_below = mark_below(node, family, stack, inside)
        own = parents[parent_ptr[node] : parent_ptr[node + 1]]
        if best_shift(node, parent[node], own, all_below, family, drops, rows, inside, stack, shift, state):
            moved += 1
            for mover in all_below:
                for k in range(len(shift)):
                    rows[mover, k] += shift[k]
        inside[all_below] = False
    return moved


@kernel
def best_shift(
    node: int,
    home: int,
    parents: Ints,
    all_below: Ints,
    family: Family,
    drops: Vector,
    rows: Matrix,
    inside: NDArray[np.bool_],
    stack: Ints,
    best: Vector,
    state: State,
) -> bool:
    """Write the shift that wins most; whether any wins more than to stay."""
    n = rows.shape[1] - 1
    counted, weight = sample(all_below, state)
    shift, direction = np.zeros(n + 1), np.zeros(n)
    held = balance_within(node, shift, rows, family, inside, stack)
    stays = weight * balance_of_movers(node, counted, shift, rows, family, stack) + held
    most = stays
    for ray in range(RAYS):
        aim(ray / RAYS, home, parents, rows, direction, state)
        drop = drop_to_be_held_by_all(home, parents, rows, direction, drops[node])
        if drop >= NEVER:
            continue
        for k in range(n):
            shift[k] = rows[home, k] + (1.0 - SLACK) * drop * direction[k] - rows[node, k]
        shift[n] = rows[home, n] - drop - rows[node, n]
        alone = balance_of_movers(node, counted[:1], shift, rows, family, stack)
        if len(all_below) * alone + held <= most:
            continue  # what is below a node is held by all that hold the node, and more
        wins = weight * balance_of_movers(node, counted, shift, rows, family, stack)
        if wins + held > most:
            wins += balance_within(node, shift, rows, family, inside, stack)
            if wins > most:
                most = wins
                best[:] = shift
    return most > stays


@kernel
def mark_below(node: int, family: Family, stack: Ints, inside: NDArray[np.bool_]) -> Ints:
    """The node and all below it in the forest, also marked in ``inside``."""
    stack[0] = node
    size, seen = 1, 0
    below = np.zeros(16, np.int64)
    while size > 0:
        size -= 1
        at = stack[size]
        if seen == len(below):
            below = np.append(below, np.zeros(seen, np.int64))
        below[seen] = at
        seen += 1
        inside[at] = True
        size = push_children(family, at, stack, size)
    return below[:seen].copy()


@kernel
def sample(movers: Ints, state: State) -> tuple[Ints, float]:
    """The first mover and some of the others, and how many each of them stands for."""
    if len(movers) <= MOVERS:
        return movers, 1.0
    chosen = np.empty(MOVERS, np.int64)
    chosen[0] = movers[0]
    for i in range(1, MOVERS):
        chosen[i] = movers[draw(state, len(movers))]
    return chosen, len(movers) / MOVERS
