"""Names as bytes: hash them, give each distinct one a dense number, find them again.

A table is an open-addressing array of 64-bit slots. A slot holds the upper half of a name's hash beside
its number plus one, so that most misses are settled without touching the name's bytes; 0 is empty.
No Python object is made per name.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diskembed.jit import inlined, kernel

__all__ = ["find_fields", "gather_fields", "intern_fields"]

Bytes = NDArray[np.uint8]
Slots = NDArray[np.uint64]

HASH_SEED = np.uint64(0xCBF29CE484222325)  # FNV-1a's offset basis and prime
_PRIME = np.uint64(0x100000001B3)
_MIX = np.uint64(0x9E3779B97F4A7C15)
_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)


@inlined
def hash_step(state: np.uint64, byte: np.uint8) -> np.uint64:
    """FNV-1a: one more byte into a hash that started as ``HASH_SEED``."""
    return np.uint64((state ^ np.uint64(byte)) * _PRIME)


@inlined
def mix_hash(state: np.uint64) -> np.uint64:
    """Spread a finished hash over all its bits: FNV's upper half alone is weak for short names."""
    state = np.uint64((state ^ (state >> _HALF)) * _MIX)
    return np.uint64(state ^ (state >> np.uint64(29)))


@inlined
def hash_field(buffer: Bytes, start: int, end: int) -> np.uint64:
    """The hash of ``buffer[start:end]``."""
    state = HASH_SEED
    for i in range(start, end):
        state = hash_step(state, buffer[i])
    return mix_hash(state)


@inlined
def equal_bytes(a: Bytes, a_start: int, a_end: int, b: Bytes, b_start: int, b_end: int) -> bool:
    """Whether two fields hold the same bytes."""
    if a_end - a_start != b_end - b_start:
        return False
    for i in range(a_end - a_start):
        if a[a_start + i] != b[b_start + i]:
            return False
    return True


@inlined
def place(slots: Slots, hashed: np.uint64, number: int) -> None:
    """Enter a number that is known to be absent."""
    mask = np.uint64(len(slots) - 1)
    at = hashed & mask
    while slots[at] != np.uint64(0):
        at = (at + np.uint64(1)) & mask
    slots[at] = (hashed & ~_LOW) | np.uint64(number + 1)


@kernel
def grown(slots: Slots, hashes: NDArray[np.uint64], count: int) -> Slots:
    """A table four times as large that holds the same first ``count`` numbers."""
    larger = np.zeros(4 * len(slots), np.uint64)
    for number in range(count):
        place(larger, hashes[number], number)
    return larger


@kernel
def intern_fields(
    buffer: Bytes, starts: NDArray[np.int64], ends: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64], Slots]:
    """Number the fields ``buffer[starts[i]:ends[i]]`` by first appearance.

    Returns each field's number, the index of the field in which each number appeared first, and the
    table to find them with.
    """
    count = 0
    numbers = np.empty(len(starts), np.int64)
    firsts = np.empty(len(starts), np.int64)
    hashes = np.empty(len(starts), np.uint64)
    slots = np.zeros(1024, np.uint64)
    for i in range(len(starts)):
        start, end = starts[i], ends[i]
        hashed = hash_field(buffer, start, end)
        mask = np.uint64(len(slots) - 1)
        at = hashed & mask
        number = np.int64(-1)
        while slots[at] != np.uint64(0):
            if (slots[at] ^ hashed) >> _HALF == np.uint64(0):
                known = np.int64(slots[at] & _LOW) - 1
                first = firsts[known]
                if equal_bytes(buffer, starts[first], ends[first], buffer, start, end):
                    number = known
                    break
            at = (at + np.uint64(1)) & mask
        if number < 0:
            number = np.int64(count)
            firsts[count] = i
            hashes[count] = hashed
            slots[at] = (hashed & ~_LOW) | np.uint64(count + 1)
            count += 1
            if 2 * count > len(slots):
                slots = grown(slots, hashes, count)
        numbers[i] = number
    return numbers, firsts[:count].copy(), slots


@kernel
def find_fields(
    slots: Slots,
    blob: Bytes,
    offsets: NDArray[np.int64],
    buffer: Bytes,
    bounds: NDArray[np.int64],
) -> NDArray[np.int64]:
    """The number of each ``buffer[bounds[i]:bounds[i + 1]]`` among a table's names, or -1."""
    found = np.full(len(bounds) - 1, -1, np.int64)
    mask = np.uint64(len(slots) - 1)
    for i in range(len(found)):
        start, end = bounds[i], bounds[i + 1]
        hashed = hash_field(buffer, start, end)
        at = hashed & mask
        while slots[at] != np.uint64(0):
            if (slots[at] ^ hashed) >> _HALF == np.uint64(0):
                known = np.int64(slots[at] & _LOW) - 1
                if equal_bytes(blob, offsets[known], offsets[known + 1], buffer, start, end):
                    found[i] = known
                    break
            at = (at + np.uint64(1)) & mask
    return found


@kernel
def gather_fields(
    buffer: Bytes, starts: NDArray[np.int64], ends: NDArray[np.int64]
) -> tuple[Bytes, NDArray[np.int64]]:
    """The fields one after another without gaps, and the offsets at which each begins."""
    offsets = np.zeros(len(starts) + 1, np.int64)
    for i in range(len(starts)):
        offsets[i + 1] = offsets[i] + ends[i] - starts[i]
    blob = np.empty(offsets[-1], np.uint8)
    for i in range(len(starts)):
        to = offsets[i]
        for j in range(starts[i], ends[i]):
            blob[to] = buffer[j]
            to += 1
    return blob, offsets
