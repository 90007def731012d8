"""PostgreSQL with the extension pgvector: ``psql -f m.pgvector.sql``.

Its vectors are float32, so the band in which the distance decides is that of float32.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from diskembed.exchange.registry import Format, register
from diskembed.exchange.sql.script import Dialect, write_script
from diskembed.models.types import Vector

__all__ = ["PGVECTOR"]


def _values(outer: Vector, inner: Vector) -> Sequence[str]:
    return [f"'[{','.join(map(str, lift.astype(np.float32)))}]'" for lift in (outer, inner)]


PGVECTOR = Dialect(
    "pgvector",
    "double precision",
    largest=lambda terms: f"greatest({', '.join(terms)})",
    lift_columns=lambda width: [f"lift_{side} vector({width}) NOT NULL" for side in ("outer", "inner")],
    lift_values=_values,
    product=lambda width: "-(a.lift_outer <#> d.lift_inner)",
    band=lambda lifts: lifts.single,
    opening=("CREATE EXTENSION IF NOT EXISTS vector;",),
)

register(
    Format(
        "pgvector",
        "SQL for PostgreSQL with pgvector: a table and a view of who contains whom",
        ".pgvector.sql",
        partial(write_script, PGVECTOR),
    )
)
