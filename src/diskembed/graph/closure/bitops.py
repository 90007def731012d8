"""Two machine instructions that Numba has no name for."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

__all__ = ["count_ones", "lowest_one"]


@intrinsic
def count_ones(_context: Any, _word: Any) -> Any:
    """How many bits of a 64-bit word are set."""

    def generate(_: Any, builder: Any, __: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), generate


@intrinsic
def lowest_one(_context: Any, _word: Any) -> Any:
    """The place of the lowest set bit of a 64-bit word, which must not be zero."""

    def generate(_: Any, builder: Any, __: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.uint64), generate
