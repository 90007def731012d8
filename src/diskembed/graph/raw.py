"""Edges as a reader found them: numbered names and pairs, with duplicates, loops and cycles still in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from diskembed.errors import CycleError, GraphError
from diskembed.graph.csr import Ints
from diskembed.graph.interning import gather_fields, intern_fields
from diskembed.graph.names import Names, encode

__all__ = ["RawEdges"]


def _nowhere(edge: int) -> str:
    return ""


@dataclass(frozen=True, eq=False)
class RawEdges:
    """What every reader returns. ``locate(i)`` says where edge ``i`` stood, as ``"edges.tsv, line 3"``."""

    names: Names
    ancestors: Ints
    descendants: Ints
    locate: Callable[[int], str] = field(default=_nowhere)

    @classmethod
    def from_pairs(
        cls,
        pairs: Iterable[tuple[str, str]],
        nodes: Iterable[str] = (),
        locate: Callable[[int], str] = _nowhere,
    ) -> RawEdges:
        """(ancestor, descendant) strings; ``nodes`` come first and may have no edge."""
        alone = list(nodes)
        strings = [*alone]
        for pair in pairs:
            if (
                isinstance(pair, str | bytes | Set | Mapping)
                or not hasattr(pair, "__len__")
                or len(pair) != 2
            ):
                raise GraphError(
                    f"an edge is {pair!r}",
                    allowed="an edge is a pair of names, (ancestor, descendant)",
                    do="give a list of pairs",
                )
            strings.extend(pair)
        blob, offsets = encode(strings)
        return cls.from_fields(blob, offsets[:-1], offsets[1:], n_alone=len(alone), locate=locate)

    @classmethod
    def from_fields(
        cls,
        buffer: NDArray[np.uint8],
        starts: NDArray[np.int64],
        ends: NDArray[np.int64],
        *,
        n_alone: int = 0,
        locate: Callable[[int], str] = _nowhere,
    ) -> RawEdges:
        """Fields of a byte buffer: ``n_alone`` single names, then ancestor, descendant in turns."""
        numbers, firsts, _ = intern_fields(buffer, starts, ends)
        names = Names(*gather_fields(buffer, starts[firsts], ends[firsts]))
        return cls(names, numbers[n_alone::2], numbers[n_alone + 1 :: 2], locate)

    @classmethod
    def from_numbers(
        cls, ancestors: Ints, descendants: Ints, names: Names, locate: Callable[[int], str] = _nowhere
    ) -> RawEdges:
        """Numbers that index ``names``; refused where they point outside."""
        for side in (ancestors, descendants):
            outside = np.flatnonzero((side < 0) | (side >= len(names)))
            if len(outside):
                raise GraphError(
                    f"{place(locate, int(outside[0]))}an edge names node {int(side[outside[0]])}",
                    allowed=f"nodes are numbered 0 to {len(names) - 1}",
                    do="give n_nodes, or names for all nodes",
                )
        return cls(names, ancestors, descendants, locate)

    def refuse_loops(self) -> None:
        """Raise on the first edge from a node to itself."""
        loops = np.flatnonzero(self.ancestors == self.descendants)
        if len(loops):
            name = self.names[int(self.ancestors[loops[0]])]
            raise CycleError([name, name], where=place(self.locate, int(loops[0])))


def place(locate: Callable[[int], str], edge: int) -> str:
    """Where an edge stood, ready to stand before a message."""
    where = locate(edge)
    return f"{where}: " if where else ""
