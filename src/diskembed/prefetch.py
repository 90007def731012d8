"""Asking the processor for memory that will be read soon, from inside kernels.

A row that is in no cache takes as long to arrive as some hundred pairs of near rows take to be scored. Asked
for ahead, tens of rows are on the way at the same time.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

__all__ = ["fetch_ahead", "places"]

BYTE, FLAG = ir.IntType(8).as_pointer(), ir.IntType(32)
TO_READ, KEEP_NEAR, DATA = FLAG(0), FLAG(3), FLAG(1)


@intrinsic
def fetch_ahead(typing_context: Any, values: Any, at: Any) -> Any:
    """Ask for a vector's number, or for the first and the last number of a matrix's row.

    Nothing is read: any place will do, one past the end as well.
    """

    def prefetched(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kind = ir.FunctionType(ir.VoidType(), [BYTE, FLAG, FLAG, FLAG])
        call = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0i8")
        for place in places(context, builder, signature, arguments):
            builder.call(call, [place, TO_READ, KEEP_NEAR, DATA])
        return context.get_dummy_value()

    return types.void(values, at), prefetched


def places(context: Any, builder: Any, signature: Any, arguments: Any) -> list[Any]:
    """The addresses that ``fetch_ahead`` asks for."""
    array, number = signature.args
    view = context.make_array(array)(context, builder, arguments[0])
    at = context.cast(builder, arguments[1], number, types.intp)
    strides = cgutils.unpack_tuple(builder, view.strides, array.ndim)
    start = builder.gep(builder.bitcast(view.data, BYTE), [builder.mul(at, strides[0])])
    if array.ndim == 1:
        return [start]
    columns = cgutils.unpack_tuple(builder, view.shape, array.ndim)[1]
    return [start, builder.gep(start, [builder.mul(builder.sub(columns, columns.type(1)), strides[1])])]
