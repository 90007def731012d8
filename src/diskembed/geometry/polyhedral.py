"""The polyhedral quasi-metric of any W that is given."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from diskembed.errors import ParameterError
from diskembed.geometry.arrays import Array, Doubles
from diskembed.geometry.contract import Geometry
from diskembed.geometry.flat import example_points
from diskembed.geometry.polytope import Polytope
from diskembed.geometry.registry import register
from diskembed.geometry.spanning import unspanned_direction

__all__ = ["Polyhedral"]


@dataclass(frozen=True)
class Polyhedral(Polytope):
    """d_W for any finite W, one vector a row; without W the cube's, {e_k, -e_k}."""

    W: tuple[tuple[float, ...], ...]

    name: ClassVar[str] = "polyhedral"

    def __init__(self, n: int, W: ArrayLike | None = None) -> None:
        object.__setattr__(self, "n", n)
        self.__post_init__()
        rows = np.vstack([np.eye(n), -np.eye(n)]) if W is None else np.asarray(W, dtype=np.float64)
        if rows.ndim != 2 or rows.shape[1] != n:
            raise ParameterError(f"W has shape {rows.shape}", allowed=f"one vector of {n} numbers a row")
        if not np.isfinite(rows).all():
            raise ParameterError("W holds NaN or an infinity", allowed="finite numbers")
        missed = unspanned_direction(rows)
        if missed is not None:
            raise ParameterError(
                f"W does not positively span R^{n}: no row w has w . u > 0 "
                f"for u = {np.array2string(missed, precision=4, separator=', ')}",
                allowed="every direction is a sum of rows with factors of at least 0 (prop:convex-metric)",
                do="add that u, or a row near it, to W",
            )
        object.__setattr__(self, "W", tuple(map(tuple, rows.tolist())))

    @property
    def symmetric(self) -> bool:
        """Whether W = -W; a row that never attains the maximum may hide a symmetry of d."""
        return set(self.W) == {tuple(-w for w in row) for row in self.W}

    def directions(self) -> Doubles:
        """W as an array."""
        return np.array(self.W)

    @staticmethod
    def examples() -> list[tuple[Geometry, Array]]:
        """Lopsided sets in one, two and three dimensions, and the default."""
        triangle = [[1.0, 0.0], [-1.0, 3.0], [0.0, -2.0]]
        box = np.vstack([np.eye(3), -0.5 * np.eye(3)[::-1], [[0.5, 0.5, 0.5]]])
        kinds: list[tuple[int, ArrayLike | None]] = [(1, [[2.0], [-0.5]]), (2, triangle), (3, box), (5, None)]
        return [(Polyhedral(n, W), example_points(n)) for n, W in kinds]


register("polyhedral", Polyhedral)
