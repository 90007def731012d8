"""A growing table of names, as kernels fill it: which distinct names were met, and under which numbers.

It is an open-addressing array of 64-bit slots. A slot holds a name's 32-bit hash above its number plus one,
so that most misses are settled without touching the name's bytes; 0 is empty. The search begins where the
hash, as a fraction of 2^32, lies in the table: a table grows by one walk along its slots, in order.

Large tables live outside the cache, where waiting for memory is all the cost. Fields are therefore numbered
a block at a time: what a block will touch is asked for before any of it is looked at, so that the waits
overlap. Tables are allocated by NumPy and not in kernels, because NumPy asks for huge pages.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from diskembed.graph.csr import Ints
from diskembed.graph.words import Bytes, Index, equal_bytes, prefetch
from diskembed.jit import inlined, kernel

__all__ = [
    "BLOCK",
    "LONGEST",
    "Hashes",
    "Places",
    "Slots",
    "Table",
    "after",
    "empty_table",
    "grown",
    "has_room",
    "hash_in",
    "home_of",
    "number_block",
    "number_in",
    "place_of",
    "spans",
]

Slots = NDArray[np.uint64]
Hashes = NDArray[np.uint32]
Places = NDArray[np.uint64]

BLOCK = 128  # fields that are looked up together
_LENGTH_BITS = 24
LONGEST = (1 << _LENGTH_BITS) - 1
_LENGTH = np.uint64(LONGEST)
_SHIFT = np.uint64(_LENGTH_BITS)
_HALF = np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)
_EMPTY = np.uint64(0)


class Table(NamedTuple):
    """The ``size`` distinct names met so far: by number, where each first stood and its hash."""

    slots: Slots
    places: Places
    hashes: Hashes
    size: int


def empty_table(n_fields: int) -> Table:
    """A table for names out of so many fields; it may have to grow."""
    n_slots = max(1024, 1 << (n_fields // 2).bit_length())
    half = n_slots // 2
    return Table(np.zeros(n_slots, np.uint64), np.empty(half, np.uint64), np.empty(half, np.uint32), 0)


def grown(table: Table) -> Table:
    """The same names in twice the room."""
    slots = np.zeros(2 * len(table.slots), np.uint64)
    _spread(table.slots, slots)
    places, hashes = np.empty(len(table.slots), np.uint64), np.empty(len(table.slots), np.uint32)
    places[: table.size] = table.places[: table.size]
    hashes[: table.size] = table.hashes[: table.size]
    return Table(slots, places, hashes, table.size)


def spans(table: Table) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Where each name starts and ends."""
    places = table.places[: table.size]
    starts = (places >> _SHIFT).astype(np.int64)
    return starts, starts + (places & _LENGTH).astype(np.int64)


@inlined
def place_of(start: Index, end: Index) -> np.uint64:
    """A field as one word: its start, and its length of at most ``LONGEST``."""
    return np.uint64((np.uint64(start) << _SHIFT) | np.uint64(end - start))


@inlined
def home_of(hashed: np.uint32, n_slots: int) -> np.int64:
    """Where the search for a hash begins."""
    return np.int64((np.uint64(hashed) * np.uint64(n_slots)) >> _HALF)


@inlined
def after(at: np.int64, n_slots: int) -> np.int64:
    """The next slot, in a ring."""
    return np.int64(at + 1 if at + 1 < n_slots else 0)


@inlined
def number_in(slot: np.uint64) -> np.int64:
    """The number that a slot holds; -1 where it is empty."""
    return np.int64(slot & _LOW) - 1


@inlined
def hash_in(slot: np.uint64) -> np.uint32:
    """The hash that a slot holds."""
    return np.uint32(slot >> _HALF)


@kernel
def _spread(slots: Slots, larger: Slots) -> None:
    for slot in slots:
        if slot != _EMPTY:
            at = home_of(hash_in(slot), len(larger))
            while larger[at] != _EMPTY:
                at = after(at, len(larger))
            larger[at] = slot


@inlined
def probable_number(slots: Slots, hashed: np.uint32) -> np.int64:
    """What the first slot that a search looks into holds; 0 where that is nothing."""
    number = number_in(slots[home_of(hashed, len(slots))])
    return number if number >= 0 else np.int64(0)


@kernel
def warm(buffer: Bytes, hashes: Hashes, slots: Slots, places: Places) -> None:
    """Ask for all that looking these hashes up will touch: slots, then places, then the names themselves."""
    for hashed in hashes:
        prefetch(slots, home_of(hashed, len(slots)))
    for hashed in hashes:
        prefetch(places, probable_number(slots, hashed))
    for hashed in hashes:
        prefetch(buffer, np.int64(places[probable_number(slots, hashed)] >> _SHIFT))


@kernel
def number_block(
    buffer: Bytes, fields: Places, hashes: Hashes, table: Table, size: Index, numbers: Ints
) -> Index:
    """Number up to ``BLOCK`` fields and enter the new ones, for which there is room; returns the new size."""
    slots, places = table.slots, table.places
    warm(buffer, hashes, slots, places)
    for i in range(len(hashes)):
        hashed, field = hashes[i], fields[i]
        at = home_of(hashed, len(slots))
        found = np.int64(-1)
        while slots[at] != _EMPTY:
            if hash_in(slots[at]) == hashed:
                known = number_in(slots[at])
                place = places[known]
                if (place ^ field) & _LENGTH == _EMPTY and equal_bytes(
                    buffer,
                    np.int64(place >> _SHIFT),
                    buffer,
                    np.int64(field >> _SHIFT),
                    np.int64(field & _LENGTH),
                ):
                    found = known
                    break
            at = after(at, len(slots))
        if found < 0:
            found = np.int64(size)
            slots[at] = (np.uint64(hashed) << _HALF) | np.uint64(found + 1)
            places[found] = field
            table.hashes[found] = hashed
            size += 1
        numbers[i] = found
    return size


@inlined
def has_room(table: Table, size: Index) -> bool:
    """Whether a block of new names fits."""
    return bool(2 * (size + BLOCK) <= len(table.slots))
