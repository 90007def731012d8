"""Parquet, with the extra ``parquet``: columns told by their names, or by the order of the only two."""

from __future__ import annotations

from diskembed.errors import DiskembedError, MissingExtraError
from diskembed.graph.raw import RawEdges
from diskembed.graph.read.columns import edges_of_columns, strings_of_arrow
from diskembed.graph.read.header import columns_of
from diskembed.graph.read.options import Options
from diskembed.graph.read.registry import Format, register
from diskembed.graph.read.source import Origin, Source


def read_parquet(source: Source, options: Options) -> RawEdges:
    """The two columns with names; others are not read."""
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise MissingExtraError("reading Parquet files", package="pyarrow", extra="parquet") from None
    origin = Origin(source.label, unit="row")
    content = source.content()
    try:
        with pq.ParquetFile(pa.BufferReader(pa.py_buffer(content))) as file:
            names = file.schema_arrow.names
            columns = columns_of(names, options.order, origin, always_header=True)
            parent, child = names[columns.parent], names[columns.child]
            table = file.read(columns=[parent, child])
        return edges_of_columns(
            strings_of_arrow(table[parent], parent, origin),
            strings_of_arrow(table[child], child, origin),
            origin,
        )
    except DiskembedError:
        raise
    except Exception as error:  # damaged files raise nearly anything in there
        reason = (str(error) or type(error).__name__).splitlines()[0]
        raise source.error(
            f"it cannot be read as Parquet ({reason})",
            allowed="expected a Parquet file",
            do="write it again, or pass the format that it has (on the command line --format)",
        ) from None


register(Format("parquet", "a Parquet table", read_parquet, endings=(".parquet", ".pq"), takes_order=True))
