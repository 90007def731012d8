"""Names of nodes: any Unicode strings, held as one UTF-8 blob with offsets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from diskembed.errors import MOST_COMPARED, GraphError, UnknownNameError, near_names
from diskembed.graph.interning import find_fields, gather_fields, intern_fields
from diskembed.graph.near import similar_fields

__all__ = ["Names"]


class Names(Sequence[str]):
    """Distinct names, numbered from 0; ten million of them cost their bytes, not ten million objects.

    ``names[i]`` is a string, ``names[array]`` another ``Names``; ``find`` answers -1 for a stranger,
    ``number`` raises with the near ones.
    """

    __slots__ = ("__dict__", "blob", "offsets")

    def __init__(self, blob: NDArray[np.uint8], offsets: NDArray[np.int64]) -> None:
        self.blob = blob
        self.offsets = offsets

    @classmethod
    def from_strings(cls, strings: Iterable[str]) -> Names:
        """Names in the order given; a repeated one is refused."""
        names = cls(*encode(strings))
        names.require_distinct()
        return names

    @classmethod
    def numbered(cls, count: int) -> Names:
        """The decimal names ``0 .. count-1`` of a graph that came with numbers alone."""
        values = np.arange(count, dtype=np.int64)
        widths = np.ones(count, np.int64)
        power = 10
        while power < count:
            widths += values >= power
            power *= 10
        offsets = np.zeros(count + 1, np.int64)
        np.cumsum(widths, out=offsets[1:])
        blob = np.empty(offsets[-1], np.uint8)
        for place in range(int(widths.max(initial=0))):
            has = widths > place
            blob[offsets[1:][has] - 1 - place] = values[has] % 10 + ord("0")
            values //= 10
        return cls(blob, offsets)

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @overload
    def __getitem__(self, at: int) -> str: ...
    @overload
    def __getitem__(self, at: slice | NDArray[np.integer]) -> Names: ...
    def __getitem__(self, at: int | slice | NDArray[np.integer]) -> str | Names:
        if isinstance(at, slice):
            return self.take(np.arange(len(self))[at])
        if isinstance(at, np.ndarray) and at.ndim:
            return self.take(at)
        number = int(at)
        if not -len(self) <= number < len(self):
            raise IndexError(f"node {number} of {len(self)}")
        number %= len(self)
        return bytes(self.blob[self.offsets[number] : self.offsets[number + 1]]).decode()

    def __iter__(self) -> Iterator[str]:
        data = self.blob.tobytes()
        bounds = self.offsets.tolist()
        for start, end in pairwise(bounds):
            yield data[start:end].decode()

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self.find(name) >= 0

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Names):
            return NotImplemented
        return np.array_equal(self.offsets, other.offsets) and np.array_equal(self.blob, other.blob)

    def __hash__(self) -> int:
        return hash(len(self))

    def __repr__(self) -> str:
        shown = ", ".join(repr(self[i]) for i in range(min(3, len(self))))
        return f"Names({shown}{', ...' if len(self) > 3 else ''}; {len(self):,} in all)"

    def take(self, numbers: ArrayLike) -> Names:
        """The names of these numbers, in this order."""
        at = np.asarray(numbers, dtype=np.int64)
        return Names(*gather_fields(self.blob, self.offsets[:-1][at], self.offsets[1:][at]))

    def find(self, name: str) -> int:
        """The number of a name, or -1."""
        return int(self.find_all([name])[0])

    def find_all(self, names: Iterable[str]) -> NDArray[np.int64]:
        """The number of each name, -1 for a stranger."""
        return find_fields(self._slots, self.blob, self.offsets, *encode(names))

    def number(self, name: str) -> int:
        """The number of a name that has to be there."""
        number = self.find(name)
        if number < 0:
            raise UnknownNameError(name, near=self.near(name))
        return number

    def near(self, name: str, others: Iterable[str] = ()) -> list[str]:
        """The closest to a misspelt name, best first, of these names and ``others``."""
        wanted = name.encode(errors="replace")
        return near_names(
            name, [*self[similar_fields(self.blob, self.offsets, wanted, MOST_COMPARED)], *others]
        )

    def require_distinct(self) -> None:
        """Refuse a name that stands twice."""
        numbers, firsts, slots = intern_fields(self.blob, self.offsets[:-1], self.offsets[1:])
        if len(firsts) < len(self):
            again = int(np.flatnonzero(numbers < np.arange(len(self)))[0])
            raise GraphError(
                f"the name {self[again]!r} stands at {int(firsts[numbers[again]])} and again at {again}",
                allowed="each node has a name of its own",
                do="remove or rename one of them",
            )
        self.__dict__["_slots"] = slots

    @cached_property
    def _slots(self) -> NDArray[np.uint64]:
        return intern_fields(self.blob, self.offsets[:-1], self.offsets[1:])[2]


def encode(strings: Iterable[str]) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Strings as one UTF-8 blob and offsets; lone surrogates are refused."""
    try:
        parts = [name.encode() for name in strings]
    except UnicodeEncodeError as error:
        raise GraphError(
            f"a name cannot be written as UTF-8: {error}", allowed="a name is any Unicode string"
        ) from None
    except AttributeError as error:
        raise GraphError(
            f"{error.obj!r:.60} was given as a name, a {type(error.obj).__name__}",
            allowed="a name is any Unicode string",
            do="turn names into strings, or give numbers to DAG.from_arrays",
        ) from None
    offsets = np.zeros(len(parts) + 1, np.int64)
    np.cumsum(np.fromiter(map(len, parts), np.int64, len(parts)), out=offsets[1:])
    return np.frombuffer(b"".join(parts), np.uint8), offsets
