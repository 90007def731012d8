"""From the numbered rows of a table to edges: what an empty name means, and which names are refused."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from diskembed.graph.csr import Ints
from diskembed.graph.names import Names
from diskembed.graph.raw import RawEdges
from diskembed.graph.read.scan import LONGEST_NAME
from diskembed.graph.read.source import Origin

__all__ = ["edges_of_rows"]


def edges_of_rows(
    names: Names, parents: Ints, children: Ints, origin: Origin, line_of: Callable[[int], int]
) -> RawEdges:
    """Edges of rows; ``line_of(row)`` says where one stands.

    An empty parent makes its child a node without adding an edge; an empty child is refused.
    """
    lengths = np.diff(names.offsets)
    _refuse_bad_names(names, lengths, parents, children, origin, line_of)
    empty = np.flatnonzero(lengths == 0)
    if not len(empty):
        return RawEdges(names, parents, children, lambda edge: origin.place(line_of(edge)))
    nameless = np.flatnonzero(children == empty[0])
    if len(nameless):
        raise origin.error(
            "the child has no name",
            at=line_of(int(nameless[0])),
            allowed="a parent may be empty (its child is then a node without an edge), a child may not",
            do="fill it in or remove it",
        )
    kept = np.flatnonzero(parents != empty[0])
    return RawEdges(
        names[np.flatnonzero(lengths)],
        _without(parents[kept], int(empty[0])),
        _without(children[kept], int(empty[0])),
        lambda edge: origin.place(line_of(int(kept[edge]))),
    )


def _without(numbers: Ints, gone: int) -> Ints:
    """The numbers after one that none of them is has gone."""
    return numbers - (numbers > gone).astype(numbers.dtype)


def _refuse_bad_names(
    names: Names,
    lengths: Ints,
    parents: Ints,
    children: Ints,
    origin: Origin,
    line_of: Callable[[int], int],
) -> None:
    bad = _bad_name(names, lengths)
    if bad is None:
        return
    number, found, do = bad
    row = int(np.flatnonzero((parents == number) | (children == number))[0])
    raise origin.error(
        found, at=line_of(row), allowed=f"names are UTF-8 text of at most {LONGEST_NAME:,} bytes", do=do
    )


def _bad_name(names: Names, lengths: Ints) -> tuple[int, str, str] | None:
    """A name that is none, what is wrong with it, and what to do."""
    blob, starts = names.blob, names.offsets
    longest = int(lengths.argmax()) if len(lengths) else 0
    if len(lengths) and lengths[longest] > LONGEST_NAME:
        return longest, f"a name of {lengths[longest]:,} bytes", "check that this is a table of names"

    def holder(byte: int) -> int:
        return int(np.searchsorted(starts, byte, side="right")) - 1

    if len(blob) and blob.min() == 0:
        return holder(int(blob.argmin())), "a name with a zero byte", "check that this is a text file"
    if not len(blob) or blob.max() < 0x80:
        return None
    advice = "convert the file, as in: iconv -f latin1 -t utf-8"
    try:
        blob.tobytes().decode()
    except UnicodeDecodeError as error:
        return holder(error.start), "bytes that are not UTF-8", advice
    split = np.flatnonzero((blob[starts[:-1][lengths > 0]] & 0xC0) == 0x80)
    if len(split):  # names that are valid only when read as one
        return int(np.flatnonzero(lengths)[split[0]]), "bytes that are not UTF-8", advice
    return None
