"""What products leave open is measured: distances in float64, compiled, which only rounding can put in doubt.

A product of lifts compares squares of lengths with the square of the largest; where disks are ten million
times smaller than the largest, as where a forest is nested, no product tells siblings apart. A distance does:
it is accurate to its own size.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diskembed.geometry.contract import Geometry
from diskembed.geometry.inject import specialise
from diskembed.models.types import Matrix, Vector

__all__ = ["Measured", "Signs"]

Numbers = NDArray[np.int64]
Signs = NDArray[np.int8]


@dataclass(frozen=True, eq=False)
class Measured:
    """Disks as they are: i contains j where ``distance(centres[i], centres[j]) <= outer[i] - inner[j]``.

    The two sides, rounded, and the definition's own rounding differ from the truth by less than ``slack``.
    """

    geometry: Geometry
    centres: Matrix
    outer: Vector
    inner: Vector
    slack: float
    cutoff: float
    """Whose containment that is: at a lower one disks are too large, and only what is outside is sure."""

    def signs(self, above: Numbers, below: Numbers) -> Signs:
        """For each pair 1 where above[i] contains below[i], -1 where not, 0 where only the score can tell."""
        found = np.empty(len(above), np.int8)
        self._tell(self.space, self.centres, self.outer, self.inner, above, below, self.slack, found)
        return found

    @cached_property
    def space(self) -> Matrix:
        """The geometry's parameters, as kernels take them."""
        return self.geometry.parameters

    @cached_property
    def _tell(self) -> Callable[..., Any]:
        from diskembed.query.measured_kernels import tell

        return specialise(tell, self.geometry)
