r"""Tables of text, one row a line: what CSV and TSV share.

Blank lines are skipped, ``\n`` and ``\r\n`` end a line, a byte order mark is skipped; comments are not
known, and spaces belong to the names. An empty parent makes its child a node without adding an edge.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from diskembed.errors import ReadError
from diskembed.graph.raw import RawEdges
from diskembed.graph.read.chunks import Numbered, line_end, number_pairs, number_rows
from diskembed.graph.read.header import Columns, columns_of
from diskembed.graph.read.options import Options
from diskembed.graph.read.quoted import AFTER_QUOTE, INSIDE, UNCLOSED, split_quoted
from diskembed.graph.read.rows import edges_of_rows
from diskembed.graph.read.scan import LONGEST_NAME, Layout, count_byte, line_of_row
from diskembed.graph.read.source import Source
from diskembed.graph.words import Bytes, repeated

__all__ = ["read_delimited"]

_NEWLINE, _QUOTE = ord("\n"), ord('"')
_QUOTE_PROBLEMS = {
    INSIDE: (
        "a quote inside a name that does not begin with one",
        "quote the whole name, and double that quote",
    ),
    AFTER_QUOTE: ("text after a closing quote", "double a quote that belongs to the name"),
    UNCLOSED: ("a quote that is never closed", "close it"),
}


def read_delimited(source: Source, options: Options, *, delimiter: str, quotes: bool) -> RawEdges:
    """A table whose two name columns are told by its header or by ``options.order``."""
    buffer = source.text_bytes()
    if quotes and count_byte(buffer, _QUOTE):
        return _read_quoted(source, options, buffer, delimiter)
    return _read_plain(source, options, buffer, delimiter)


def _read_plain(source: Source, options: Options, buffer: Bytes, delimiter: str) -> RawEdges:
    start, end = _first_row(source, buffer)
    line = buffer[start:end].tobytes().removesuffix(b"\r")
    columns = _columns(source, options, line.split(delimiter.encode()), _line(buffer, start))
    begin = min(end + 1, len(buffer)) if columns.has_header else start
    layout = Layout(repeated(ord(delimiter)), columns.count, *_left_right(columns))
    table = number_rows(buffer, begin, layout)
    if table.bad_row >= 0:
        at = table.bad_row
        width = buffer[at : line_end(buffer, at)].tobytes().count(delimiter.encode()) + 1
        raise _bad_row(source, _line(buffer, at), width, columns, buffer[at : at + 1].tobytes() == b"#")
    return _edges(source, table, columns, lambda row: 1 + int(line_of_row(buffer, begin, row)))


def _read_quoted(source: Source, options: Options, buffer: Bytes, delimiter: str) -> RawEdges:
    fields = split_quoted(buffer, 0, ord(delimiter))
    if fields.problem:
        found, do = _QUOTE_PROBLEMS[fields.problem]
        raise source.error(
            found, at=_line(buffer, fields.problem_at), allowed="expected quotes as in RFC 4180", do=do
        )

    def line_of(row: int) -> int:
        return _line(buffer, int(fields.row_starts[row]))

    columns = _columns(source, options, fields.first_row(), line_of(0))
    wrong = np.flatnonzero(fields.widths != columns.count)
    if len(wrong):
        row = int(wrong[0])
        raise _bad_row(source, line_of(row), int(fields.widths[row]), columns, commented=False)
    first = int(columns.has_header)
    table = number_pairs(fields.blob, *fields.spans(_left_right(columns), first))
    return _edges(source, table, columns, lambda row: line_of(row + first))


def _first_row(source: Source, buffer: Bytes) -> tuple[int, int]:
    """Where the first line that is not blank starts and ends."""
    start = 0
    while start < len(buffer):
        end = line_end(buffer, start)
        if buffer[start:end].tobytes().strip(b"\r"):
            return start, end
        start = end + 1
    raise source.error("there are only blank lines", allowed="expected at least one row", do="check the path")


def _columns(source: Source, options: Options, cells: list[bytes], line: int) -> Columns:
    try:
        decoded = [cell.decode() for cell in cells]
    except UnicodeDecodeError:
        raise source.undecodable(line) from None
    return columns_of(decoded, options.order, source, at=line)


def _left_right(columns: Columns) -> tuple[int, int]:
    return min(columns.parent, columns.child), max(columns.parent, columns.child)


def _line(buffer: Bytes, at: int) -> int:
    """The line that a byte is in, as an editor counts."""
    return 1 + int(count_byte(buffer[:at], _NEWLINE))


def _edges(source: Source, table: Numbered, columns: Columns, line_of: Callable[[int], int]) -> RawEdges:
    if not len(table.left):
        raise source.error(
            "there is a header and no row", allowed="expected at least one row", do="check the path"
        )
    parents, children = (table.left, table.right) if columns.parent_first else (table.right, table.left)
    return edges_of_rows(table.names, parents, children, source, line_of)


def _bad_row(source: Source, line: int, width: int, columns: Columns, commented: bool) -> ReadError:
    if width == columns.count:
        return source.error(
            f"a name of more than {LONGEST_NAME:,} bytes",
            at=line,
            allowed="expected names",
            do="check that this is a table of names",
        )
    if commented:
        advice = "comments are not part of the format: remove the lines that begin with #"
    elif width == 1:
        advice = "write an empty second column for a node without a parent"
    else:
        advice = "quote a name that holds the separator (CSV), or write it without"
    first = "the header" if columns.has_header else "the first row"
    return source.error(
        "one column" if width == 1 else f"{width:,} columns",
        at=line,
        allowed=f"expected {columns.count} columns, as {first} has",
        do=advice,
    )
