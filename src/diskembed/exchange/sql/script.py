"""A script that makes a table of disks and a view of who contains whom.

    SELECT ancestor, protrusion FROM containment WHERE descendant = 'dog' ORDER BY protrusion;

The view first asks the sign of one product of lifted vectors (where the geometry has them), with r >= s
beside it, for the sign takes the reverse too. Only pairs too near to zero for that are asked for their
distance. So its answers are those of the definition, whatever precision the database keeps vectors in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from diskembed.errors import ParameterError
from diskembed.exchange.content import Content
from diskembed.exchange.sql.view import view
from diskembed.models.types import Vector
from diskembed.query.lifts import Lifts
from diskembed.storage.atomic import replacing

__all__ = ["Dialect", "write_script"]

ROWS_A_STATEMENT = 200


@dataclass(frozen=True)
class Dialect:
    """How a database says what differs between them."""

    name: str
    number: str
    """The type of a float64."""
    largest: Callable[[list[str]], str]
    lift_columns: Callable[[int], Sequence[str]]
    """Definitions of the columns that keep lifts of that width."""
    lift_values: Callable[[Vector, Vector], Sequence[str]]
    """An outer and an inner lift as literals for those columns."""
    product: Callable[[int], str]
    """The inner product of ``a``'s outer and ``d``'s inner lift, of that width."""
    band: Callable[[Lifts], float]
    """Products this near to zero are too close to call in the precision of those columns."""
    opening: tuple[str, ...] = ()
    """Statements that come first."""
    unpacked: Callable[[int, int], str] | None = None
    """Where a row's numbers are given as one text: all columns out of the array ``v`` that it becomes.

    Its arguments are the widths of a centre and of a lift, 0 without lifts.
    """


def write_script(dialect: Dialect, content: Content, path: Path) -> list[Path]:
    """All in one transaction; it fails, and changes nothing, where the table is there already."""
    content.disks(dialect.name)
    _require_text(content, dialect)
    with replacing(path) as file:
        for line in _statements(dialect, content):
            file.write(f"{line}\n".encode())
    return [path]


def _statements(dialect: Dialect, content: Content) -> Iterator[str]:
    lifts, number, width = content.lifts, dialect.number, content.rows.shape[1] - 1
    columns = ["id integer PRIMARY KEY", "name text NOT NULL UNIQUE", f"radius {number} NOT NULL"]
    columns += [f"x_{i} {number} NOT NULL" for i in range(width)]
    if lifts is not None:
        columns += [f"reach {number} NOT NULL", f"size {number} NOT NULL"]
        columns += dialect.lift_columns(lifts.A.shape[1])
    yield f"-- {len(content.names):,} disks, for {dialect.name}; made by diskembed."
    yield "-- SELECT ancestor, protrusion FROM containment WHERE descendant = '...' ORDER BY protrusion;"
    yield from dialect.opening
    yield "BEGIN;"
    yield "CREATE TABLE disk (\n  " + ",\n  ".join(columns) + "\n);"
    for start in range(0, len(content.names), ROWS_A_STATEMENT):
        some = range(start, min(start + ROWS_A_STATEMENT, len(content.names)))
        yield _insertion(dialect, content, ",\n".join(_row(dialect, content, at) for at in some))
    yield view(dialect, content)
    yield "COMMIT;"


def _insertion(dialect: Dialect, content: Content, rows: str) -> str:
    if dialect.unpacked is None:
        return f"INSERT INTO disk VALUES\n{rows};"
    width = 0 if content.lifts is None else content.lifts.A.shape[1]
    columns = dialect.unpacked(content.rows.shape[1] - 1, width)
    given = f"(VALUES\n{rows}\n) AS given(id, name, numbers)"
    arrays = f"(SELECT id, name, CAST(numbers AS {dialect.number}[]) AS v FROM {given}) AS arrays"
    return f"INSERT INTO disk SELECT id, name, {columns} FROM {arrays};"


def _row(dialect: Dialect, content: Content, at: int) -> str:
    *centre, radius = content.rows[at].tolist()
    name = content.names[at].replace("'", "''")
    values, lifts = [repr(radius), *map(repr, centre)], content.lifts
    if lifts is not None:
        values += [repr(float(lifts.R[at])), repr(float(lifts.S[at]))]
        values += dialect.lift_values(lifts.A[at], lifts.B[at])
    numbers = ", ".join(values)
    return f"({at}, '{name}', {numbers})" if dialect.unpacked is None else f"({at}, '{name}', '[{numbers}]')"


def _require_text(content: Content, dialect: Dialect) -> None:
    unfit = next((name for name in content.names if "\0" in name), None)
    if unfit is not None:
        raise ParameterError(
            f"the name {unfit!r} holds a NUL", allowed=f"text without it, in {dialect.name}", do="rename it"
        )
