"""The simplex quasi-metric, whose disks nest as Order Embeddings do (theo:equiv-ord-emb)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from diskembed.geometry.arrays import Array, Doubles
from diskembed.geometry.contract import Geometry
from diskembed.geometry.flat import example_points
from diskembed.geometry.polytope import Polytope
from diskembed.geometry.registry import register

__all__ = ["Simplex", "simplex_directions"]


@dataclass(frozen=True)
class Simplex(Polytope):
    """d_W with W = {P e_k}, the corners of a regular simplex."""

    name: ClassVar[str] = "simplex"

    @property
    def symmetric(self) -> bool:
        """Only on the line."""
        return self.n == 1

    def directions(self) -> Doubles:
        """The n + 1 corners."""
        return simplex_directions(self.n)

    @staticmethod
    def examples() -> list[tuple[Geometry, Array]]:
        """One, two and five dimensions."""
        return [(Simplex(n), example_points(n)) for n in (1, 2, 5)]


def simplex_directions(n: int) -> Doubles:
    """P e_1, ..., P e_(n+1) of theo:equiv-ord-emb, in n orthonormal coordinates of the plane they span.

    Column k, from 1, is the Helmert contrast of coordinate k + 1 with the mean of those before it.
    """
    contrast = np.arange(1, n + 1)
    rows = np.where(np.arange(n + 1)[:, None] < contrast, 1.0, 0.0)
    rows[contrast, contrast - 1] = -contrast
    corners: Doubles = rows / np.sqrt(contrast * (contrast + 1.0))
    return corners


register("simplex", Simplex)
