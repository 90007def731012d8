"""Sixteen products in one register: what a compiler makes of a loop over sixteen is single numbers."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

__all__ = ["LANES", "lowest", "near_lanes"]

LANES = 16
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
        total = cgutils.alloca_once_value(builder, ir.Constant(_LANES, None))
        with cgutils.for_range(builder, width) as loop:
            factor = _everywhere(builder, builder.load(builder.gep(row_.data, [loop.index])))
            lanes = builder.load(builder.gep(block, [loop.index]), align=4)
            product = builder.fmul(factor, lanes, flags=("contract",))
            builder.store(builder.fadd(builder.load(total), product, flags=("contract",)), total)
        key = builder.load(_vectors(builder, keys_.data, arguments[3]), align=4)
        highest_, anyway_, least_ = (_everywhere(builder, value) for value in arguments[4:])
        near = builder.or_(
            builder.fcmp_ordered(">=", builder.load(total), least_), builder.fcmp_ordered("<=", key, anyway_)
        )
        near = builder.and_(near, builder.fcmp_ordered("<=", key, highest_))
        return builder.zext(builder.bitcast(near, ir.IntType(LANES)), _WORD)

    return types.int64(row, blocks, keys, types.int64, types.float32, types.float32, types.float32), products


@intrinsic
def lowest(typing_context: Any, bits: Any) -> Any:
    """The number of the lowest bit that is set."""

    def count(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), count


def _vectors(builder: Any, data: Any, start: Any) -> Any:
    """The address of vector ``start`` of an array."""
    return builder.gep(builder.bitcast(data, _LANES.as_pointer()), [start])


def _everywhere(builder: Any, value: Any) -> Any:
    """A vector of one number."""
    one = builder.insert_element(ir.Constant(_LANES, ir.Undefined), value, ir.Constant(ir.IntType(32), 0))
    zeros = ir.Constant(ir.VectorType(ir.IntType(32), LANES), None)
    return builder.shuffle_vector(one, ir.Constant(_LANES, ir.Undefined), zeros)
