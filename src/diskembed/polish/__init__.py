"""After training: false pairs are looked up among all pairs, and what cannot be put right is given up.

Negatives that are drawn meet each of the false pairs that are left so rarely that they leave them where they
are. So rounds alternate: some columns of all pairs are looked through for false pairs (``mining``), then
true and false pairs are passed over together (``steps``). A loss that grows with how wrong a pair is would
let a few hopeless pairs outweigh many that need a nudge; here the force fades beyond a ``softness``, and that
shrinks from round to round, which is graduated non-convexity (Blake and Zisserman, 1987).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from diskembed.graph.csr import CSR, Ints
from diskembed.models.contract import Model
from diskembed.models.types import Matrix
from diskembed.polish.mining import false_pairs
from diskembed.polish.steps import Force, pass_over
from diskembed.training.material import Material
from diskembed.training.rows import WORK_ROWS

__all__ = ["ROUNDS", "polished"]

ROUNDS, PASSES = 60, 3
"""Rounds where no number is asked for, and how often each passes over the pairs."""
SHARES = 8
"""The parts that the columns are dealt to; a round looks through one of them."""
IMPLIED_A_SHARE = 1 << 22
"""At most about so many implied pairs in a share, which bounds what is found at a time."""
TOGETHER = 1 << 20
"""True pairs a pass, at most."""

# In units of the margin that negatives were trained with: what is near the border is looked at, what is
# beyond it by a margin, inside or outside, is left alone. Found on GO's full F1.
NEAR, INSIDE, OUTSIDE, SOFTEST, HARDEST = 0.06, 0.015, 0.025, 0.3, 0.004
POSITIVE_RATE, NEGATIVE_RATE, LAST = 0.3, 0.2, 0.1
"""The part of a violation that a step mends, and what is left of these rates in the last round."""


def polished(
    model: Model,
    rows: Matrix,
    material: Material,
    *,
    length: float,
    rounds: int = ROUNDS,
    transitive: bool = True,
    seed: int = 0,
    tell: Callable[[int], bool] = lambda done: False,
) -> Matrix | None:
    """Better rows, in a copy; None where the model's scores have no lift, which finds pairs quickly.

    ``length`` is the unit: the margin of the negatives. Positives are all that is implied, or the edges alone
    unless ``transitive``. ``tell`` hears how many rounds are done, and a true answer ends it.
    """
    rows, rng = rows.copy(), np.random.default_rng((seed, rounds))
    kernel, work = model.compile(pass_over), np.zeros((WORK_ROWS, model.width))
    true_pairs = _true_pairs(material, transitive)
    shares = _shares(material, rng)
    false = [np.empty((0, 2), np.int32) for _ in shares]
    for done in range(rounds):
        for share in range(len(shares)) if done == 0 else (done % len(shares),):
            found = false_pairs(model, rows, material.graph, shares[share], NEAR * length)
            if found is None:
                return None
            false[share] = found
        wrong = np.concatenate(false)
        force = _force(done / rounds, length)
        for _ in range(PASSES):
            above, below = true_pairs(rng)
            count = len(above)
            above, below = np.concatenate([above, wrong[:, 0]]), np.concatenate([below, wrong[:, 1]])
            order = rng.permutation(len(above)).astype(np.int32)
            kernel(rows, model.space, model.knobs, force, above, below, count, order, work)
        rows[:] = model.project(rows)
        if tell(done + 1):
            break
    return rows if np.isfinite(rows).all() else None


def _force(done: float, length: float) -> Force:
    """Weaker and more selective as time goes on."""
    weight = 1.0 - (1.0 - LAST) * done
    softness = SOFTEST * (HARDEST / SOFTEST) ** done
    margins = INSIDE * length, OUTSIDE * length
    return Force(POSITIVE_RATE * weight, NEGATIVE_RATE * weight, *margins, softness * length)


def _true_pairs(material: Material, transitive: bool) -> Callable[[np.random.Generator], tuple[Ints, Ints]]:
    """What draws the true pairs of a pass: all, or as many as are passed over at a time."""
    implied = material.closure if transitive else None
    count = len(material.above if implied is None else implied.indices)

    def drawn(rng: np.random.Generator) -> tuple[Ints, Ints]:
        places = np.arange(count) if count <= TOGETHER else rng.integers(0, count, TOGETHER)
        if implied is None:
            return material.above[places], material.below[places]
        return implied.indices[places], _row_of(implied, places)

    return drawn


def _row_of(rows: CSR, places: Ints) -> Ints:
    """The row that each place of ``indices`` belongs to."""
    return (np.searchsorted(rows.indptr, places, "right") - 1).astype(rows.indices.dtype)


def _shares(material: Material, rng: np.random.Generator) -> list[Ints]:
    """All nodes, dealt at random."""
    count = max(SHARES, -(-len(material.closure.indices) // IMPLIED_A_SHARE))
    return np.array_split(rng.permutation(len(material.dag)), count)
