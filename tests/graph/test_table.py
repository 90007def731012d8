import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diskembed.graph import interning, table
from diskembed.graph.names import Names, encode

fields = st.lists(st.text("abc", max_size=3), max_size=400)


def numbered(strings):
    """A buffer, its fields' numbers, and the table."""
    blob, offsets = encode(strings)
    numbers = np.empty(len(strings), np.int32)
    return blob, numbers, interning.number_fields(blob, offsets[:-1], offsets[1:], numbers)


def names_in(blob, filled):
    return list(Names(*interning.gather_fields(blob, *table.spans(filled))))


@given(fields)
def test_names_are_numbered_by_first_appearance(strings):
    blob, numbers, filled = numbered(strings)
    known = {}
    assert numbers.tolist() == [known.setdefault(name, len(known)) for name in strings]
    assert names_in(blob, filled) == list(known)
    assert filled.size == len(known)


def test_growing_keeps_all_names():
    blob, offsets = encode(map(str, range(3000)))
    filled = table.empty_table(0)
    assert len(filled.slots) == 1024
    numbers = np.empty(3000, np.int64)
    filled = interning.number_fields(blob, offsets[:-1], offsets[1:], numbers)
    larger = table.grown(table.grown(filled))
    assert len(larger.slots) == 4 * len(filled.slots)
    for slots in (filled.slots, larger.slots):
        assert interning.find_fields(slots, blob, offsets, blob, offsets).tolist() == list(range(3000))
    assert names_in(blob, larger) == [str(i) for i in range(3000)]


@given(fields, fields)
def test_one_table_absorbs_another_as_if_both_were_read_at_once(first, second):
    blob, offsets = encode(first + second)
    halves = []
    for start, end in ((0, len(first)), (len(first), len(first) + len(second))):
        numbers = np.empty(end - start, np.int32)
        halves.append(
            (
                interning.number_fields(blob, offsets[start:end], offsets[start + 1 : end + 1], numbers),
                numbers,
            )
        )
    (one, numbers_one), (other, numbers_other) = halves
    together, renumbered = interning.absorbed(blob, one, other)
    _, expected, whole = numbered(first + second)
    assert [*numbers_one.tolist(), *renumbered[numbers_other].tolist()] == expected.tolist()
    assert names_in(blob, together) == names_in(blob, whole)


@given(st.lists(st.text("ab", max_size=9), max_size=100))
def test_names_with_the_same_hash_are_told_apart(strings):
    blob, offsets = encode(strings)
    places = np.array(
        [int(table.place_of(start, end)) for start, end in itertools.pairwise(offsets)],
        np.uint64,
    )
    numbers = np.empty(len(strings), np.int64)
    same = np.full(len(strings), 2**32 - 1, np.uint32)  # the last home: the search goes round
    size = table.number_block(blob, places, same, table.empty_table(0), 0, numbers)
    known = {}
    assert numbers.tolist() == [known.setdefault(name, len(known)) for name in strings]
    assert size == len(known)


@pytest.mark.parametrize("hashed", [0, 1, 2**31, 2**32 - 1])
@pytest.mark.parametrize("n_slots", [1024, 4096])
def test_a_home_is_the_hash_as_a_fraction(hashed, n_slots):
    assert table.home_of(np.uint32(hashed), n_slots) == hashed * n_slots // 2**32
