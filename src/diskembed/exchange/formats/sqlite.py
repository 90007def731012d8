"""sqlite, built with its mathematical functions: ``sqlite3 my.db < m.sqlite.sql``.

It has no vectors: each number of a lift is a column.
"""

from __future__ import annotations

from functools import partial

from diskembed.exchange.registry import Format, register
from diskembed.exchange.sql.script import Dialect, write_script

__all__ = ["SQLITE"]

SQLITE = Dialect(
    "sqlite",
    "REAL",
    largest=lambda terms: f"max({', '.join(terms)})" if len(terms) > 1 else terms[0],
    lift_columns=lambda width: [
        f"{side}_{i} REAL NOT NULL" for side in ("outer", "inner") for i in range(width)
    ],
    lift_values=lambda outer, inner: [repr(number) for lift in (outer, inner) for number in lift.tolist()],
    product=lambda width: " + ".join(f"a.outer_{i} * d.inner_{i}" for i in range(width)),
    band=lambda lifts: lifts.double,
)

register(
    Format(
        "sqlite",
        "SQL for sqlite: a table and a view of who contains whom",
        ".sqlite.sql",
        partial(write_script, SQLITE),
    )
)
