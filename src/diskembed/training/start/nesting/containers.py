"""Which disks hold a disk, found from the roots down, and what that is worth.

What a disk holds, everything that holds that disk holds too. So where the forest's own edges hold, only
the children of a disk that holds a node have to be asked, and asking costs no more than the answer.
"""

from __future__ import annotations

import numpy as np

from diskembed.graph.csr import CSR, Ints
from diskembed.jit import kernel

__all__ = ["balance_of_movers", "balance_within", "family_tree"]


def family_tree(families: CSR, n: int) -> tuple[Ints, Ints, Ints]:
    """(first child of each node, its next sibling, all roots); -1 where there is none."""
    ptr, indices = families.indptr, families.indices
    first, following = np.full(n, -1, np.int64), np.full(n, -1, np.int64)
    has = np.flatnonzero(np.diff(ptr[: n + 1]))
    first[has] = indices[ptr[has]]
    inner = np.ones(len(indices), np.bool_)
    inner[ptr[1:][np.diff(ptr) > 0] - 1] = False
    at = np.flatnonzero(inner)
    following[indices[at]] = indices[at + 1]
    return first, following, indices[ptr[n] :].astype(np.int64)


@kernel
def holds(rows, above, below, shift_above, shift_below):  # type: ignore[no-untyped-def]
    """Whether disk ``above`` holds disk ``below``, both moved."""
    n = rows.shape[1] - 1
    room = rows[above, n] + shift_above[n] - rows[below, n] - shift_below[n]
    if room < 0.0:
        return False
    apart = 0.0
    for k in range(n):
        apart += (rows[above, k] + shift_above[k] - rows[below, k] - shift_below[k]) ** 2
    return apart <= room * room


@kernel
def is_true(tree, above, below):  # type: ignore[no-untyped-def]
    """Whether ``above`` is known as an ancestor of ``below``."""
    ptr, known = tree[3], tree[4]
    row = known[ptr[below] : ptr[below + 1]]
    at = np.searchsorted(row, above)
    return at < len(row) and row[at] == above


@kernel
def balance_of_movers(node, movers, shift, rows, tree, above_cost, below_cost, stack):  # type: ignore[no-untyped-def]
    """What is won when ``movers``, ``node`` and nodes below it, move: who holds them of those that stay."""
    first, following, roots = tree[0], tree[1], tree[2]
    still = np.zeros_like(shift)
    balance = 0.0
    for mover in movers:
        size = len(roots)
        stack[:size] = roots
        while size > 0:
            size -= 1
            at = stack[size]
            if at == node or not holds(rows, at, mover, still, shift):
                continue
            balance += 1.0 if is_true(tree, at, mover) else -(above_cost[at] + below_cost[mover])
            child = first[at]
            while child >= 0:
                stack[size] = child
                size += 1
                child = following[child]
    return balance


@kernel
def balance_within(node, shift, rows, tree, above_cost, below_cost, inside, stack):  # type: ignore[no-untyped-def]
    """What is won when ``node`` and all below it, ``inside``, move: whom they hold of those that stay."""
    first, following = tree[0], tree[1]
    still = np.zeros_like(shift)
    balance = 0.0
    for other in range(len(rows)):
        if inside[other] or not holds(rows, node, other, shift, still):
            continue
        stack[0] = node
        size = 1
        while size > 0:
            size -= 1
            at = stack[size]
            if not holds(rows, at, other, shift, still):
                continue
            balance += 1.0 if is_true(tree, at, other) else -(above_cost[at] + below_cost[other])
            child = first[at]
            while child >= 0:
                stack[size] = child
                size += 1
                child = following[child]
    return balance
