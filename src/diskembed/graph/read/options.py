"""What a caller may say about a file beside its path."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, cast, get_args

from diskembed.errors import ParameterError

__all__ = ["Options", "Order"]

Order = Literal["parent,child", "child,parent"]


@dataclass(frozen=True)
class Options:
    """``order`` for tables, ``relations`` for formats that hold several kinds of edges."""

    order: Order | None = None
    relations: tuple[str, ...] | None = None

    @classmethod
    def checked(cls, order: str | None = None, relations: Iterable[str] | None = None) -> Options:
        """Refuse what is not allowed."""
        if order is not None and order not in get_args(Order):
            raise ParameterError(
                f"order={order!r}",
                allowed=f"one of {', '.join(map(repr, get_args(Order)))}, or None where the data says it",
            )
        if isinstance(relations, str):
            raise ParameterError(
                f"relations={relations!r}", allowed="a tuple of names", do=f"write relations=({relations!r},)"
            )
        chosen = None if relations is None else tuple(relations)
        if chosen is not None and not (chosen and all(isinstance(name, str) and name for name in chosen)):
            raise ParameterError(f"relations={chosen!r}", allowed="a tuple of one or more names, or None")
        return cls(cast("Order | None", order), chosen)
