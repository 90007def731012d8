"""One kernel body for every geometry: ``diskembed.binding`` does the work, a geometry says what is bound."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from diskembed.binding import bind
from diskembed.geometry.contract import Geometry
from diskembed.geometry.scalars import Scalars, placeholders

__all__ = ["compile_scalars", "specialise"]

F = TypeVar("F", bound=Callable[..., Any])


def specialise(body: F, geometry: Geometry, compiler: Callable[[F], F] | None = None) -> F:
    """Compile ``body`` for a geometry: the names it imports from ``scalars`` become that geometry's own.

    ``body`` and all it calls are functions at the top level of a module, called by their bare names;
    ``compiler`` is ``diskembed.jit.kernel`` unless given. Asked again, the same compiled function comes back.
    """
    return bind(body, placeholders(geometry.scalar_functions()), compiler)


def compile_scalars(functions: Scalars) -> Scalars:
    """A geometry's plain scalar functions, compiled for calls from kernels and from Python."""
    from diskembed.jit import inlined

    own = placeholders(functions)
    return functions._replace(**{name: bind(f, own, inlined) for name, f in functions._asdict().items()})
