"""Sixteen products in one register: what a compiler makes of a loop over sixteen is single numbers."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

__all__ = ["LANES", "TOGETHER", "near_lanes", "write_lanes"]

LANES = 16
TOGETHER = 4
"""The length of a row is a multiple of this."""
FUSED = ("contract",)
_LANES = ir.VectorType(ir.FloatType(), LANES)
_WORD, _NUMBER = ir.IntType(64), ir.IntType(32)
_NUMBERS, _MASK = ir.VectorType(_NUMBER, LANES), ir.VectorType(ir.IntType(1), LANES)


@intrinsic
def near_lanes(
    typing_context: Any, row: Any, blocks: Any, keys: Any, at: Any, highest: Any, anyway: Any, least: Any
) -> Any:
    """Bit w: ``keys[at, w] <= highest and (row . blocks[at, :, w] >= least or keys[at, w] <= anyway)``.

    Bit LANES + w: ``row . blocks[at, :, w] > -least``, where ``least`` is below 0.

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
        sure = builder.fcmp_ordered(">", near[0], builder.fneg(least_))
        return builder.or_(_bits(builder, found), builder.shl(_bits(builder, sure), _WORD(LANES)))

    return types.int64(row, blocks, keys, types.int64, types.float32, types.float32, types.float32), products


@intrinsic
def write_lanes(typing_context: Any, bits: Any, first: Any, out: Any, at: Any) -> Any:
    """``first + w`` for each bit w that is set goes to ``out[at:]``; how many they are.

    Without a branch, which could not be foretold. ``out`` is of int32 and has room for all LANES.
    """

    def written(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        view = context.make_array(signature.args[2])(context, builder, arguments[2])
        first_ = builder.trunc(arguments[1], _NUMBER)
        numbers = builder.add(
            _everywhere(builder, first_, _NUMBERS), ir.Constant(_NUMBERS, list(range(LANES)))
        )
        mask = builder.bitcast(builder.trunc(arguments[0], ir.IntType(LANES)), _MASK)
        target = builder.gep(view.data, [arguments[3]])
        kind = ir.FunctionType(ir.VoidType(), [_NUMBERS, target.type, _MASK])
        name = f"llvm.masked.compressstore.v{LANES}i32"
        builder.call(cgutils.get_or_insert_function(builder.module, kind, name), [numbers, target, mask])
        return builder.ctpop(arguments[0])

    return types.int64(types.int64, types.int64, out, types.int64), written


def _bits(builder: Any, found: Any) -> Any:
    """A comparison's lanes as the lowest bits of a word."""
    return builder.zext(builder.bitcast(found, ir.IntType(LANES)), _WORD)


def _plus(builder: Any, one: Any, other: Any) -> Any:
    return builder.fadd(one, other, flags=FUSED)


def _vectors(builder: Any, data: Any, start: Any) -> Any:
    """The address of vector ``start`` of an array."""
    return builder.gep(builder.bitcast(data, _LANES.as_pointer()), [start])


def _everywhere(builder: Any, value: Any, kind: Any = _LANES) -> Any:
    """A vector of one number."""
    one = builder.insert_element(ir.Constant(kind, ir.Undefined), value, ir.Constant(_NUMBER, 0))
    return builder.shuffle_vector(one, ir.Constant(kind, ir.Undefined), ir.Constant(_NUMBERS, None))
