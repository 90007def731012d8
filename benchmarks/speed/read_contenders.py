"""Readers of tables, each in its quickest way to strings and to numbers that was found by trying.

polars: a join with the unique names was slower than its categories; pyarrow: reading dictionaries at once and
unifying them was slower than encoding afterwards; pandas: so was ``engine="pyarrow"``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb
import pandas
import polars
import pyarrow
from pyarrow import csv

from diskembed import read
from diskembed.graph.read.options import Options
from diskembed.graph.read.registry import find_format
from diskembed.graph.read.source import Source

_TABS = csv.ParseOptions(delimiter="\t")


@dataclass(frozen=True)
class Contender:
    """``run`` is what is timed; ``count`` takes rows of a raw table, or distinct names, off its result."""

    kind: str
    run: Callable[[Path], Any]
    count: Callable[[Any], int] = len
    how: str = ""
    ours: bool = False


def _ours_numbered(path: Path) -> Any:
    format_, source = find_format(Source.of(path), None)
    return format_.read(source, Options())


def _polars_numbered(path: Path) -> Any:
    names = polars.concat(polars.read_csv(path, separator="\t").get_columns()).cast(polars.Categorical)
    return names.to_physical()


def _pandas_numbered(path: Path) -> Any:
    table = pandas.read_csv(path, sep="\t")
    return pandas.factorize(pandas.concat([table["child"], table["parent"]]))


def _pyarrow_numbered(path: Path) -> Any:
    columns = csv.read_csv(path, parse_options=_TABS).columns
    return pyarrow.chunked_array([chunk for column in columns for chunk in column.chunks]).dictionary_encode()


def _duckdb_raw(path: Path) -> Any:
    return duckdb.sql(f"SELECT * FROM read_csv('{path}', delim='\t', header=true)").to_arrow_table()


def _duckdb_numbered(path: Path) -> Any:
    with duckdb.connect() as database:
        database.execute(f"CREATE TABLE e AS SELECT * FROM read_csv('{path}', delim='\t', header=true)")
        database.execute(
            "CREATE TABLE n AS SELECT name, row_number() OVER () - 1 AS id "
            "FROM (SELECT child AS name FROM e UNION SELECT parent FROM e)"
        )
        edges = database.sql(
            "SELECT a.id AS child, b.id AS parent FROM e "
            "JOIN n a ON e.child = a.name JOIN n b ON e.parent = b.name"
        )
        return database.sql("SELECT name FROM n").to_arrow_table(), edges.to_arrow_table()


CONTENDERS = {
    "diskembed": Contender(
        "numbered",
        _ours_numbered,
        lambda raw: len(raw.names),
        "names, and edges between their numbers",
        ours=True,
    ),
    "diskembed DAG": Contender(
        "numbered", read, how="checked for cycles, with neighbours both ways", ours=True
    ),
    "polars": Contender("raw", lambda path: polars.read_csv(path, separator="\t")),
    "pyarrow": Contender("raw", lambda path: csv.read_csv(path, parse_options=_TABS)),
    "pandas": Contender("raw", lambda path: pandas.read_csv(path, sep="\t")),
    "duckdb": Contender("raw", _duckdb_raw, how="to an Arrow table"),
    "polars, categories": Contender(
        "numbered", _polars_numbered, lambda codes: int(codes.n_unique()), "one categorical column"
    ),
    "pyarrow, dictionary": Contender(
        "numbered", _pyarrow_numbered, lambda names: len(names.chunk(0).dictionary), "dictionary_encode"
    ),
    "pandas, factorize": Contender("numbered", _pandas_numbered, lambda factors: len(factors[1])),
    "duckdb, join": Contender(
        "numbered", _duckdb_numbered, lambda tables: len(tables[0]), "with the distinct names"
    ),
}
