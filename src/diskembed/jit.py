"""The one way in which this project compiles: cached on disk, and free of the interpreter's lock.

Plain threads run kernels side by side since each releases the lock; a threading layer (``prange``) is
not used, because none of them is both always present and safe to fork or to call concurrently.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba import njit

__all__ = ["inlined", "kernel"]

F = TypeVar("F", bound=Callable[..., Any])


def kernel(function: F) -> F:
    """Compile ``function`` at its first call; later processes load it from the cache."""
    return cast(F, njit(nogil=True, cache=True)(function))


def inlined(function: F) -> F:
    """Compile a small function that kernels call in their innermost loop."""
    return cast(F, njit(nogil=True, cache=True, inline="always")(function))
