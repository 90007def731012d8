"""Names as 64-bit words: load, search, hash and compare eight bytes at a time.

A word holds its first byte lowest, whatever the machine; bytes past a field's end count as zero.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import make_array
from numpy.typing import NDArray

from diskembed.jit import inlined

__all__ = [
    "NO_HASH",
    "Bytes",
    "Index",
    "equal_bytes",
    "finish_hash",
    "hash_field",
    "hash_step",
    "keep_low",
    "prefetch",
    "repeated",
    "trailing_zeros",
    "word_at",
    "zero_bytes",
]

Bytes = NDArray[np.uint8]
Index = int | np.int64

NO_HASH = np.uint64(0xCBF29CE484222325)
_ONES = np.uint64(0x0101010101010101)
_HIGHS = np.uint64(0x8080808080808080)
_STEP = np.uint64(0x9E3779B97F4A7C15)
_FINISH = np.uint64(0xD6E8FEB86659FD93)
_HALF = np.uint64(32)


def repeated(byte: int) -> np.uint64:
    """A word of eight equal bytes."""
    return np.uint64(byte * int(_ONES))


def _address(context: Any, builder: Any, array_type: Any, array: Any, index: Any) -> Any:
    """Of an element of a flat array, as LLVM sees it."""
    data = make_array(array_type)(context, builder, array).data
    return builder.gep(data, [index])


@intrinsic
def _load_word(typing_context: Any, array: Any, index: Any) -> Any:
    """``array[index:index + 8]`` as one word; not aligned, not checked."""

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        address = _address(context, builder, signature.args[0], *arguments)
        word = builder.load(builder.bitcast(address, ir.IntType(64).as_pointer()), align=1)
        return word if sys.byteorder == "little" else builder.bswap(word)

    return types.uint64(array, types.intp), codegen


@intrinsic
def prefetch(typing_context: Any, array: Any, index: Any) -> Any:
    """Ask for ``array[index]`` to be in the cache soon."""

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer, flag = ir.IntType(8).as_pointer(), ir.IntType(32)
        address = _address(context, builder, signature.args[0], *arguments)
        hint = cgutils.get_or_insert_function(
            builder.module, ir.FunctionType(ir.VoidType(), [pointer, flag, flag, flag]), "llvm.prefetch.p0i8"
        )
        read, keep_in_all_levels, data = flag(0), flag(3), flag(1)
        builder.call(hint, [builder.bitcast(address, pointer), read, keep_in_all_levels, data])
        return context.get_dummy_value()

    return types.void(array, types.intp), codegen


@intrinsic
def trailing_zeros(typing_context: Any, word: Any) -> Any:
    """How many zero bits stand below the lowest one of a word that is not 0."""

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        zero_is_undefined = ir.IntType(1)(1)
        return builder.cttz(arguments[0], zero_is_undefined)

    return types.uint64(types.uint64), codegen


@inlined
def word_at(buffer: Bytes, at: Index) -> np.uint64:
    """The word that begins at ``at``, with zeros past the buffer's end."""
    if at + 8 <= len(buffer):
        return np.uint64(_load_word(buffer, at))
    word = np.uint64(0)
    for i in range(len(buffer) - 1, at - 1, -1):
        word = (word << np.uint64(8)) | np.uint64(buffer[i])
    return word


@inlined
def zero_bytes(word: np.uint64) -> np.uint64:
    """The high bit of each byte that is 0; bits above the lowest one may be wrong."""
    return (word - _ONES) & ~word & _HIGHS


@inlined
def keep_low(word: np.uint64, n_bits: np.uint64) -> np.uint64:
    """The lowest ``n_bits`` of a word, fewer than 64."""
    return np.uint64(word & ((np.uint64(1) << n_bits) - np.uint64(1)))


@inlined
def hash_step(state: np.uint64, word: np.uint64) -> np.uint64:
    """One more word into a hash that started as ``NO_HASH``."""
    state = np.uint64((state ^ word) * _STEP)
    return np.uint64(state ^ (state >> _HALF))


@inlined
def finish_hash(state: np.uint64, length: Index) -> np.uint32:
    """The hash's best half; the length tells zeros at the end from no bytes."""
    return np.uint32(np.uint64((state ^ np.uint64(length)) * _FINISH) >> _HALF)


@inlined
def hash_field(buffer: Bytes, start: Index, end: Index) -> np.uint32:
    """The hash of ``buffer[start:end]``: whole words, then one that holds 0 to 7 bytes."""
    state = NO_HASH
    at = start
    while at + 8 <= end:
        state = hash_step(state, _load_word(buffer, at))
        at += 8
    rest = keep_low(word_at(buffer, at), np.uint64(8 * (end - at)))
    return finish_hash(hash_step(state, rest), end - start)


@inlined
def equal_bytes(a: Bytes, a_start: Index, b: Bytes, b_start: Index, length: Index) -> bool:
    """Whether ``length`` bytes are the same here and there."""
    at = 0
    while at + 8 <= length:
        if _load_word(a, a_start + at) != _load_word(b, b_start + at):
            return False
        at += 8
    different = word_at(a, a_start + at) ^ word_at(b, b_start + at)
    return bool(keep_low(different, np.uint64(8 * (length - at))) == np.uint64(0))
