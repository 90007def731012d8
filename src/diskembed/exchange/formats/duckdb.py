"""DuckDB: ``duckdb my.db < m.duckdb.sql``. Its arrays are float64, as the lifts are."""

from __future__ import annotations

from functools import partial

from diskembed.exchange.registry import Format, register
from diskembed.exchange.sql.script import Dialect, write_script

__all__ = ["DUCKDB"]

DUCKDB = Dialect(
    "duckdb",
    "DOUBLE",
    largest=lambda terms: f"greatest({', '.join(terms)})",
    lift_columns=lambda width: [f"lift_{side} DOUBLE[{width}] NOT NULL" for side in ("outer", "inner")],
    lift_values=lambda outer, inner: [f"[{', '.join(map(repr, lift.tolist()))}]" for lift in (outer, inner)],
    product=lambda width: "array_inner_product(a.lift_outer, d.lift_inner)",
    band=lambda lifts: lifts.double,
)

register(
    Format(
        "duckdb",
        "SQL for DuckDB: a table and a view of who contains whom",
        ".duckdb.sql",
        partial(write_script, DUCKDB),
    )
)
