"""Relationships chosen by name have to occur: a misspelt one would leave a graph without edges."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from diskembed.errors import near_names
from diskembed.graph.read.source import Origin

__all__ = ["require_met"]


def require_met(chosen: Iterable[str], met: Collection[str], origin: Origin) -> None:
    """Refuse a chosen relationship that the file does not have."""
    for name in sorted(chosen):
        if name not in met:
            near = near_names(name, met)
            raise origin.error(
                f"no relationship is named {name!r}",
                allowed=f"it has {_listed(sorted(met))}",
                do=f"did you mean {near[0]!r}?" if near else "choose among these",
            )


def _listed(names: list[str], most: int = 12) -> str:
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return (", ".join(names[:most]) or "none") + more
