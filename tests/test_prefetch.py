"""What is asked for ahead, and that asking changes nothing."""

from __future__ import annotations

import numpy as np
import pytest
from numba import njit, types
from numba.core import cgutils
from numba.extending import intrinsic

from diskembed.jit import kernel
from diskembed.prefetch import fetch_ahead, places

MATRIX = np.arange(60.0).reshape(6, 10)
ARRAYS = {
    "rows": MATRIX,
    "columns first": np.asfortranarray(MATRIX),
    "every other": MATRIX[::2, 1::3],
    "backwards": MATRIX[::-1, ::-1],
    "float32": MATRIX.astype(np.float32),
    "one column": MATRIX[:, 3:4],
    "a vector": np.arange(7, dtype=np.int32),
    "every other number": np.arange(9)[::2],
}


@intrinsic
def asked_for(typing_context, values, at):
    """The addresses that a request would name."""
    count = values.ndim

    def numbers(context, builder, signature, arguments):
        found = places(context, builder, signature, arguments)
        assert len(found) == count
        return context.make_tuple(
            builder, signature.return_type, [builder.ptrtoint(place, cgutils.intp_t) for place in found]
        )

    return types.UniTuple(types.intp, count)(values, at), numbers


@kernel
def addresses(values, at):
    return asked_for(values, at)


@kernel
def ask(values, at):
    fetch_ahead(values, at)


@pytest.mark.parametrize("values", ARRAYS.values(), ids=ARRAYS)
@pytest.mark.parametrize("number", [int, np.int32, np.uint8])
def test_the_ends_of_a_row_are_asked_for(values, number):
    for at in range(len(values)):
        ends = values[at : at + 1] if values.ndim == 1 else (values[at, :1], values[at, -1:])
        expected = [ends.ctypes.data] if values.ndim == 1 else [end.ctypes.data for end in ends]
        assert list(addresses(values, number(at))) == expected


@pytest.mark.parametrize("values", ARRAYS.values(), ids=ARRAYS)
def test_asking_changes_nothing_wherever_it_points(values):
    before = values.copy()
    for at in (0, len(values) - 1, len(values), -1, 1 << 50):
        assert ask(values, at) is None
    np.testing.assert_array_equal(values, before)


def test_the_processor_is_asked():
    """Once for a number, twice for a row; compiled afresh, since code from the cache shows no source."""
    for values, times in ((MATRIX, 2), (MATRIX[0], 1)):
        fresh = njit(ask.py_func)
        fresh(values, 0)
        (code,) = fresh.inspect_llvm().values()
        assert code.count("call void @llvm.prefetch") >= times
