"""Sixteen products in one register: what a compiler makes of a loop over sixteen is single numbers."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

__all__ = ["LANES", "fetch_block", "lowest", "near_lanes"]

LANES = 16
TOGETHER = 4
"""The length of a row is a multiple of this."""
FUSED = ("contract",)
_LANES = ir.VectorType(ir.FloatType(), LANES)
_WORD = ir.IntType(64)


@intrinsic
def near_lanes(
    typing_context: Any, row: Any, blocks: Any, keys: Any, at: Any, highest: Any, anyway: Any, least: Any
) -> Any:
    """Bit w: ``keys[at, w] <= highest and (row . blocks[at, :, w] >= least or keys[at, w] <= anyway)``.

    All float32, ``blocks`` of shape (any, len(row), LANES), ``keys`` of (any, LANES), both C-contiguous.
    """

    def products(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        row_, blocks_, keys_ = (
            context.make_array(signature.args[i])(context, builder, arguments[i]) for i in range(3)
        )
        width = cgutils.unpack_tuple(builder, blocks_.shape, 3)[1]
        block = _vectors(builder, blocks_.data, builder.mul(arguments[3], width))
        sums = [cgutils.alloca_once_value(builder, ir.Constant(_LANES, None)) for _ in range(TOGETHER)]
        with cgutils.for_range(builder, builder.udiv(width, width.type(TOGETHER))) as loop:
            first = builder.mul(loop.index, width.type(TOGETHER))
            for k, total in enumerate(sums):  # apart, so that no sum waits for the one before
                here = builder.add(first, width.type(k))
                factor = _everywhere(builder, builder.load(builder.gep(row_.data, [here])))
                lanes = builder.load(builder.gep(block, [here]), align=4)
                builder.store(
                    _plus(builder, builder.load(total), builder.fmul(factor, lanes, flags=FUSED)), total
                )
        near = [builder.load(total) for total in sums]
        while len(near) > 1:
            near = [_plus(builder, *near[:2]), *near[2:]]
        key = builder.load(_vectors(builder, keys_.data, arguments[3]), align=4)
        highest_, anyway_, least_ = (_everywhere(builder, value) for value in arguments[4:])
        found = builder.or_(
            builder.fcmp_ordered(">=", near[0], least_), builder.fcmp_ordered("<=", key, anyway_)
        )
        found = builder.and_(found, builder.fcmp_ordered("<=", key, highest_))
        return builder.zext(builder.bitcast(found, ir.IntType(LANES)), _WORD)

    return types.int64(row, blocks, keys, types.int64, types.float32, types.float32, types.float32), products


@intrinsic
def fetch_block(typing_context: Any, blocks: Any, keys: Any, at: Any) -> Any:
    """Ask for ``blocks[at]`` and ``keys[at]``, so that it is near when ``near_lanes`` reads it."""

    def prefetched(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        blocks_, keys_ = (
            context.make_array(signature.args[i])(context, builder, arguments[i]) for i in range(2)
        )
        width = cgutils.unpack_tuple(builder, blocks_.shape, 3)[1]
        block = _vectors(builder, blocks_.data, builder.mul(arguments[2], width))
        byte, flag = ir.IntType(8).as_pointer(), ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [byte, flag, flag, flag])
        call = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0i8")

        def ask(place: Any) -> None:
            builder.call(call, [builder.bitcast(place, byte), flag(0), flag(3), flag(1)])

        ask(_vectors(builder, keys_.data, arguments[2]))
        with cgutils.for_range(builder, width) as loop:
            ask(builder.gep(block, [loop.index]))
        return context.get_dummy_value()

    return types.void(blocks, keys, types.int64), prefetched


@intrinsic
def lowest(typing_context: Any, bits: Any) -> Any:
    """The number of the lowest bit that is set."""

    def count(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), count


def _plus(builder: Any, one: Any, other: Any) -> Any:
    return builder.fadd(one, other, flags=FUSED)


def _vectors(builder: Any, data: Any, start: Any) -> Any:
    """The address of vector ``start`` of an array."""
    return builder.gep(builder.bitcast(data, _LANES.as_pointer()), [start])


def _everywhere(builder: Any, value: Any) -> Any:
    """A vector of one number."""
    one = builder.insert_element(ir.Constant(_LANES, ir.Undefined), value, ir.Constant(ir.IntType(32), 0))
    zeros = ir.Constant(ir.VectorType(ir.IntType(32), LANES), None)
    return builder.shuffle_vector(one, ir.Constant(_LANES, ir.Undefined), zeros)
