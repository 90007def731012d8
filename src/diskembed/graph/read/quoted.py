"""Tables with quotes, by RFC 4180: ``"a ""quoted"" name, with a comma"``, over several lines if need be."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from diskembed.graph.read.scan import count_byte
from diskembed.graph.words import Bytes
from diskembed.jit import kernel

__all__ = ["AFTER_QUOTE", "INSIDE", "UNCLOSED", "Fields", "split_quoted"]

_NEWLINE, _RETURN, _QUOTE = ord("\n"), ord("\r"), ord('"')
INSIDE, AFTER_QUOTE, UNCLOSED = 1, 2, 3  # what can be wrong with a quote


@dataclass(frozen=True, eq=False)
class Fields:
    """All fields without their quotes, one after another in ``blob``.

    Row ``i`` begins with field ``row_fields[i]``, and in the file at ``row_starts[i]``. ``problem`` is 0, or
    what is wrong at ``problem_at``.
    """

    blob: Bytes
    ends: NDArray[np.int64]
    row_fields: NDArray[np.int64]
    row_starts: NDArray[np.int64]
    problem: int
    problem_at: int

    @property
    def widths(self) -> NDArray[np.int64]:
        """How many fields each row has."""
        return np.diff(self.row_fields, append=len(self.ends))

    def first_row(self) -> list[bytes]:
        """The cells of the first row."""
        ends = self.ends[: self.widths[0]].tolist()
        return [self.blob[start:end].tobytes() for start, end in pairwise([0, *ends])]

    def spans(self, columns: tuple[int, int], first: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Starts and ends of two columns' fields in turns, from row ``first`` on."""
        at = (self.row_fields[first:, None] + np.array(columns)).ravel()
        starts = np.concatenate([[0], self.ends[:-1]])
        return starts[at], self.ends[at]


def split_quoted(buffer: Bytes, begin: int, delimiter: int) -> Fields:
    """Cut a table from ``begin`` on, up to the first misplaced quote; blank lines are no rows."""
    n_lines = count_byte(buffer, _NEWLINE) + 1
    blob = np.empty(len(buffer) - begin, np.uint8)
    ends = np.empty(n_lines + count_byte(buffer, delimiter), np.int64)
    row_fields, row_starts = np.empty(n_lines, np.int64), np.empty(n_lines, np.int64)
    n_bytes, n_fields, n_rows, problem, problem_at = _split(
        buffer, begin, delimiter, blob, ends, row_fields, row_starts
    )
    return Fields(
        blob[:n_bytes], ends[:n_fields], row_fields[:n_rows], row_starts[:n_rows], problem, problem_at
    )


@kernel
def _split(
    buffer: Bytes,
    at: int,
    delimiter: int,
    blob: Bytes,
    ends: NDArray[np.int64],
    row_fields: NDArray[np.int64],
    row_starts: NDArray[np.int64],
) -> tuple[int, int, int, int, int]:
    n = len(buffer)
    to, n_fields, n_rows = 0, 0, 0
    while at < n:
        if buffer[at] == _NEWLINE:
            at += 1
            continue
        if buffer[at] == _RETURN and (at + 1 == n or buffer[at + 1] == _NEWLINE):
            at += 2
            continue
        row_fields[n_rows], row_starts[n_rows] = n_fields, at
        n_rows += 1
        last = False
        while not last:
            if at < n and buffer[at] == _QUOTE:
                opened = at
                at, to, closed = _copy_quoted(buffer, at + 1, blob, to)
                if not closed:
                    return to, n_fields, n_rows, UNCLOSED, opened
                if at + 1 < n and buffer[at] == _RETURN and buffer[at + 1] == _NEWLINE:
                    at += 1
                if at < n and buffer[at] != delimiter and buffer[at] != _NEWLINE:
                    return to, n_fields, n_rows, AFTER_QUOTE, at
            else:
                at, to, clean = _copy_plain(buffer, at, delimiter, blob, to)
                if not clean:
                    return to, n_fields, n_rows, INSIDE, at
            ends[n_fields] = to
            n_fields += 1
            last = at >= n or buffer[at] == _NEWLINE
            at += 1
    return to, n_fields, n_rows, 0, -1


@kernel
def _copy_quoted(buffer: Bytes, at: int, blob: Bytes, to: int) -> tuple[int, int, bool]:
    """From behind an opening quote to behind the closing one; two quotes stand for one."""
    while at < len(buffer):
        if buffer[at] == _QUOTE:
            if at + 1 == len(buffer) or buffer[at + 1] != _QUOTE:
                return at + 1, to, True
            at += 1
        blob[to] = buffer[at]
        to += 1
        at += 1
    return at, to, False


@kernel
def _copy_plain(buffer: Bytes, at: int, delimiter: int, blob: Bytes, to: int) -> tuple[int, int, bool]:
    """Up to the next delimiter or line end; a quote in it is out of place."""
    start = at
    while at < len(buffer) and buffer[at] != delimiter and buffer[at] != _NEWLINE:
        if buffer[at] == _QUOTE:
            return at, to, False
        blob[to] = buffer[at]
        to += 1
        at += 1
    if at > start and (at == len(buffer) or buffer[at] == _NEWLINE) and buffer[at - 1] == _RETURN:
        to -= 1
    return at, to, True
