"""One pass over true and false pairs, with a force that fades where a pair is far from right."""

from __future__ import annotations

import math
from typing import NamedTuple

from diskembed.graph.csr import Ints
from diskembed.models.scalars import move, score, shortfall, steepness
from diskembed.models.types import Matrix, Vector

__all__ = ["Force", "pass_over"]


class Force(NamedTuple):
    """How pairs pull and push."""

    positive_rate: float
    """The part of a small violation that one step mends."""
    negative_rate: float
    positive_margin: float
    """How deep inside a true pair should be: steps that mend a part only come near it."""
    negative_margin: float
    """How far outside a false pair should be."""
    softness: float
    """A violation of this size is mended with half of the rate, a larger one hardly."""


def pass_over(
    rows: Matrix,
    space: Matrix,
    knobs: Vector,
    force: Force,
    above: Ints,
    below: Ints,
    true_ones: int,
    order: Ints,
    work: Matrix,
) -> None:
    """Take the pairs in ``order``; the first ``true_ones`` of them are to be contained, the others not.

    The step is that of the loss ``log(1 + (violation / softness)^2)``, up to its scale: a robust one.
    """
    for k in range(len(order)):
        i = order[k]
        x, y = rows[above[i]], rows[below[i]]
        if i < true_ones:
            violation, rate = score(space, knobs, x, y) + force.positive_margin, force.positive_rate
        else:
            violation, rate = shortfall(space, knobs, x, y, force.negative_margin), -force.negative_rate
        if not violation > 0.0:
            continue
        steep = steepness(space, knobs, x, y, work)
        relative = violation / force.softness
        amount = rate * violation / ((1.0 + relative * relative) * steep)
        if math.isfinite(amount):
            move(space, knobs, x, y, amount, work)
