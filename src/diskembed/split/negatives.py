"""Negatives: a positive pair with one of its ends replaced, never an edge of the closure.

For ``(u, v)`` the first half are ``(u, v')`` with v' neither u nor a descendant of u, the second half
``(u', v)`` with u' neither v nor an ancestor of v, each uniform over all such nodes. Within a half the nodes
differ while there are enough of them. Where there are fewer, all are used and then repeated; where there
is none (u may be above everything), the other end is replaced instead.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from diskembed.errors import SplitError
from diskembed.graph.closure import Closure
from diskembed.graph.csr import Ints
from diskembed.graph.names import Names
from diskembed.jit import kernel
from diskembed.split.pairs import Pairs

__all__ = ["negatives_in_chunks", "negatives_of"]

CHUNK = 1 << 16  # positives at a time: it bounds memory, and the stream of random numbers depends on it
RARE = 64  # a node that fewer than one node in so many may replace is settled by listing those


def negatives_of(
    positives: Pairs, closure: Closure, names: Names, count: int, random: np.random.Generator
) -> Pairs:
    """``count`` negatives for each positive, in the positives' order."""
    drawn = Pairs.empty(count * len(positives), n_nodes=len(names))
    done = 0
    for chunk in negatives_in_chunks(positives, closure, names, count, random):
        drawn.ancestors[done : done + len(chunk)] = chunk.ancestors
        drawn.descendants[done : done + len(chunk)] = chunk.descendants
        done += len(chunk)
    return drawn


def negatives_in_chunks(
    positives: Pairs, closure: Closure, names: Names, count: int, random: np.random.Generator
) -> Iterator[Pairs]:
    """The same, a bounded number at a time."""
    below = _End(closure, len(names), fixes_ancestor=True)
    above = _End(closure, len(names), fixes_ancestor=False)
    for start in range(0, len(positives), CHUNK):
        yield _corrupted(positives[start : start + CHUNK], below, above, names, count // 2, random)


@dataclass(frozen=True)
class _End:
    """The end of a pair that is replaced while the other one stays fixed."""

    closure: Closure
    n_nodes: int
    fixes_ancestor: bool

    def related(self, fixed: Ints, candidates: Ints) -> NDArray[np.bool_]:
        """Whether fixed node and candidate are the same or an edge of the closure."""
        pair = (fixed, candidates) if self.fixes_ancestor else (candidates, fixed)
        related: NDArray[np.bool_] = self.closure.contains(*pair) | (fixed == candidates)
        return related

    def free(self, fixed: Ints) -> Ints:
        """How many nodes may stand opposite to each fixed one."""
        counts = self.closure.descendant_counts if self.fixes_ancestor else self.closure.ancestor_counts
        free: Ints = self.n_nodes - 1 - counts[fixed]
        return free


def _corrupted(
    positives: Pairs, below: _End, above: _End, names: Names, half: int, random: np.random.Generator
) -> Pairs:
    no_below, no_above = below.free(positives.ancestors) == 0, above.free(positives.descendants) == 0
    _refuse_unanswerable(positives, no_below & no_above, names)
    ancestors = np.repeat(positives.ancestors[:, None], 2 * half, axis=1)
    descendants = np.repeat(positives.descendants[:, None], 2 * half, axis=1)
    both, all_below, all_above = ~(no_below | no_above), no_above, no_below
    first, second = slice(0, half), slice(half, None)
    descendants[both, first] = _replacements(below, positives.ancestors[both], half, random)
    ancestors[both, second] = _replacements(above, positives.descendants[both], half, random)
    descendants[all_below] = _replacements(below, positives.ancestors[all_below], 2 * half, random)
    ancestors[all_above] = _replacements(above, positives.descendants[all_above], 2 * half, random)
    return Pairs(ancestors.ravel(), descendants.ravel())


def _refuse_unanswerable(positives: Pairs, hopeless: NDArray[np.bool_], names: Names) -> None:
    if hopeless.any():
        above, below = positives[hopeless][:1].named(names)[0]
        raise SplitError(
            f"({above!r}, {below!r}) has no negative: all other nodes are descendants of the one and "
            "ancestors of the other",
            allowed="a positive pair has a node that can replace one of its ends",
            do="leave out the root (drop_roots=True, --drop-roots) or choose another seed",
        )


def _replacements(end: _End, fixed: Ints, count: int, random: np.random.Generator) -> Ints:
    """``count`` nodes for each fixed one, none related to it."""
    chosen = np.empty((len(fixed), count), fixed.dtype)
    free = end.free(fixed)
    rare = (free * RARE < end.n_nodes) | (free < 4 * count)
    chosen[~rare] = _by_rejection(end, fixed[~rare], count, random)
    chosen[rare] = _by_listing(end, fixed[rare], count, random)
    return chosen


def _by_rejection(end: _End, fixed: Ints, count: int, random: np.random.Generator) -> Ints:
    """Draw all, then draw anew whatever is related to its row's node or stands twice in its row."""
    chosen = np.empty(len(fixed) * count, fixed.dtype)
    fresh = np.arange(len(chosen))
    while len(fresh):
        drawn = random.integers(end.n_nodes, size=len(fresh), dtype=fixed.dtype)
        chosen[fresh] = drawn
        wrong = end.related(fixed[fresh // count], drawn)
        wrong |= stand_twice(chosen, count, fresh)
        fresh = fresh[wrong]
    return chosen.reshape(len(fixed), count)


@kernel
def stand_twice(rows: Ints, width: int, places: Ints) -> NDArray[np.bool_]:
    """For some places of rows that follow one another: whether another place of that row holds the same."""
    twice = np.zeros(len(places), np.bool_)
    for i in range(len(places)):
        place = places[i]
        first = place - place % width
        for other in range(first, first + width):
            if other != place and rows[other] == rows[place]:
                twice[i] = True
                break
    return twice


def _by_listing(end: _End, fixed: Ints, count: int, random: np.random.Generator) -> Ints:
    """List what may stand opposite; repeat it where it is too little."""
    chosen = np.empty((len(fixed), count), fixed.dtype)
    nodes = np.arange(end.n_nodes, dtype=fixed.dtype)
    for node in np.unique(fixed):
        free = nodes[~end.related(np.full_like(nodes, node), nodes)]
        for row in np.flatnonzero(fixed == node):
            chosen[row] = np.resize(random.permutation(free)[:count], count)
    return chosen
