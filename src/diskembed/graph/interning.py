"""Names as bytes: give each distinct one a dense number, find them again.

No Python object is made per name.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diskembed.errors import GraphError
from diskembed.graph.csr import Ints, smallest_int
from diskembed.graph.table import (
    BLOCK,
    LONGEST,
    Slots,
    Table,
    after,
    empty_table,
    grown,
    has_room,
    hash_in,
    home_of,
    number_block,
    number_in,
    place_of,
)
from diskembed.graph.words import Bytes, Index, equal_bytes, hash_field
from diskembed.jit import kernel

__all__ = ["absorbed", "find_fields", "gather_fields", "intern_fields", "number_fields"]


@kernel
def _number_fields(
    buffer: Bytes, starts: NDArray[np.int64], ends: NDArray[np.int64], done: int, table: Table, numbers: Ints
) -> tuple[int, Index]:
    fields, hashes = np.empty(BLOCK, np.uint64), np.empty(BLOCK, np.uint32)
    size: Index = table.size
    while done < len(starts) and has_room(table, size):
        count = min(BLOCK, len(starts) - done)
        for i in range(count):
            start, end = starts[done + i], ends[done + i]
            fields[i], hashes[i] = place_of(start, end), hash_field(buffer, start, end)
        size = number_block(buffer, fields[:count], hashes[:count], table, size, numbers[done : done + count])
        done += count
    return done, size


@kernel
def _absorb(buffer: Bytes, other: Table, done: int, table: Table, numbers: Ints) -> tuple[int, Index]:
    size: Index = table.size
    while done < other.size and has_room(table, size):
        last = min(done + BLOCK, other.size)
        size = number_block(
            buffer, other.places[done:last], other.hashes[done:last], table, size, numbers[done:last]
        )
        done = last
    return done, size


def number_fields(buffer: Bytes, starts: NDArray[np.int64], ends: NDArray[np.int64], numbers: Ints) -> Table:
    """Number the fields ``buffer[starts[i]:ends[i]]`` by first appearance."""
    table, done = empty_table(len(starts)), 0
    while True:
        done, size = _number_fields(buffer, starts, ends, done, table, numbers)
        table = table._replace(size=int(size))
        if done == len(starts):
            return table
        table = grown(table)


def absorbed(buffer: Bytes, table: Table, other: Table) -> tuple[Table, Ints]:
    """A table with another's names entered, and the numbers that they have now."""
    numbers, done = np.empty(other.size, smallest_int(table.size + other.size)), 0
    while True:
        done, size = _absorb(buffer, other, done, table, numbers)
        table = table._replace(size=int(size))
        if done == other.size:
            return table, numbers
        table = grown(table)


def intern_fields(
    buffer: Bytes, starts: NDArray[np.int64], ends: NDArray[np.int64]
) -> tuple[Ints, NDArray[np.int64], Slots]:
    """Number the fields ``buffer[starts[i]:ends[i]]`` by first appearance.

    Returns each field's number, the index of the field in which each number appeared first, and the
    table to find them with.
    """
    longest = int((ends - starts).max(initial=0))
    if longest > LONGEST:
        raise GraphError(
            f"a name of {longest:,} bytes", allowed=f"a name has at most {LONGEST:,}", do="shorten it"
        )
    numbers = np.empty(len(starts), smallest_int(len(starts)))
    table = number_fields(buffer, starts, ends, numbers)
    return numbers, _first_fields(numbers, table.size), table.slots


@kernel
def _first_fields(numbers: Ints, count: int) -> NDArray[np.int64]:
    firsts = np.empty(count, np.int64)
    met = 0
    for i in range(len(numbers)):
        if numbers[i] == met:
            firsts[met] = i
            met += 1
    return firsts


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
    for i in range(len(found)):
        start, length = bounds[i], bounds[i + 1] - bounds[i]
        hashed = hash_field(buffer, start, start + length)
        at = home_of(hashed, len(slots))
        while slots[at] != np.uint64(0):
            if hash_in(slots[at]) == hashed:
                known = number_in(slots[at])
                place = offsets[known]
                if offsets[known + 1] - place == length and equal_bytes(blob, place, buffer, start, length):
                    found[i] = known
                    break
            at = after(at, len(slots))
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
