"""The inner loop of tables without quotes: find fields, hash and number them in one pass over the bytes."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from diskembed.graph.csr import Ints
from diskembed.graph.table import (
    BLOCK,
    Hashes,
    Places,
    Table,
    empty_table,
    grown,
    has_room,
    number_block,
    place_of,
)
from diskembed.graph.words import (
    NO_HASH,
    Bytes,
    Index,
    finish_hash,
    hash_field,
    hash_step,
    keep_low,
    repeated,
    trailing_zeros,
    word_at,
    zero_bytes,
)
from diskembed.jit import inlined, kernel

__all__ = ["LONGEST_NAME", "Layout", "count_byte", "line_of_row", "scan_rows"]

LONGEST_NAME = 1 << 16  # bytes: what is longer is no name but a sign of another kind of file
_NEWLINE, _RETURN = ord("\n"), ord("\r")
_NEWLINES = repeated(_NEWLINE)
_BYTE_BITS = np.uint64(0x38)


class Layout(NamedTuple):
    """How a row is cut: a word of delimiters, how many columns, and the two wanted, left to right."""

    delimiters: np.uint64
    n_columns: int
    left: int
    right: int


@kernel
def count_byte(buffer: Bytes, byte: int) -> int:
    """How often a byte occurs."""
    count = 0
    for value in buffer:
        if value == byte:
            count += 1
    return count


@inlined
def end_of_field(buffer: Bytes, start: Index, delimiters: np.uint64) -> tuple[np.int64, np.uint32]:
    """Where the field that begins at ``start`` ends, and its hash (as ``hash_field`` has it)."""
    at = start
    state = NO_HASH
    end = np.int64(-1)
    while end < 0:
        word = word_at(buffer, at)
        hits = zero_bytes(word ^ delimiters) | zero_bytes(word ^ _NEWLINES)
        if hits != np.uint64(0):
            bits = trailing_zeros(hits) & _BYTE_BITS
            word = keep_low(word, bits)
            end = np.int64(at + np.int64(bits >> np.uint64(3)))
        elif at + 8 > len(buffer):
            end = np.int64(len(buffer))
        state = hash_step(state, word)
        at += 8
    return end, finish_hash(state, end - start)


@kernel
def fill_block(
    buffer: Bytes, at: Index, end: int, layout: Layout, fields: Places, hashes: Hashes
) -> tuple[Index, int, Index]:
    """Cut rows until the block is full: where it stopped, how many fields it holds, and a bad row or -1."""
    filled = 0
    while at < end and filled + 2 <= len(hashes):
        row = at
        column = 0
        longest = 0
        last = False
        while not last:
            start = at
            at, hashed = end_of_field(buffer, start, layout.delimiters)
            last = at == len(buffer) or buffer[at] == _NEWLINE
            stop = at
            if last and stop > start and buffer[stop - 1] == _RETURN:
                stop -= 1
                hashed = hash_field(buffer, start, stop)
            if column in (layout.left, layout.right):
                place = filled + (1 if column == layout.right else 0)
                fields[place], hashes[place] = place_of(start, stop), hashed
            longest = max(longest, int(stop - start))
            column += 1
            at += 1
        if column == layout.n_columns and longest <= LONGEST_NAME:
            filled += 2
        elif column > 1 or longest > 0:  # a blank line is no row
            return at, filled, row
    return at, filled, -1


@kernel
def _scan_rows(
    buffer: Bytes, at: Index, end: int, layout: Layout, table: Table, numbers: Ints, done: int
) -> tuple[Index, Index, int, Index]:
    fields, hashes = np.empty(BLOCK, np.uint64), np.empty(BLOCK, np.uint32)
    size: Index = table.size
    bad_row: Index = -1
    while at < end and bad_row < 0 and has_room(table, size):
        at, filled, bad_row = fill_block(buffer, at, end, layout, fields, hashes)
        size = number_block(
            buffer, fields[:filled], hashes[:filled], table, size, numbers[done : done + filled]
        )
        done += filled
    return at, size, done, bad_row


def scan_rows(buffer: Bytes, begin: int, end: int, layout: Layout, numbers: Ints) -> tuple[Table, int, int]:
    """Number the left and right names of all rows that begin in ``begin:end``, in turns.

    Returns the names, how many fields were numbered, and where the first row begins that has another count of
    columns or too long a name, or -1.
    """
    table, done = empty_table(len(numbers)), 0
    at: Index = begin
    while True:
        at, size, done, bad_row = _scan_rows(buffer, at, end, layout, table, numbers, done)
        table = table._replace(size=int(size))
        if at >= end or bad_row >= 0:
            return table, done, int(bad_row)
        table = grown(table)


@kernel
def line_of_row(buffer: Bytes, begin: int, row: int) -> int:
    """The line, counted from the start of the buffer, of a row counted from ``begin``; both from 0."""
    line = 0
    for i in range(begin):
        if buffer[i] == _NEWLINE:
            line += 1
    start = begin
    for i in range(begin, len(buffer) + 1):
        if i == len(buffer) or buffer[i] == _NEWLINE:
            length = i - start
            if length > 1 or (length == 1 and buffer[start] != _RETURN):
                if row == 0:
                    return line
                row -= 1
            line += 1
            start = i + 1
    return line
