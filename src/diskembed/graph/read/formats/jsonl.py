"""JSON lines: ``{"child": "dog", "parent": "animal"}``, or ``["dog", "animal"]`` with an order.

Names are strings or integers; a parent that is ``null`` or empty makes its child a node without an edge.
"""

from __future__ import annotations

import json
from typing import Any

from diskembed.errors import ReadError
from diskembed.graph.raw import RawEdges
from diskembed.graph.read.collector import Collector
from diskembed.graph.read.header import columns_of
from diskembed.graph.read.options import Options
from diskembed.graph.read.registry import Format, register
from diskembed.graph.read.source import Source


def read_jsonl(source: Source, options: Options) -> RawEdges:
    """Edges of objects or pairs, one a line; the first line decides which."""
    collector = Collector(source)
    kind: type | None = None
    parent_key, child_key = None, None
    for line, text in enumerate(source.lines(), 1):
        if not text.strip():
            continue
        row = _parsed(source, text, line)
        if kind is None:
            kind = type(row)
            parent_key, child_key = _keys(source, options, row, line)
        if type(row) is not kind or (isinstance(row, list) and len(row) != 2):
            expected = "an array of two names" if kind is list else "an object, as before"
            raise _wrong_shape(source, line, expected)
        parent = _name(source, row, parent_key, line)
        child = _name(source, row, child_key, line)
        if not child:
            raise _wrong_shape(source, line, "a name for the child; only a parent may be null or empty")
        if parent:
            collector.edge(parent, child, line)
        else:
            collector.node(child, line)
    return collector.raw()


def _parsed(source: Source, text: str, line: int) -> Any:
    try:
        row = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise source.error(
            f"this is no JSON ({str(error).splitlines()[0]})",
            at=line,
            allowed="expected one object or array a line",
            do="write one edge a line",
        ) from None
    if not isinstance(row, dict | list):
        raise _wrong_shape(source, line, "an object or an array of two names")
    return row


def _keys(source: Source, options: Options, row: Any, line: int) -> tuple[Any, Any]:
    """What to look a row's parent and child up by."""
    if isinstance(row, dict):
        keys = list(row)
        columns = columns_of(keys, options.order, source, at=line, always_header=True)
        return keys[columns.parent], keys[columns.child]
    if any(isinstance(cell, dict | list) for cell in row):
        raise _wrong_shape(source, line, "one edge a line, and not an array of them")
    columns = columns_of([str(cell) for cell in row], options.order, source, at=line)
    if columns.has_header:
        raise _wrong_shape(
            source, line, 'an edge; names of columns belong into objects, as in {"child": ...}'
        )
    return columns.parent, columns.child


def _name(source: Source, row: Any, key: Any, line: int) -> str:
    try:
        value = row[key]
    except KeyError:
        raise _wrong_shape(source, line, f"the key {key!r}, as in the first object") from None
    if value is None or isinstance(value, str):
        return value or ""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    raise _wrong_shape(source, line, f"names that are strings or integers, and not a {type(value).__name__}")


def _wrong_shape(source: Source, line: int, expected: str) -> ReadError:
    return source.error(
        "this is no edge", at=line, allowed=f"expected {expected}", do="mend or remove the line"
    )


register(
    Format(
        "jsonl",
        "a table of JSON lines",
        read_jsonl,
        endings=(".jsonl", ".ndjson"),
        takes_order=True,
    )
)
