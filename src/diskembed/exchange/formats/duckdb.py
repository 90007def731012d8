"""DuckDB: ``duckdb my.db < m.duckdb.sql``. Its arrays are float64, as the lifts are.

It takes long over each number that stands in a statement by itself, so that a row's are given as one text.
"""

from __future__ import annotations

from functools import partial

from diskembed.exchange.registry import Format, register
from diskembed.exchange.sql.script import Dialect, write_script

__all__ = ["DUCKDB"]


def _columns(width: int, lifted: int) -> str:
    """Radius, centre, and with lifts reach and size and both lifts, of an array that counts from 1."""
    numbers = [f"v[{k}]" for k in range(1, width + (4 if lifted else 2))]
    first = len(numbers) + 1
    lifts = [f"v[{k}:{k + lifted - 1}]::DOUBLE[{lifted}]" for k in (first, first + lifted) if lifted]
    return ", ".join([*numbers, *lifts])


DUCKDB = Dialect(
    "duckdb",
    "DOUBLE",
    largest=lambda terms: f"greatest({', '.join(terms)})",
    lift_columns=lambda width: [f"lift_{side} DOUBLE[{width}] NOT NULL" for side in ("outer", "inner")],
    lift_values=lambda outer, inner: [repr(number) for lift in (outer, inner) for number in lift.tolist()],
    product=lambda width: "array_inner_product(a.lift_outer, d.lift_inner)",
    band=lambda lifts: lifts.double,
    unpacked=_columns,
)

register(
    Format(
        "duckdb",
        "SQL for DuckDB: a table and a view of who contains whom",
        ".duckdb.sql",
        partial(write_script, DUCKDB),
    )
)
