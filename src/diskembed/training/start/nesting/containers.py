"""Which disks hold a disk, found from the roots down, and what that is worth.

What a disk holds, everything that holds that disk holds too. So where the forest's own edges hold, only
the children of a disk that holds a node have to be asked, and asking costs no more than the answer.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from diskembed.graph.csr import CSR, Ints
from diskembed.jit import kernel
from diskembed.models.types import Matrix, Vector

__all__ = ["Family", "balance_of_movers", "balance_within", "push_children"]


class Family(NamedTuple):
    """A forest to walk down, what is true, and what it costs to say what is not."""

    first: Ints
    """The first child of each node; -1 where there is none."""
    following: Ints
    """The next sibling."""
    roots: Ints
    known_ptr: Ints
    known: Ints
    """All ancestors of each node."""
    above_cost: Vector
    below_cost: Vector
    """What a false pair costs is the sum of its ancestor's and of its descendant's."""

    @staticmethod
    def of(families: CSR, known: CSR, above_cost: Vector, below_cost: Vector) -> Family:
        """From rows of children, the roots' row being the last."""
        n, ptr, indices = len(known), families.indptr, families.indices
        first, following = np.full(n, -1, np.int64), np.full(n, -1, np.int64)
        parents = np.flatnonzero(np.diff(ptr[: n + 1]))
        first[parents] = indices[ptr[parents]]
        inner = np.ones(len(indices), np.bool_)
        inner[ptr[1:][np.diff(ptr) > 0] - 1] = False
        at = np.flatnonzero(inner)
        following[indices[at]] = indices[at + 1]
        roots = indices[ptr[n] :].astype(np.int64)
        return Family(first, following, roots, known.indptr, known.indices, above_cost, below_cost)


@kernel
def holds(rows: Matrix, above: int, below: int, above_shift: Vector, below_shift: Vector) -> bool:
    """Whether disk ``above`` holds disk ``below``, both moved."""
    n = rows.shape[1] - 1
    room = rows[above, n] + above_shift[n] - rows[below, n] - below_shift[n]
    if room < 0.0:
        return False
    apart = 0.0
    for k in range(n):
        apart += (rows[above, k] + above_shift[k] - rows[below, k] - below_shift[k]) ** 2
    return bool(apart <= room * room)


@kernel
def worth(family: Family, above: int, below: int) -> float:
    """1 for a true pair, and what it costs for a false one."""
    start, end = family.known_ptr[below], family.known_ptr[below + 1]
    at = start + np.searchsorted(family.known[start:end], above)
    if at < end and family.known[at] == above:
        return 1.0
    return -float(family.above_cost[above] + family.below_cost[below])


@kernel
def push_children(family: Family, node: int, stack: Ints, size: int) -> int:
    """Put the children on the stack; its new size."""
    child = family.first[node]
    while child >= 0:
        stack[size] = child
        size += 1
        child = family.following[child]
    return size


@kernel
def balance_of_movers(
    node: int, movers: Ints, shift: Vector, rows: Matrix, family: Family, stack: Ints
) -> float:
    """What it is worth that disks that stay hold ``movers``, ``node`` and nodes below it, where they go."""
    still = np.zeros_like(shift)
    balance = 0.0
    for mover in movers:
        size = len(family.roots)
        stack[:size] = family.roots
        while size > 0:
            size -= 1
            at = stack[size]
            if at == node or not holds(rows, at, mover, still, shift):
                continue
            balance += worth(family, at, mover)
            size = push_children(family, at, stack, size)
    return balance


@kernel
def balance_within(
    node: int, shift: Vector, rows: Matrix, family: Family, inside: NDArray[np.bool_], stack: Ints
) -> float:
    """What it is worth that ``node`` and all below it, ``inside``, hold disks that stay."""
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
            balance += worth(family, at, other)
            size = push_children(family, at, stack, size)
    return balance
