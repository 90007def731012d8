"""How sure an embedding is of its answers; ``Embedding`` has this beside its own."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Self, cast, final, overload

from diskembed.confidence.calibration import Calibration, required
from diskembed.models.types import Vector
from diskembed.query.nodes import Many, One

__all__ = ["Confident"]


class Confident(ABC):
    """Needs scores, and what they are worth."""

    calibration: Calibration | None

    @abstractmethod
    def _scores(self, ancestor: One | Many, descendant: One | Many) -> Vector:
        """The scores of pairs."""

    if TYPE_CHECKING:

        @overload
        def probability(self, ancestor: One, descendant: One, *, prior: float | None = None) -> float: ...
        @overload
        def probability(
            self, ancestor: Many, descendant: One | Many, *, prior: float | None = None
        ) -> Vector: ...
        @overload
        def probability(self, ancestor: One, descendant: Many, *, prior: float | None = None) -> Vector: ...

    @final
    def probability(
        self, ancestor: One | Many, descendant: One | Many, *, prior: float | None = None
    ) -> float | Vector:
        """How probable it is that the first is an ancestor of the second, from scores of held-out pairs.

        ``prior`` is the share of edges among the pairs that are asked about; None is that of all pairs.
        """
        found = required(self.calibration).probability(self._scores(ancestor, descendant), prior=prior)
        return found if found.ndim else float(found)

    @final
    def with_precision(self, precision: float, *, prior: float | None = None) -> Self:
        """The same with the threshold up to which that share of all answers is right."""
        cutoff = required(self.calibration).cutoff(precision, prior=prior)
        return cast(Self, replace(cast(Any, self), threshold=cutoff))
