"""Edges met one at a time, with the line of each."""

from __future__ import annotations

from array import array
from itertools import accumulate

import numpy as np

from diskembed.errors import ReadError
from diskembed.graph.names import Names
from diskembed.graph.raw import RawEdges
from diskembed.graph.read.scan import LONGEST_NAME
from diskembed.graph.read.source import Origin

__all__ = ["Collector"]


class Collector:
    """Numbers names as they come; a reader that works line by line hands them in here."""

    def __init__(self, origin: Origin) -> None:
        self._origin = origin
        self._numbers: dict[str, int] = {}
        self._encoded: list[bytes] = []
        self._parents, self._children, self._lines = array("q"), array("q"), array("q")

    def node(self, name: str, line: int | None = None) -> int:
        """The number of a name, given to it now if it is new."""
        number = self._numbers.get(name)
        if number is None:
            encoded = self._checked(name, line)
            number = self._numbers[name] = len(self._encoded)
            self._encoded.append(encoded)
        return number

    def edge(self, parent: str, child: str, line: int = 0) -> None:
        """One edge; the child is numbered first, as it stands first in most formats."""
        self._children.append(self.node(child, line))
        self._parents.append(self.node(parent, line))
        self._lines.append(line)

    def __contains__(self, name: str) -> bool:
        return name in self._numbers

    def raw(self) -> RawEdges:
        """All that was handed in; a graph without a node is refused."""
        if not self._encoded:
            raise self._origin.error(
                "it holds no node", allowed="expected at least one", do="check the path and the format"
            )
        offsets = np.fromiter(
            accumulate(map(len, self._encoded), initial=0), np.int64, len(self._encoded) + 1
        )
        names = Names(np.frombuffer(b"".join(self._encoded), np.uint8), offsets)
        parents, children = (np.array(side, dtype=np.int64) for side in (self._parents, self._children))
        origin, lines = self._origin, self._lines
        return RawEdges(names, parents, children, lambda edge: origin.place(lines[edge] or None))

    def _checked(self, name: str, line: int | None) -> bytes:
        try:
            encoded = name.encode()
        except UnicodeEncodeError:
            raise self._refused("a name with half a surrogate pair", line) from None
        if not encoded or len(encoded) > LONGEST_NAME or b"\0" in encoded:
            found = f"of {len(encoded):,} bytes" if b"\0" not in encoded else "with a zero byte"
            raise self._refused(f"a name {found}" if encoded else "an empty name", line)
        return encoded

    def _refused(self, found: str, line: int | None) -> ReadError:
        return self._origin.error(
            found,
            at=line,
            allowed=f"a name is Unicode text of 1 to {LONGEST_NAME:,} bytes",
            do="check that the file has the format that it is read as",
        )
