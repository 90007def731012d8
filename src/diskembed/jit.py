"""The one way in which this project compiles: cached on disk, and free of the interpreter's lock.

Plain threads run kernels side by side since each releases the lock; a threading layer (``prange``) is
not used, because none of them is both always present and safe to fork or to call concurrently.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from llvmlite import ir
from numba import njit, types
from numba.core import cgutils
from numba.extending import intrinsic

__all__ = [
    "borrowed",
    "fast_kernel",
    "inlined",
    "is_rounded",
    "kernel",
    "narrowed",
    "widened",
]

FAST_BUT_FINITE_AWARE = {"afn", "arcp", "contract", "nsz", "reassoc"}

F = TypeVar("F", bound=Callable[..., Any])


def kernel(function: F) -> F:
    """Compile ``function`` at its first call; later processes load it from the cache."""
    return cast(F, njit(nogil=True, cache=True)(function))


def inlined(function: F) -> F:
    """Compile a small function that kernels call in their innermost loop."""
    return cast(F, njit(nogil=True, cache=True, inline="always", error_model="numpy")(function))


def fast_kernel(function: F) -> F:
    """Compile a training kernel: sums may be reordered; NaN and infinity keep their meaning, for guards."""
    return cast(
        "F", njit(nogil=True, cache=True, fastmath=FAST_BUT_FINITE_AWARE, error_model="numpy")(function)
    )


@intrinsic
def borrowed(typing_context: Any, values: Any) -> Any:
    """The same array, or the same (named) tuple of arrays, numbers and tuples, without reference counts.

    Only for arrays that outlive the kernel, as its arguments do. Counting references to each row that is
    taken from an array takes longer than the arithmetic of a row of ten.
    """

    def without_owners(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _without_owner(context, builder, signature.return_type, arguments[0])

    return values(values), without_owners


@intrinsic
def is_rounded(typing_context: Any, rows: Any) -> Any:
    """Whether numbers are held in fewer digits than they are computed in; known when compiled."""
    answer = ir.Constant(ir.IntType(1), int(rows.dtype != types.float64))
    return types.boolean(rows), lambda context, builder, signature, arguments: answer


@intrinsic
def widened(typing_context: Any, row: Any, room: Any) -> Any:
    """A row in float64: itself where it is that already, else a copy in ``room``."""

    def wide(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        if row.dtype == types.float64:
            return arguments[0]
        context.compile_internal(builder, _copy, types.void(room, row), [arguments[1], arguments[0]])
        return arguments[1]

    return (row if row.dtype == types.float64 else room)(row, room), wide


@intrinsic
def narrowed(typing_context: Any, row: Any, room: Any) -> Any:
    """Write back what ``widened`` gave out; nothing where that was the row itself."""

    def narrow(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        if row.dtype != types.float64:
            context.compile_internal(builder, _copy, types.void(row, room), list(arguments))
        return context.get_dummy_value()

    return types.void(row, room), narrow


def _copy(out: Any, values: Any) -> None:
    for k in range(out.size):
        out[k] = values[k]


def _without_owner(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    if isinstance(kind, types.BaseTuple):
        parts = zip(kind, cgutils.unpack_tuple(builder, value, len(kind)), strict=True)
        return context.make_tuple(builder, kind, [_without_owner(context, builder, *part) for part in parts])
    if not isinstance(kind, types.Array):
        return value
    view = context.make_array(kind)(context, builder, value)
    view.meminfo = view.meminfo.type(None)
    view.parent = view.parent.type(None)
    return view._getvalue()
