"""The one way in which this project compiles: cached on disk, and free of the interpreter's lock.

Plain threads run kernels side by side since each releases the lock; a threading layer (``prange``) is
not used, because none of them is both always present and safe to fork or to call concurrently.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba import njit, types
from numba.core import cgutils
from numba.extending import intrinsic

__all__ = ["borrowed", "fast_kernel", "inlined", "kernel"]

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
    """The same array, or the same (named) tuple of arrays and tuples, without reference counts.

    Only for arrays that outlive the kernel, as its arguments do. Counting references to each row that is
    taken from an array takes longer than the arithmetic of a row of ten.
    """

    def without_owners(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _without_owner(context, builder, signature.return_type, arguments[0])

    return values(values), without_owners


def _without_owner(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    if isinstance(kind, types.BaseTuple):
        parts = zip(kind, cgutils.unpack_tuple(builder, value, len(kind)), strict=True)
        return context.make_tuple(builder, kind, [_without_owner(context, builder, *part) for part in parts])
    view = context.make_array(kind)(context, builder, value)
    view.meminfo = view.meminfo.type(None)
    view.parent = view.parent.type(None)
    return view._getvalue()
