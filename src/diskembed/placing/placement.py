"""What is known of where a new node was put."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

__all__ = ["Placement"]


@dataclass(frozen=True)
class Placement:
    """A placed node: what was asked for, how well it is kept, and how much room it leaves.

    ``slack`` is how far the node may still move, or its radius change, before the first of its relations is
    lost: the least of (cutoff - score) among them. Below 0 they exclude each other, ``unmet`` lists those
    that are lost, and no place loses the worst of them by less; but a leaf among disks that nest by
    construction is put wholly inside one parent, and the others are lost.

    ``within`` bounds what the relations leave open: every other place of the same radius that keeps them is
    at most so far away, and since protrusions change no faster than centres move, at most so much are they
    off. None where that is not known: a model without disks, or a distance that is not symmetric.
    """

    name: str
    parents: tuple[str, ...]
    children: tuple[str, ...]
    slack: float
    within: float | None
    unmet: tuple[str, ...]

    @property
    def violation(self) -> float:
        """By how much the worst relation is missed; 0 where all are kept."""
        return max(0.0, -self.slack)

    def state(self) -> dict[str, Any]:
        """As JSON can hold it."""
        return asdict(self)

    @staticmethod
    def of_state(state: Mapping[str, Any]) -> Placement:
        """What ``state`` gave."""
        parts: dict[str, Any] = {field.name: state[field.name] for field in fields(Placement)}
        for name in ("parents", "children", "unmet"):
            parts[name] = tuple(parts[name])
        return Placement(**parts)
