"""A place for one new row among fitted ones.

Its parents' disks should contain it, and it the disks of its children. By the triangle inequality what then
contains a parent contains the new node too, so that goal alone gives it all further ancestors. What is left
free is used as training would: to keep out of, and not to contain, what is no relative.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diskembed.errors import ParameterError
from diskembed.models.contract import Model
from diskembed.models.types import Matrix, Vector
from diskembed.placing.kernels import crowding, least_violation, settle

__all__ = ["Goals", "place_row"]

Numbers = NDArray[np.int64]

MOST_RIVALS = 256
"""Of the nodes that a new one could be confused with: so many, the nearest, push it away."""
LOOKS_AROUND = 2


@dataclass(frozen=True)
class Goals:
    """Scores that pairs should stay below or above, and how long steps may be."""

    cutoff: float
    inside: float
    outside: float
    positive_rate: float
    negative_rate: float

    @staticmethod
    def of(model: Model, cutoff: float, plan: dict[str, Any]) -> Goals:
        """As the model was trained: by its plan where that is known, else by its defaults.

        Wanted pairs come down to 0 even if the cutoff is higher: excesses add up from parent to parent.
        """
        if model.contained_at is None:
            raise ParameterError(
                f"a node cannot be placed in {model.name}: its scores have no direction of their own",
                allowed="models with containment, such as disks",
            )
        chosen = {**PLAN, **model.defaults, **plan}
        border = min(cutoff, model.contained_at)
        return Goals(
            cutoff,
            border - chosen["positive_margin"],
            max(cutoff, model.contained_at + chosen["negative_margin"]),
            chosen["positive_rate"],
            chosen["negative_rate"],
        )


PLAN = {"positive_rate": 0.3, "negative_rate": 0.1, "positive_margin": 0.01, "negative_margin": 0.1}


def place_row(rows: Matrix, model: Model, parents: Numbers, children: Numbers, goals: Goals) -> Vector:
    """The new row; ``rows`` are those that it is placed among."""
    relatives = np.concatenate([parents, children])
    above = np.repeat([1, 0], [len(parents), len(children)])
    row = rows[_nearest_relative(rows, model, parents, children)].copy()
    space, knobs = model.space, model.knobs
    aims = np.array([goals.inside, goals.positive_rate, goals.outside, goals.negative_rate])
    for _ in range(LOOKS_AROUND):
        crowd = model.compile(crowding)(rows, row, space, knobs, goals.outside)
        over, under = (
            _rivals(crowd[:, side], rows, model, own, side, goals.cutoff)
            for side, own in enumerate((parents, children))
        )
        others = np.concatenate([relatives, over, under])
        sides = np.concatenate([above, np.ones(len(over), np.int64), np.zeros(len(under), np.int64)])
        wanted = np.repeat([1, 0], [len(relatives), len(over) + len(under)])
        model.compile(settle)(row, rows[others], sides, wanted, space, knobs, aims)
    border = min(goals.cutoff, model.contained_at or 0.0)
    model.compile(least_violation)(row, rows[relatives], above, space, knobs, border)
    return np.asarray(model.project(row[None, :])[0])


def _nearest_relative(rows: Matrix, model: Model, parents: Numbers, children: Numbers) -> int:
    """The parent that lies deepest in the others, or the child that holds the most of them."""
    own, down = (parents, True) if len(parents) else (children, False)
    pairs = np.repeat(rows[own], len(own), axis=0), np.tile(rows[own], (len(own), 1))
    between = np.asarray(model.score(*pairs)).reshape(len(own), len(own))
    return int(own[between.sum(axis=0 if down else 1).argmin()])


def _rivals(crowd: Vector, rows: Matrix, model: Model, own: Numbers, side: int, cutoff: float) -> Numbers:
    """The most crowding nodes that are no ancestors (side 0) of a parent, or no descendants of a child."""
    near = np.flatnonzero(crowd > 0.0)
    near = near[np.argsort(-crowd[near], kind="stable")]
    near = near[~np.isin(near, own)]
    related = np.zeros(len(near), np.bool_)
    for relative in own:
        same = np.repeat(rows[relative : relative + 1], len(near), axis=0)
        pair = (rows[near], same) if side == 0 else (same, rows[near])
        related |= np.asarray(model.score(*pair)) <= cutoff
    return near[~related][:MOST_RIVALS]
