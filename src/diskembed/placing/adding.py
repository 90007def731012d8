"""New nodes one after another, each placed among all that came before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diskembed.errors import ParameterError
from diskembed.graph.names import Names, encode
from diskembed.models.contract import Model
from diskembed.models.types import Array, Matrix
from diskembed.placing.goals import Goals
from diskembed.placing.hollow import hollow
from diskembed.placing.place import place_row
from diskembed.placing.placement import Placement
from diskembed.query.rows import doubles

__all__ = ["Placer", "appended"]

Numbers = NDArray[np.int64]


@dataclass(eq=False)
class Placer:
    """Grows rows by new nodes. Each stays where it was put, and later ones may refer to it."""

    model: Model
    goals: Goals
    nested: bool
    _room: Matrix
    _stored: Array
    _count: int

    @staticmethod
    def of(model: Model, rows: Array, cutoff: float, told: Mapping[str, Any], *, room: int) -> Placer:
        """Room for so many new nodes beside the rows, of which ``told`` says how they were made."""
        plan = told.get("plan", {})
        goals = Goals.of(model, cutoff, plan)
        nested = told.get("construction") == "nested" or plan.get("epochs") == 0
        space = np.empty((len(rows) + room, model.width))
        space[: len(rows)] = doubles(model, rows)
        stored: Array = space
        if rows.dtype != space.dtype:
            stored = np.empty(space.shape, rows.dtype)
            stored[: len(rows)] = rows
        return Placer(model, goals, nested, space, stored, len(rows))

    @property
    def rows(self) -> Array:
        """All rows so far, in the precision that they came in."""
        return self._stored[: self._count]

    def place(self, name: str, parents: Numbers, children: Numbers, known: Sequence[str]) -> Placement:
        """Place one; ``known`` are the names of the parents and then the children."""
        if not len(parents) + len(children):
            raise ParameterError(
                f"{name!r} was to be placed without a parent or a child",
                allowed="at least one relative that the embedding has, or that was placed before",
            )
        rows = self._room[: self._count]
        leaf = self.nested and not len(children)
        row = hollow(rows, self.model, parents, self.goals.cutoff) if leaf else None
        if row is None:
            row = place_row(rows, self.model, parents, children, self.goals)
        at = self._count
        self._stored[at] = row
        self._room[at] = doubles(self.model, self._stored[at : at + 1])[0]
        self._count += 1
        return self._described(name, at, parents, children, known)

    def _described(
        self, name: str, at: int, parents: Numbers, children: Numbers, known: Sequence[str]
    ) -> Placement:
        cutoff, relatives = self.goals.cutoff, np.concatenate([parents, children])
        rows = self._room[np.append(relatives, at)]  # the new one is the last
        own, last = np.arange(len(relatives)), np.full(len(relatives), len(relatives))
        inside = own < len(parents)
        above, below = np.where(inside, own, last), np.where(inside, last, own)
        scores = np.asarray(self.model.score(rows[above], rows[below]))
        return Placement(
            name,
            tuple(known[: len(parents)]),
            tuple(known[len(parents) :]),
            float((cutoff - scores).min()),
            _within(self.model, rows, above, below, cutoff),
            tuple(known[k] for k in np.flatnonzero(scores > cutoff).tolist()),
        )


def _within(model: Model, rows: Matrix, above: Numbers, below: Numbers, cutoff: float) -> float | None:
    """A centre that keeps a relation is in a ball around the relative's: at most so far from the placed one.

    d(x, x') <= d(x, p) + d(p, x'), and the last is at most the difference of radii, the cutoff included.
    """
    form = model.disk_form(rows, cutoff)
    if form is None or not form.geometry.symmetric:
        return None
    apart = form.geometry.distance(form.centres[above], form.centres[below])
    room = np.maximum(
        form.outer[above] - form.inner[below], apart
    )  # a relation that is missed is taken as met
    return float((apart + room).min())


def appended(names: Names, new: Sequence[str]) -> Names:
    """The names and then the new ones, none of which is there yet or stands twice."""
    blob, offsets = encode(new)
    return Names(
        np.concatenate([names.blob, blob]), np.concatenate([names.offsets, names.offsets[-1] + offsets[1:]])
    )
