"""The exact engine: one product a pair, most of them in float32, none where radii already say no.

Lifts are sorted by radius, so that of all pairs only the half with R >= S is ever touched. A float32 product
outside its rounding band is final (``rounding``); what is inside is measured in float64 (``measured``), and
what is too close for that is scored. So each answer is that of the score, at a fraction of its price.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from diskembed.models.contract import Model
from diskembed.models.types import Array, Matrix, Vector
from diskembed.query.engine import Numbers, Pairs
from diskembed.query.lifts import Lifts
from diskembed.query.measured import Signs
from diskembed.query.measuring import Measuring
from diskembed.query.scores import Side
from diskembed.query.threads import in_order
from diskembed.query.tile_kernels import ROWS, scan_few, scan_one
from diskembed.query.tiles import Tiles, padded

__all__ = ["Exact"]

CHUNK = 1024
"""Rows that one call of a kernel takes through all tiles: as many as stay in the cache."""
ROOM = 1 << 20
"""Pairs that are held for a chunk; with more it is taken in halves."""


class Question(NamedTuple):
    """What a node asks the tiles: its lift as their partner, and its radius on the scale of their keys."""

    lifts: Matrix
    values: Vector
    tiles: Tiles


class Near(NamedTuple):
    """Candidates: which question, which node, and 1 where a product in float32 has decided for it."""

    place: Numbers
    other: Numbers
    signs: Signs


@dataclass(frozen=True, eq=False)
class Exact(Measuring):
    """Answers from lifts; use ``Exact.of``."""

    lifts: Lifts

    @staticmethod
    def of(model: Model, rows: Array, cutoff: float) -> Exact | None:
        """An engine for these rows; None where they have no lifts."""
        lifts = Lifts.of(model, rows, cutoff)
        return None if lifts is None else Exact(model, rows, cutoff, lifts.measured(), lifts)

    def matching(self, node: int, side: Side) -> tuple[Numbers, Vector]:
        """See ``Engine``."""
        near = self._near_one(node, side)
        return self.best_of(node, self.measured_one(node, near, side), side)

    def candidates(self, nodes: Numbers, side: Side) -> tuple[Numbers, Numbers]:
        """Pairs (place in ``nodes``, other node): all on that side and some that only scores can exclude."""
        asked, places, others = self._question(side), [np.empty(0, np.int64)], [np.empty(0, np.int64)]
        for at in range(0, len(nodes), CHUNK):
            for place, other, signs in self._near(asked, nodes[at : at + CHUNK], at):
                kept = self._measured(nodes[place], other, signs, side)
                places.append(place[kept])
                others.append(other[kept])
        place, other = np.concatenate(places), np.concatenate(others)
        different = other != nodes[place]
        return place[different], other[different]

    def pairs(self, threads: int) -> Iterator[Pairs]:
        """See ``Engine``. Blocks and the pairs in them come in the same order whatever ``threads`` is."""
        starts = range(0, len(self.rows), CHUNK)
        for found in in_order(self._chunk, starts, threads):
            yield from found

    # -- inside ------------------------------------------------------------------------------------
    @cached_property
    def outer(self) -> Tiles:
        """Possible ancestors, the largest first."""
        lifts = self.lifts
        return Tiles.of(lifts.A, -lifts.R, lifts.diameter, lifts.play)

    @cached_property
    def inner(self) -> Tiles:
        """Possible descendants, the smallest first."""
        lifts = self.lifts
        return Tiles.of(lifts.B, lifts.S, lifts.diameter, lifts.play)

    def _question(self, side: Side) -> Question:
        lifts = self.lifts
        if side == "ancestors":
            return Question(lifts.B, -lifts.S, self.outer)
        return Question(lifts.A, lifts.R, self.inner)

    @cached_property
    def _least(self) -> NDArray[np.float32]:
        """The band's two ends, in float32 and rounded outwards."""
        band = np.nextafter(np.float32(self.lifts.single), np.float32(np.inf))
        return np.array([-band, band], np.float32)

    def _measured(self, nodes: Numbers, others: Numbers, signs: Signs, side: Side) -> NDArray[np.bool_]:
        """Those with a final product, and those that a distance does not rule out."""
        kept = signs > 0
        open_ = np.flatnonzero(~kept)
        pairs = (others[open_], nodes[open_]) if side == "ancestors" else (nodes[open_], others[open_])
        kept[open_] = self.disks.signs(*pairs) >= 0
        return kept

    def _near_one(self, node: int, side: Side) -> Numbers:
        """``candidates`` of one node."""
        asked = self._question(side)
        tiles, value = asked.tiles, asked.values[node]
        start, end = map(int, tiles.span(value))
        row = np.zeros(padded(asked.lifts.shape[1]), np.float32)
        row[: asked.lifts.shape[1]] = asked.lifts[node]
        places = np.empty(end, np.int64)
        places[:start] = np.arange(start)
        count = scan_one(row, tiles.tiles, start, end, self._least[0], places[start:])
        numbers: Numbers = tiles.order[places[: start + count]]
        return np.asarray(numbers[numbers != node])

    def _chunk(self, low: int) -> list[Pairs]:
        """The descendants of CHUNK disks from ``low``, counted from the largest."""
        above = self.outer.order[low : low + CHUNK]
        near = self._near(self._question("descendants"), above)
        return [self._sifted(above[place], below, signs) for place, below, signs in near]

    def _near(self, asked: Question, nodes: Numbers, first: int = 0) -> Iterator[Near]:
        """Candidates of ``nodes``, whose places count from ``first``; of halves where memory is short."""
        found = self._scan(asked, nodes)
        if found is None:
            middle = len(nodes) // 2
            yield from self._near(asked, nodes[:middle], first)
            yield from self._near(asked, nodes[middle:], first + middle)
        else:
            place, signs = found[:, 0].astype(np.int64) + first, found[:, 2].astype(np.int8)
            yield Near(place, asked.tiles.order[found[:, 1]], signs)

    def _scan(self, asked: Question, nodes: Numbers) -> NDArray[np.int32] | None:
        """(place in ``nodes``, place in the tiles, 1 if the product is final); None if there is no room."""
        width, tiles = asked.lifts.shape[1], asked.tiles
        rows = np.zeros((-(-len(nodes) // ROWS) * ROWS, padded(width)), np.float32)
        rows[: len(nodes), :width] = asked.lifts[nodes]
        start, end = np.zeros((2, len(rows)), np.int64)
        start[: len(nodes)], end[: len(nodes)] = tiles.span(asked.values[nodes])
        wrapped = int(start.sum())  # radii differ by all of a bounded space: products are not asked
        out = np.empty((ROOM, 3), np.int32)
        count = scan_few(rows, tiles.tiles, start, end, self._least, out)
        if count + wrapped > ROOM and len(nodes) > ROWS:
            return None
        if count > ROOM:
            out = np.empty((count, 3), np.int32)
            scan_few(rows, tiles.tiles, start, end, self._least, out)
        if not wrapped:
            return out[:count]
        always = np.zeros((wrapped, 3), np.int32)
        always[:, 0] = np.repeat(np.arange(len(rows)), start)
        always[:, 1] = np.arange(wrapped) - np.repeat(np.cumsum(start) - start, start)
        return np.concatenate([always, out[:count]])

    def _sifted(self, above: Numbers, below: Numbers, signs: Signs) -> Pairs:
        """The pairs among those that a kernel found."""
        different = above != below
        above, below, signs = above[different], below[different], signs[different]
        lifts = self.lifts
        apart = lifts.R[above] - lifts.S[below]
        inside = (signs > 0) & (apart > lifts.play) & (apart < lifts.diameter - lifts.play)
        open_ = np.flatnonzero(~inside)
        inside[open_] = self.contains(above[open_], below[open_])
        return Pairs(above[inside], below[inside])
