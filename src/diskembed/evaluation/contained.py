"""All pairs of nodes that score low enough, out of all that there are, and their exact scores.

Where scores are the containment of disks in a geometry with a lift, blocks of matrix products say which pairs
may be meant; with the disks sorted by radius, about half of all products is never made. Products too close to
call are taken along, and the model's own score decides about all: answers equal those of
``Embedding.contains``. Any other model scores all pairs, block by block.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from diskembed.evaluation.ahead import mapped, require_threads
from diskembed.evaluation.sieve import EPS, GUARD, sift
from diskembed.geometry.contract import Geometry
from diskembed.geometry.euclid import Euclid
from diskembed.models.contract import Model
from diskembed.models.types import Array, Matrix, Vector
from diskembed.query.rows import doubles
from diskembed.query.scores import scores

__all__ = ["Contained", "Found"]

Numbers: TypeAlias = NDArray[np.int64]
Found: TypeAlias = tuple[Numbers, Numbers, Vector]
"""Ancestors, descendants and scores, pair by pair."""
Places: TypeAlias = Iterator[tuple[Numbers, Numbers]]
"""Ancestors, and places in a list of descendants."""

ROOM = 1 << 18
"""About how many pairs are found at a time."""
PRODUCT = 1 << 18
"""Multiplications a product: few enough for the first cache, and for BLAS to stay on this thread."""
HEIGHT = 64
"""Ancestors a product."""


class Contained:
    """The pairs of some rows that score at most what is asked; no row goes with itself."""

    def __init__(self, model: Model, rows: Array, *, threads: int = 1) -> None:
        self.model, self.rows = model, doubles(model, rows)
        self.threads = require_threads(threads)
        disks = _formal(model, self.rows) if len(rows) else None
        self._sieve = _Sieve(disks) if disks is not None and disks.geometry.has_lift else None

    def pairs(self, at_most: float | Vector, below: Numbers | None = None) -> Iterator[Found]:
        """Every pair that scores at most that, which may be another number for each descendant.

        ``below`` are the descendants that are asked about, all of them if not given. A pair is found once, in
        no certain order; blocks bound the memory.
        """
        nodes = np.arange(len(self.rows)) if below is None else np.asarray(below, np.int64)
        limits = np.broadcast_to(np.asarray(at_most, np.float64), nodes.shape)

        def low_ones(candidates: tuple[Numbers, Numbers]) -> Found:
            above, at = candidates
            descendants = nodes[at]
            found = self.scores(above, descendants)
            low = (found <= limits[at]) & (above != descendants)
            return above[low], descendants[low], found[low]

        yield from mapped(low_ones, self._candidates(nodes, limits), self.threads)

    def scores(self, above: Numbers, below: Numbers) -> Vector:
        """The score of each pair."""
        return scores(self.model, self.rows, above, below)

    def _candidates(self, nodes: Numbers, limits: Vector) -> Places:
        """Those that are meant, and some more."""
        asked = np.flatnonzero(limits > -np.inf)
        if self._sieve is None:
            yield from self._all(asked)
            return
        radii = self._sieve.inner_radii(nodes, limits)
        sound = np.isfinite(radii[asked])
        yield from self._all(asked[~sound])
        yield from self._sieve.sifted(nodes, radii, asked[sound])

    def _all(self, places: Numbers) -> Places:
        n = len(self.rows)
        step = max(1, ROOM // max(n, 1))
        for start in range(0, len(places), step):
            some = places[start : start + step]
            yield np.tile(np.arange(n), len(some)), np.repeat(some, n)


class _Formal(NamedTuple):
    """A pair scores at most t where ``d(x, y) <= r - (s - t unit)``, the descendant's unit being meant.

    So another threshold for each descendant is a change of the descendants' radii alone.
    """

    geometry: Geometry
    centres: Matrix
    radii: Vector
    inner: Vector
    units: Vector


def _formal(model: Model, rows: Matrix) -> _Formal | None:
    """From the disks at two cutoffs: radii change with them in proportion, ancestors' all by the same."""
    at_0, at_1 = model.disk_form(rows, 0.0), model.disk_form(rows, 1.0)
    if at_0 is None or at_1 is None:
        return None
    shift = at_1.outer - at_0.outer
    same = float(np.round(np.median(shift)))  # 0 or 1, but for rounding
    if np.abs(shift - same).max() > 1e-6 * (1.0 + np.abs(at_0.outer).max()):
        return None
    return _Formal(at_0.geometry, at_0.centres, at_0.outer, at_0.inner, same + at_0.inner - at_1.inner)


class _Sieve:
    """Lifted ancestors, the largest first.

    Radii are counted from their middle, and lengths on a plain in units of the largest: lifts tell most so.
    """

    def __init__(self, disks: _Formal) -> None:
        self.disks = disks
        self.middle = (disks.radii.min() + disks.radii.max()) / 2
        self.order = np.argsort(-disks.radii, kind="stable")
        radii = disks.radii - self.middle
        sizes = np.abs(disks.centres).max(initial=0.0), np.abs(radii).max()
        self.unit = max(map(float, sizes)) or 1.0 if isinstance(disks.geometry, Euclid) else 1.0
        self.centres = disks.centres / self.unit
        self.radii = (radii / self.unit)[self.order]
        self.outer = contiguous(disks.geometry.lift_outer(self.centres[self.order], self.radii))

    def inner_radii(self, nodes: Numbers, limits: Vector) -> Vector:
        """Which radii descendants must have for containment to be a score of at most the limit."""
        return np.asarray(self.disks.inner[nodes] - limits * self.disks.units[nodes])

    def sifted(self, nodes: Numbers, radii: Vector, places: Numbers) -> Places:
        """Candidates for some places of ``nodes``."""
        geometry = self.disks.geometry
        width = max(1, PRODUCT // (HEIGHT * self.outer.shape[1]))
        places = places[np.argsort(radii[places], kind="stable")]
        sizes = (np.abs(part).max(initial=0.0) for part in (self.disks.radii, radii[places]))
        slack = GUARD * EPS * float(sum(sizes)) / self.unit
        above, below = np.empty((2, ROOM + HEIGHT * width), np.int64)
        for start in range(0, len(places), width):
            some = places[start : start + width]
            inner = (radii[some] - self.middle) / self.unit
            lifted = contiguous(geometry.lift_inner(self.centres[nodes[some]], inner))
            done = 0
            while done < len(self.outer):
                done, count = sift(
                    self.outer,
                    self.radii,
                    lifted,
                    inner,
                    geometry.diameter,
                    slack,
                    done,
                    HEIGHT,
                    above,
                    below,
                )
                yield self.order[above[:count]], some[below[:count]]


def contiguous(lifted: Array) -> Matrix:
    """As products take it."""
    return np.ascontiguousarray(lifted, np.float64)
