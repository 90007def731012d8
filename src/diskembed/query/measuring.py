"""What engines with lifts share: pairs that products leave open are measured, and scored where they touch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

import numpy as np
from numpy.typing import NDArray

from diskembed.query.engine import Engine, Numbers
from diskembed.query.measured import Measured
from diskembed.query.scores import Side

__all__ = ["Measuring"]


@dataclass(frozen=True, eq=False)
class Measuring(Engine):
    """An engine that knows its disks."""

    disks: Measured

    @final
    def contains(self, above: Numbers, below: Numbers) -> NDArray[np.bool_]:
        """See ``Engine``."""
        signs = self.disks.signs(above, below)
        answer = (signs > 0) & (self.cutoff == self.disks.cutoff)
        open_ = np.flatnonzero((signs >= 0) & ~answer)
        answer[open_] = self.scores(above[open_], below[open_]) <= self.cutoff
        return answer

    @final
    def measured_one(self, node: int, candidates: Numbers, side: Side) -> Numbers:
        """Those among ``candidates`` that may be on that side of ``node``."""
        own = np.full(len(candidates), node)
        pairs = (candidates, own) if side == "ancestors" else (own, candidates)
        return candidates[self.disks.signs(*pairs) >= 0]
