"""Tables numbered by several threads: each takes a part, and then the parts' names are brought together.

Parts are joined in the order of the file and each numbers its names by first appearance, so names get the
same numbers however many parts there are.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from diskembed.graph.csr import Ints, smallest_int
from diskembed.graph.interning import absorbed, gather_fields, number_fields
from diskembed.graph.names import Names
from diskembed.graph.read.scan import Layout, count_byte, scan_rows
from diskembed.graph.table import Table, spans
from diskembed.graph.words import Bytes
from diskembed.jit import kernel

__all__ = ["Numbered", "line_end", "number_pairs", "number_rows"]

_SMALLEST_PART = 1 << 20  # bytes or fields: less is not worth a thread
_MOST_PARTS = 8  # joining them is one thread's work

Job = TypeVar("Job")
Result = TypeVar("Result")


@dataclass(frozen=True, eq=False)
class Numbered:
    """Rows of two names; ``bad_row`` is where the first row that has not two begins, or -1."""

    names: Names
    left: Ints
    right: Ints
    bad_row: int = -1


@dataclass(frozen=True, eq=False)
class _Part:
    table: Table
    numbers: Ints
    bad_row: int = -1


def number_rows(buffer: Bytes, begin: int, layout: Layout, n_parts: int | None = None) -> Numbered:
    """Cut and number the rows of a plain table from ``begin`` on."""
    count = _parts_for(len(buffer) - begin) if n_parts is None else n_parts
    size = len(buffer) - begin
    inner = [min(line_end(buffer, begin + size * i // count) + 1, len(buffer)) for i in range(1, count)]

    def scanned(bounds: tuple[int, int]) -> _Part:
        first, last = bounds
        n_fields = 2 * (count_byte(buffer[first:last], ord("\n")) + 1)
        numbers = np.empty(n_fields, smallest_int(len(buffer)))
        table, done, bad_row = scan_rows(buffer, first, last, layout, numbers)
        return _Part(table, numbers[:done], bad_row)

    return _joined(buffer, _in_threads(scanned, list(pairwise([begin, *inner, len(buffer)]))))


def number_pairs(
    buffer: Bytes, starts: NDArray[np.int64], ends: NDArray[np.int64], n_parts: int | None = None
) -> Numbered:
    """Number fields ``buffer[starts[i]:ends[i]]`` that are left and right names in turns."""
    count = _parts_for(len(starts)) if n_parts is None else n_parts
    cuts = [len(starts) // 2 * i // count * 2 for i in range(count + 1)]

    def numbered(bounds: tuple[int, int]) -> _Part:
        first, last = bounds
        numbers = np.empty(last - first, smallest_int(len(starts)))
        return _Part(number_fields(buffer, starts[first:last], ends[first:last], numbers), numbers)

    return _joined(buffer, _in_threads(numbered, list(pairwise(cuts))))


def _parts_for(size: int) -> int:
    threads = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(threads, size // _SMALLEST_PART, _MOST_PARTS))


def line_end(buffer: Bytes, at: int, step: int = 1 << 12) -> int:
    """Where the line that ``at`` is in ends: at its line feed, or with the buffer."""
    while at < len(buffer):
        ends = np.flatnonzero(buffer[at : at + step] == ord("\n"))
        if len(ends):
            return at + int(ends[0])
        at += step
    return len(buffer)


def _in_threads(work: Callable[[Job], Result], jobs: Sequence[Job]) -> list[Result]:
    if len(jobs) == 1:
        return [work(jobs[0])]
    with ThreadPoolExecutor(len(jobs)) as pool:
        return list(pool.map(work, jobs))


def _joined(buffer: Bytes, parts: Sequence[_Part]) -> Numbered:
    if len(parts) == 1:
        (part,) = parts
        names = Names(*gather_fields(buffer, *spans(part.table)))
        return Numbered(names, part.numbers[0::2].copy(), part.numbers[1::2].copy(), part.bad_row)
    table = parts[0].table
    renumberings = [np.arange(table.size, dtype=parts[0].numbers.dtype)]
    for part in parts[1:]:
        table, renumbering = absorbed(buffer, table, part.table)
        renumberings.append(renumbering)
    bounds = np.cumsum([0, *(len(part.numbers) // 2 for part in parts)])
    left, right = (np.empty(bounds[-1], parts[0].numbers.dtype) for _ in range(2))

    def renumber(i: int) -> None:
        here = slice(bounds[i], bounds[i + 1])
        _deal(parts[i].numbers, renumberings[i], left[here], right[here])

    _in_threads(renumber, range(len(parts)))
    names = Names(*gather_fields(buffer, *spans(table)))
    return Numbered(names, left, right, next((part.bad_row for part in parts if part.bad_row >= 0), -1))


@kernel
def _deal(numbers: Ints, renumbering: Ints, left: Ints, right: Ints) -> None:
    """Renumber, and part left names from right ones."""
    for i in range(len(left)):
        left[i] = renumbering[numbers[2 * i]]
        right[i] = renumbering[numbers[2 * i + 1]]
