"""Tables that come as columns of strings, from Parquet and from frames in memory."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import isnan
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from diskembed.graph.raw import RawEdges
from diskembed.graph.read.chunks import number_pairs
from diskembed.graph.read.rows import edges_of_rows
from diskembed.graph.read.source import Origin
from diskembed.graph.words import Bytes

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["Strings", "edges_of_columns", "strings_of_arrow", "strings_of_values"]

_MISSING = ("NAType", "NaTType")  # pandas has its own


@dataclass(frozen=True, eq=False)
class Strings:
    """A column: ``blob[offsets[i]:offsets[i + 1]]`` is the name in row ``i``."""

    blob: Bytes
    offsets: NDArray[np.int64]


def edges_of_columns(parents: Strings, children: Strings, origin: Origin) -> RawEdges:
    """One edge a row; names are numbered row by row, the child first."""
    if len(children.offsets) == 1:
        raise origin.error(
            "it has no row", allowed="expected at least one row", do="check where it comes from"
        )
    buffer = np.concatenate([children.blob, parents.blob])
    both = np.stack([children.offsets, parents.offsets + len(children.blob)])
    table = number_pairs(buffer, both[:, :-1].ravel("F"), both[:, 1:].ravel("F"))
    return edges_of_rows(table.names, table.right, table.left, origin, lambda row: row)


def strings_of_arrow(column: pa.ChunkedArray, name: str, origin: Origin) -> Strings:
    """A column of strings or integers, as Arrow has it."""
    import pyarrow as pa
    from pyarrow import compute

    if not len(column):
        return Strings(np.empty(0, np.uint8), np.zeros(1, np.int64))
    if column.null_count:
        raise _null(origin, name, int(compute.index(column.is_null(), True).as_py()))
    if pa.types.is_dictionary(column.type):
        column = pa.chunked_array([_decoded(chunk) for chunk in column.chunks])
    kind = column.type
    is_text = pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_string_view(kind)
    if not (is_text or pa.types.is_integer(kind)):
        raise _no_names(origin, name, f"of type {kind}")
    flat = column.cast(pa.large_string()).combine_chunks()
    _, offsets, data = flat.buffers()
    bounds = np.frombuffer(offsets, np.int64, len(flat) + 1, 8 * flat.offset)
    blob = np.frombuffer(data, np.uint8)[bounds[0] : bounds[-1]] if bounds[-1] else np.empty(0, np.uint8)
    return Strings(blob, bounds - bounds[0])


def _decoded(chunk: pa.DictionaryArray) -> pa.Array:
    """Without a dictionary; Arrow can do this for some kinds of strings only."""
    import pyarrow as pa

    values = chunk.dictionary
    if pa.types.is_string_view(values.type):
        values = values.cast(pa.large_string())
    return pa.DictionaryArray.from_arrays(chunk.indices, values).dictionary_decode()


def strings_of_values(values: Iterable[Any], name: str, origin: Origin) -> Strings:
    """A column of Python strings or integers."""
    parts = []
    for row, value in enumerate(values):
        if isinstance(value, str):
            parts.append(
                value.encode(errors="surrogatepass")
            )  # refused with the other names that are no UTF-8
        elif isinstance(value, int | np.integer) and not isinstance(value, bool):
            parts.append(b"%d" % value)
        elif value is None or type(value).__name__ in _MISSING or (isinstance(value, float) and isnan(value)):
            raise _null(origin, name, row)
        else:
            raise _no_names(origin, name, f"with a {type(value).__name__}", row)
    offsets = np.zeros(len(parts) + 1, np.int64)
    np.cumsum(np.fromiter(map(len, parts), np.int64, len(parts)), out=offsets[1:])
    return Strings(np.frombuffer(b"".join(parts), np.uint8), offsets)


def _null(origin: Origin, name: str, row: int) -> Exception:
    return origin.error(
        f"the column {name!r} has a missing value",
        at=row,
        allowed="expected a name in each row",
        do="remove the row, or write an empty string for the parent of a node that has none",
    )


def _no_names(origin: Origin, name: str, found: str, row: int | None = None) -> Exception:
    return origin.error(
        f"the column {name!r} is {found}" if row is None else f"the column {name!r} has a row {found}",
        at=row,
        allowed="names are strings or integers",
        do="convert the column",
    )
