"""Frames of pandas, polars and pyarrow, told by what they can do."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

from diskembed.graph.raw import RawEdges
from diskembed.graph.read.columns import Strings, edges_of_columns, strings_of_arrow, strings_of_values
from diskembed.graph.read.header import columns_of
from diskembed.graph.read.options import Order
from diskembed.graph.read.source import Origin

__all__ = ["is_frame", "read_frame"]


def is_frame(value: Any) -> bool:
    """Whether a value has named columns and a length."""
    return hasattr(value, "__len__") and (hasattr(value, "columns") or hasattr(value, "column_names"))


def read_frame(frame: Any, order: Order | None) -> RawEdges:
    """The two columns with names; others are not looked at."""
    origin = Origin(f"the {type(frame).__name__}", unit="row")
    names = [str(name) for name in (frame.column_names if hasattr(frame, "column_names") else frame.columns)]
    columns = columns_of(names, order, origin, always_header=True)
    parents, children = (_strings(frame, at, names[at], origin) for at in (columns.parent, columns.child))
    return edges_of_columns(parents, children, origin)


def _strings(frame: Any, at: int, name: str, origin: Origin) -> Strings:
    if hasattr(frame, "iloc"):
        column = frame.iloc[:, at]
    elif hasattr(frame, "to_series"):
        column = frame.to_series(at)
    else:
        column = frame.column(at)
    if hasattr(column, "combine_chunks"):
        return strings_of_arrow(column, name, origin)
    of_batch = hasattr(column, "__arrow_c_array__")
    of_polars = hasattr(column, "__arrow_c_stream__") and hasattr(column, "to_arrow")
    if of_batch or (of_polars and find_spec("pyarrow")):
        import pyarrow as pa

        return strings_of_arrow(pa.chunked_array([column] if of_batch else column), name, origin)
    return strings_of_values(column.to_list(), name, origin)
