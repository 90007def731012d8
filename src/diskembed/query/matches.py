"""The answer to "which nodes?": names with scores, best first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import overload

from diskembed.graph.names import Names
from diskembed.models.types import Vector

__all__ = ["Matches"]

SHOWN = 20


@dataclass(frozen=True, eq=False, repr=False)
class Matches(Sequence[tuple[str, float]]):
    """Nodes that contain, or are contained, and their scores, the deepest inside first.

    A sequence of (name, score); ``"dog" in matches`` asks for a name, a slice is ``Matches`` again.
    """

    names: Names
    scores: Vector
    probabilities: Vector | None = None
    """How probable each is, where the embedding is calibrated."""

    def __len__(self) -> int:
        return len(self.names)

    @overload
    def __getitem__(self, at: int) -> tuple[str, float]: ...
    @overload
    def __getitem__(self, at: slice) -> Matches: ...
    def __getitem__(self, at: int | slice) -> tuple[str, float] | Matches:
        if isinstance(at, slice):
            probabilities = None if self.probabilities is None else self.probabilities[at]
            return Matches(self.names[at], self.scores[at], probabilities)
        return self.names[at], float(self.scores[at])

    def __iter__(self) -> Iterator[tuple[str, float]]:
        return zip(self.names, self.scores.tolist(), strict=True)

    def __contains__(self, wanted: object) -> bool:
        return wanted in self.names if isinstance(wanted, str) else super().__contains__(wanted)

    def __repr__(self) -> str:
        shown = list(self[:SHOWN])
        width = max((len(name) for name, _ in shown), default=0)
        lines = [f"  {name:<{width}}  {score: .4g}" for name, score in shown]
        if self.probabilities is not None:
            sure = self.probabilities[: len(shown)].tolist()
            lines = [f"{line:<{width + 14}}  p={p:.4g}" for line, p in zip(lines, sure, strict=True)]
        if len(self) > SHOWN:
            lines.append(f"  ... and {len(self) - SHOWN:,} more")
        return "\n".join([f"Matches: {len(self):,} node{'' if len(self) == 1 else 's'}", *lines])
