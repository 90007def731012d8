"""Lifts in float32, sorted by radius and cut into tiles, so that a kernel takes many of them in one step."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from diskembed.models.types import Matrix, Vector
from diskembed.query.lanes import TOGETHER
from diskembed.query.tile_kernels import WIDE

__all__ = ["Numbers", "Tiles", "padded"]

Numbers = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Tiles:
    """``tiles[t, k, w]`` is coordinate k of the lift at place ``t * WIDE + w``; ``order`` is whose that is.

    ``keys`` rise: radii of possible descendants, or the negative radii of possible ancestors. Those that a
    question of radius v (or -v) can be answered with have keys up to v.
    """

    tiles: NDArray[np.float32]
    keys: Vector
    order: Numbers
    diameter: float
    play: float

    @staticmethod
    def of(lifts: Matrix, keys: Vector, diameter: float, play: float) -> Tiles:
        """Sorted by key; what is equal stays in order."""
        order = np.argsort(keys, kind="stable")
        count, width = len(lifts), padded(lifts.shape[1])
        tiles = np.zeros((-(-count // WIDE), width, WIDE), np.float32)
        for at in range(len(tiles)):
            own = lifts[order[at * WIDE : (at + 1) * WIDE]]
            tiles[at, : lifts.shape[1], : len(own)] = own.T
        return Tiles(tiles, keys[order], order, diameter, play)

    def span(self, values: Vector | float) -> tuple[Numbers, Numbers]:
        """From where on products tell anything about questions of these radii, and where answers end.

        Before the first, radii may differ by as much as the space is wide: there they decide, or the score.
        """
        start = np.searchsorted(self.keys, values - self.diameter + self.play, "right")
        return start, np.searchsorted(self.keys, values + self.play, "right")


def padded(width: int) -> int:
    """The width of rows in kernels, which take several coordinates at once."""
    return -(-width // TOGETHER) * TOGETHER
