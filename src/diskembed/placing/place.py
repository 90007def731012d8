"""A place for one new row among fitted ones.

Its parents' disks should contain it, and it the disks of its children. By the triangle inequality what then
contains a parent contains the new node too, so that goal alone gives it all further ancestors. What is left
free is used as training would: to keep out of, and not to contain, what is no relative.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diskembed.models.contract import Model
from diskembed.models.types import Matrix, Vector
from diskembed.placing.goals import Goals
from diskembed.placing.kernels import crowding, least_violation, settle
from diskembed.placing.kin import all_scores, kin_above, kin_below

__all__ = ["place_row"]

Numbers = NDArray[np.int64]

MOST_RIVALS = 256
"""Of the nodes that a new one could be confused with: so many, the nearest, push it away."""
SMALLEST = 0.01
"""A new disk is no smaller than this share of the others: one that shrinks without end is inside of all."""


def place_row(rows: Matrix, model: Model, parents: Numbers, children: Numbers, goals: Goals) -> Vector:
    """The new row; ``rows`` are those that it is placed among."""
    relatives = np.concatenate([parents, children])
    above = np.repeat([1, 0], [len(parents), len(children)])
    row = rows[_nearest_relative(rows, model, parents, children)].copy()
    space, knobs, floor = model.space, model.knobs, _floor(rows, model, goals)
    aims = np.array([goals.inside, goals.positive_rate, goals.outside, goals.negative_rate])
    kin = kin_above(rows, model, parents, goals), kin_below(rows, model, children, goals)
    for _ in range(2):  # first from where the relative is, then from where that has led
        crowd = model.compile(crowding)(rows, row, space, knobs, goals.outside)
        over, under = (_rivals(crowd[:, side], kin[side]) for side in (0, 1))
        others = np.concatenate([relatives, *kin, over, under])
        counts = [len(part) for part in (*kin, over, under)]
        sides = np.concatenate([above, np.repeat([1, 0, 1, 0], counts)])
        wanted = np.concatenate([np.ones(len(relatives), np.int64), np.repeat([1, 1, 0, 0], counts)])
        model.compile(settle)(row, rows[others], sides, wanted, space, knobs, aims, floor)
    model.compile(least_violation)(row, rows[relatives], above, space, knobs, goals.kept, floor)
    return np.asarray(model.project(row[None, :])[0])


def _nearest_relative(rows: Matrix, model: Model, parents: Numbers, children: Numbers) -> int:
    """The parent that lies deepest in the others, or the child that holds the most of them."""
    own, down = (parents, True) if len(parents) else (children, False)
    between = all_scores(model, rows[own], rows[own])
    return int(own[between.sum(axis=0 if down else 1).argmin()])


def _floor(rows: Matrix, model: Model, goals: Goals) -> float:
    """The smallest radius that a new disk may have; no bound where rows are no disks."""
    if model.disk_form(rows[:1], goals.cutoff) is None:
        return -np.inf
    some = rows[:: max(1, len(rows) // 10_000), -1]
    return float(np.quantile(some, SMALLEST, method="lower"))


def _rivals(crowd: Vector, kin: Numbers) -> Numbers:
    """The nearest nodes, without those that may well be there."""
    near = np.flatnonzero(crowd > 0.0)
    near = near[~np.isin(near, kin)]
    return near[np.argsort(-crowd[near], kind="stable")][:MOST_RIVALS]
