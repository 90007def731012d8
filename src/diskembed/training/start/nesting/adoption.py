"""Nodes with several parents move, with all below them, to where every parent holds them, if that pays.

A node leaves its own parent's centre along a ray on which it loses radius as fast as it moves: its parent
holds it all along, and from some point on another parent does too (once held, held for good). Of many rays
the one is taken that wins most: true pairs less the costs of false ones, counted over all that moves.
"""

from __future__ import annotations

import numpy as np

from diskembed.graph.csr import CSR, Ints
from diskembed.jit import kernel
from diskembed.models.types import Matrix, Vector
from diskembed.training.random import State, draw
from diskembed.training.start.directions import random_direction
from diskembed.training.start.forest import Forest
from diskembed.training.start.nesting.containers import balance_of_movers, balance_within, family_tree
from diskembed.training.start.nesting.rooms import SLACK

__all__ = ["adopt", "drop_to_be_held"]

RAYS = 32
"""Tried for each node: straight towards its other parents first, then more and more at random."""
MOVERS = 128
"""Of more nodes below one that moves, so many are counted, drawn at random."""
FARTHEST = 4.0
"""A drop is no longer than so many gaps between the parents; long ones would add up on the way down."""
REPELLED = 1e300


def adopt(
    todo: Ints,
    forest: Forest,
    parents: CSR,
    known: CSR,
    drops: Vector,
    rows: Matrix,
    above_cost: Vector,
    below_cost: Vector,
    state: State,
) -> int:
    """Move nodes of ``todo`` one after another, in place; how many were."""
    tree = (*family_tree(forest.families, len(rows)), known.indptr, known.indices)
    return int(
        _adopt_all(
            todo, forest.parent, parents.indptr, parents.indices, tree, drops, rows,
            above_cost, below_cost, state,
        )
    )  # fmt: skip


@kernel
def _adopt_all(todo, parent, parent_ptr, parents, tree, drops, rows, above_cost, below_cost, state):  # type: ignore[no-untyped-def]
    n = rows.shape[1] - 1
    shift, best, direction, noise = np.zeros(n + 1), np.zeros(n + 1), np.zeros(n), np.zeros(n)
    stack, inside = np.zeros(len(rows) + 1, np.int64), np.zeros(len(rows), np.bool_)
    moved = 0
    for node in todo:
        home = parent[node]
        if home < 0:
            continue
        all_below = mark_below(node, tree, stack, inside)
        counted, weight = sample(all_below, state)
        shift[:] = 0.0
        held = balance_within(node, shift, rows, tree, above_cost, below_cost, inside, stack)
        stays = weight * balance_of_movers(node, counted, shift, rows, tree, above_cost, below_cost, stack) + held
        most = stays
        rays = RAYS if len(all_below) < 100 else 16 * RAYS
        for ray in range(rays):
            aim(ray / rays, node, home, parent_ptr, parents, rows, direction, noise, state)
            drop = longest_drop(node, home, parent_ptr, parents, rows, direction, drops[node])
            if drop >= REPELLED:
                continue
            for k in range(n):
                shift[k] = rows[home, k] + (1.0 - SLACK) * drop * direction[k] - rows[node, k]
            shift[n] = rows[home, n] - drop - rows[node, n]
            alone = balance_of_movers(node, counted[:1], shift, rows, tree, above_cost, below_cost, stack)
            if len(all_below) * alone + held <= most:
                continue
            wins = weight * balance_of_movers(node, counted, shift, rows, tree, above_cost, below_cost, stack)
            if wins + held > most:
                wins += balance_within(node, shift, rows, tree, above_cost, below_cost, inside, stack)
                if wins > most:
                    most = wins
                    best[:] = shift
        if most > stays:
            moved += 1
            for mover in all_below:
                for k in range(n + 1):
                    rows[mover, k] += best[k]
        inside[all_below] = False
    return moved


@kernel
def mark_below(node, tree, stack, inside):  # type: ignore[no-untyped-def]
    """The node and all below it in the forest, marked in ``inside``."""
    first, following = tree[0], tree[1]
    stack[0] = node
    size, seen = 1, 0
    out = np.zeros(len(inside), np.int64)
    while size > 0:
        size -= 1
        at = stack[size]
        out[seen] = at
        seen += 1
        inside[at] = True
        child = first[at]
        while child >= 0:
            stack[size] = child
            size += 1
            child = following[child]
    return out[:seen].copy()


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


@kernel
def aim(late, node, home, parent_ptr, parents, rows, direction, noise, state):  # type: ignore[no-untyped-def]
    """Towards the other parents, weighed at random but for the first ray, and the more off the later."""
    direction[:] = 0.0
    for k in range(parent_ptr[node], parent_ptr[node + 1]):
        other = parents[k]
        apart = 0.0
        for j in range(len(direction)):
            apart += (rows[other, j] - rows[home, j]) ** 2
        if other != home and apart > 0.0:
            weight = 1.0 if late == 0.0 else draw(state, 1 << 20) / (1 << 20)
            for j in range(len(direction)):
                direction[j] += weight * (rows[other, j] - rows[home, j]) / np.sqrt(apart)
    length = max(np.sqrt((direction * direction).sum()), 1e-300)
    random_direction(noise, state)
    astray = 3.0 * late * late
    for j in range(len(direction)):
        direction[j] = direction[j] / length + astray * noise[j]
    length = np.sqrt((direction * direction).sum())
    if length > 0.0:
        direction /= length
    else:
        direction[:] = noise


@kernel
def longest_drop(node, home, parent_ptr, parents, rows, direction, least):  # type: ignore[no-untyped-def]
    """The drop from which on all parents hold the node; ``REPELLED`` if one never does on this ray."""
    drop = least
    for k in range(parent_ptr[node], parent_ptr[node + 1]):
        if parents[k] != home:
            drop = max(drop, drop_to_be_held(rows[home], rows[parents[k]], direction))
    return drop


@kernel
def drop_to_be_held(home: Vector, other: Vector, direction: Vector) -> float:
    """The least s with ``(1 + SLACK) |y - x + (1 - SLACK) s v| <= r - r' + s``: disk (x, r) holds the node.

    (y, r') is the home disk, v the direction. Both sides squared give ``a s^2 + 2 b s + c = 0``.
    """
    n = len(direction)
    squared, along = 0.0, 0.0
    for k in range(n):
        gap = home[k] - other[k]
        squared += gap * gap
        along += gap * direction[k]
    rise = other[n] - home[n]
    wide = (1.0 + SLACK) ** 2
    c = wide * squared - rise * rise
    if c <= 0.0 and rise >= 0.0:
        return 0.0
    a = wide * (1.0 - SLACK) ** 2 - 1.0
    b = wide * (1.0 - SLACK) * along - rise
    root = b * b - a * c
    if b >= 0.0 or root < 0.0:
        return REPELLED
    drop = c / (-b + np.sqrt(root)) * (1.0 + 1e-9)
    return drop if drop <= FARTHEST * np.sqrt(squared) else REPELLED
