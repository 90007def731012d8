"""Names and pairs from standard input, where an argument is ``-``."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from diskembed.errors import ReadError

__all__ = ["STDIN", "names_of", "pairs"]

STDIN = "-"
PLACE = "standard input"


def names_of(argument: str) -> list[str]:
    """The argument itself or, if it is ``-``, the lines of standard input."""
    return [line for _, line in _lines()] if argument == STDIN else [argument]


def pairs() -> tuple[list[str], list[str]]:
    """Ancestors and descendants: the two columns of tab-separated standard input."""
    above, below = [], []
    for number, line in _lines():
        fields = line.split("\t")
        if len(fields) != 2:
            raise ReadError(
                PLACE,
                f"{line!r} has {len(fields)} field{'s' if len(fields) > 1 else ''}",
                line=number,
                allowed="a line is an ancestor, a tab, and a descendant",
            )
        above.append(fields[0])
        below.append(fields[1])
    return above, below


def _lines() -> Iterator[tuple[int, str]]:
    """Lines with their numbers; empty ones are passed over."""
    for number, raw in enumerate(sys.stdin.buffer, 1):
        try:
            line = raw.decode("utf-8").rstrip("\r\n")
        except UnicodeDecodeError:
            raise ReadError(PLACE, "not UTF-8 text", line=number, do="convert it to UTF-8") from None
        if line:
            yield number, line
