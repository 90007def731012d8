"""Which column holds parents and which children: said by a header or by ``order``, never guessed.

A header is a first row in which one column is named ``child`` and one ``parent``, in upper or lower case and
perhaps after a ``#``. Where neither stands, one pair of these synonyms is as good:

    child    descendant  hyponym   subclass    subtype    narrower
    parent   ancestor    hypernym  superclass  supertype  broader

An ``id`` behind them (``child_id``, ``parentId``) changes nothing. ``source,target``, ``from,to``,
``src,dst`` and ``subject,object`` are known for headers too, but say nothing on direction; beside ``order``
they are skipped. Spaces and quotes around a name count: what is a header only without them is refused, and
so is ``id,parent``, so that neither becomes an edge in silence.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from diskembed.errors import ReadError
from diskembed.graph.read.options import Order
from diskembed.graph.read.source import Origin

__all__ = ["Columns", "columns_of"]

_CHILD = ("child", "descendant", "hyponym", "subclass", "subtype", "narrower")
_PARENT = ("parent", "ancestor", "hypernym", "superclass", "supertype", "broader")
_ID = re.compile(r"[ _-]?id$")
_AROUND = " \t\xa0\"'"
_VAGUE = ("id", "name", "node")
_NO_DIRECTION = ({"source", "target"}, {"from", "to"}, {"src", "dst"}, {"subject", "object"})
_SAY_IT = (
    'name two columns child and parent, or pass order="child,parent" or order="parent,child" '
    "(on the command line --order)"
)


@dataclass(frozen=True)
class Columns:
    """Where a table's two names stand, and whether its first row is a header."""

    count: int
    parent: int
    child: int
    has_header: bool

    @property
    def parent_first(self) -> bool:
        """Whether parents stand left of children."""
        return self.parent < self.child


def columns_of(
    cells: Sequence[str],
    order: Order | None,
    origin: Origin,
    *,
    at: int | None = None,
    always_header: bool = False,
) -> Columns:
    """What a first row, or with ``always_header`` a table's column names, says of its columns."""
    folded = [cell.lower() for cell in cells]
    if folded and not always_header:
        folded[0] = folded[0].removeprefix("#").lstrip()
    shown = ", ".join(repr(cell[:40]) for cell in cells[:8]) + (", ..." if len(cells) > 8 else "")
    named = _named(folded)
    if named is not None:
        _require_agreement(named, order, shown, origin, at)
        return Columns(len(cells), *named, has_header=True)
    if len(cells) == 2 and (order is None or not always_header) and _is_nearly_a_header(folded):
        raise origin.error(
            f"the columns are named {shown}",
            at=at,
            allowed="expected child and parent as names, with no space or quote around them",
            do="name them so, or put such a header above if this row is an edge",
        )
    if len(cells) != 2:
        raise origin.error(
            f"{_columns(len(cells))}, none of them plainly child and parent: {shown}",
            at=at,
            allowed="expected two columns, or a header that names one child and one parent",
            do=_hint(cells) or "add such a header, or keep two columns only",
        )
    if order is None:
        begin = "are" if always_header else "begin with"
        raise origin.error(
            f"nothing says which column is the parent; the columns {begin} {shown}",
            at=at,
            allowed="expected a header with child and parent, or an order",
            do=_SAY_IT,
        )
    parent = 0 if order == "parent,child" else 1
    return Columns(2, parent, 1 - parent, has_header=always_header or set(folded) in _NO_DIRECTION)


def _named(cells: Sequence[str]) -> tuple[int, int] | None:
    """Where the parent and the child column stand, where names say so without a doubt."""
    if cells.count("parent") == 1 and cells.count("child") == 1:
        return cells.index("parent"), cells.index("child")
    for names in (cells, [_ID.sub("", cell) for cell in cells]):
        parents = [i for i, name in enumerate(names) if name in _PARENT]
        children = [i for i, name in enumerate(names) if name in _CHILD]
        if len(parents) == len(children) == 1:
            return parents[0], children[0]
    return None


def _is_nearly_a_header(cells: Sequence[str]) -> bool:
    """Whether two cells would say it without what stands around them, or name a parent beside an id."""
    trimmed = [cell.strip(_AROUND) for cell in cells]
    if _named(trimmed) is not None:
        return True
    vague = [cell in _VAGUE for cell in trimmed]
    return sum(vague) == 1 and _ID.sub("", trimmed[vague.index(False)]) in (*_CHILD, *_PARENT)


def _require_agreement(
    named: tuple[int, int], order: Order | None, shown: str, origin: Origin, at: int | None
) -> None:
    said = "parent,child" if named[0] < named[1] else "child,parent"
    if order not in (None, said):
        raise _contradiction(order, said, shown, origin, at)


def _contradiction(order: str | None, said: str, shown: str, origin: Origin, at: int | None) -> ReadError:
    return origin.error(
        f"the columns are named {shown}, which contradicts order={order!r}",
        at=at,
        allowed=f"order={said!r}, or none",
        do="leave order out, or mend the names",
    )


def _columns(count: int) -> str:
    return "one column" if count == 1 else f"{count:,} columns"


def _hint(cells: Sequence[str]) -> str:
    """What gives away that these are no cells: a whole row in one, or several rows."""
    if any("\r" in cell for cell in cells):
        return "the lines look ended by carriage returns alone: end them with line feeds"
    if len(cells) != 1:
        return ""
    if cells[0].lstrip().startswith("<"):
        return "this looks like a web page or XML: fetch the table itself, or pass the format that it has"
    if cells[0].startswith("#"):
        return "comments are not part of the format: remove the lines that begin with #"
    for separator, advice in (
        ("\t", 'the columns look separated by tabs: pass format="tsv"'),
        (",", 'the columns look separated by commas: pass format="csv"'),
        (";", "the columns look separated by semicolons: write commas or tabs"),
        (" ", "the columns look separated by spaces: write tabs"),
    ):
        if separator in cells[0]:
            return advice
    return ""
