"""Parquet, with the extra ``parquet``: a row a node, vectors as lists of a fixed length."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from diskembed.errors import MissingExtraError, ReadError
from diskembed.exchange.content import Content
from diskembed.exchange.registry import Format, register
from diskembed.exchange.vectors import Vectors
from diskembed.graph.names import Names
from diskembed.models.types import Array
from diskembed.storage.atomic import replacing

__all__ = ["read_parquet", "write_parquet"]


def write_parquet(content: Content, path: Path) -> list[Path]:
    """Columns name and, for disks, center, radius, lift_outer and lift_inner; for others vector."""
    pa, pq = _arrow("writing Parquet files")
    columns: dict[str, Any] = {"name": pa.array(list(content.names), pa.string())}
    if content.form is None:
        columns["vector"] = _lists(pa, content.stored)
    else:
        columns |= {"center": _lists(pa, content.stored[:, :-1]), "radius": pa.array(content.stored[:, -1])}
    if content.lifts is not None:
        columns |= {"lift_outer": _lists(pa, content.lifts.A), "lift_inner": _lists(pa, content.lifts.B)}
    table = pa.table(columns).replace_schema_metadata({"diskembed": json.dumps(content.description())})
    with replacing(path) as file:
        pq.write_table(table, file)
    return [path]


def read_parquet(path: Path) -> Vectors:
    """Columns name, center (or vector) and radius; others are not read."""
    _, pq = _arrow("reading Parquet files")
    try:
        table = pq.read_table(path)
        center = "center" if "center" in table.column_names else "vector"
        points = np.array(table[center].to_pylist())
        names = Names.from_strings(table["name"].to_pylist())
        return Vectors(names, points, table["radius"].to_numpy())
    except FileNotFoundError:
        raise ReadError(path, "there is no such file", do="check the path") from None
    except Exception as error:  # damaged files raise nearly anything in there
        raise ReadError(
            path,
            f"no vectors can be read from it: {(str(error) or type(error).__name__).splitlines()[0]}",
            allowed="a Parquet table with columns name, center (or vector) and radius",
        ) from None


def _arrow(purpose: str) -> tuple[Any, Any]:
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise MissingExtraError(purpose, package="pyarrow", extra="parquet") from None
    return pa, pq


def _lists(pa: Any, values: Array) -> Any:
    return pa.FixedSizeListArray.from_arrays(pa.array(values.reshape(-1)), values.shape[1])


register(Format("parquet", "a Parquet table, a row a node", ".parquet", write_parquet, read_parquet))
