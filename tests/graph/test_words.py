import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from diskembed.graph import words
from diskembed.jit import kernel

some_bytes = st.binary(max_size=40)


def array(data):
    return np.frombuffer(data, np.uint8).copy()


@given(some_bytes, st.integers(0, 40))
def test_a_word_is_eight_bytes_the_first_lowest_and_zeros_past_the_end(data, at):
    at = min(at, len(data))
    assert int(words.word_at(array(data), at)) == int.from_bytes(data[at : at + 8].ljust(8, b"\0"), "little")


@given(st.binary(min_size=8, max_size=8))
def test_the_lowest_zero_byte_is_found(data):
    hits = int(words.zero_bytes(np.uint64(words.word_at(array(data), 0))))
    lowest = (hits & -hits).bit_length() // 8 - 1 if hits else -1
    assert lowest == data.find(0)


@kernel
def zeros_below(word):
    return words.trailing_zeros(word)


@given(st.integers(0, 63), st.integers(0, 2**64 - 1))
def test_trailing_zeros(place, above):
    word = (above << (place + 1) | 1 << place) & (2**64 - 1)
    assert zeros_below(np.uint64(word)) == place


@given(st.integers(0, 255))
def test_a_byte_is_repeated(byte):
    assert int(words.repeated(byte)).to_bytes(8, "little") == bytes([byte]) * 8


@given(st.integers(0, 2**64 - 1), st.integers(0, 63))
def test_low_bits_are_kept(word, count):
    assert int(words.keep_low(np.uint64(word), np.uint64(count))) == word % 2**count


@given(some_bytes, some_bytes, some_bytes, st.booleans())
def test_equal_bytes_anywhere(field, before, after, change):
    there = before + field + after
    other = bytearray(field)
    if change and field:
        other[len(before) % len(field)] ^= 1
    same = words.equal_bytes(array(there), len(before), array(bytes(other)), 0, len(field))
    assert same == (bytes(other) == field)


@given(some_bytes, some_bytes, some_bytes)
def test_a_hash_depends_on_the_bytes_and_not_on_where_they_stand(field, before, after):
    alone = words.hash_field(array(field), 0, len(field))
    assert words.hash_field(array(before + field + after), len(before), len(before) + len(field)) == alone


def test_hashes_of_similar_names_differ():
    names = [b"n%d" % i for i in range(50_000)] + [b"\0" * i for i in range(100)]
    hashes = {int(words.hash_field(array(name), 0, len(name))) for name in names}
    assert len(hashes) > len(names) - 6  # two of 50,100 random 32-bit numbers are equal 0.3 times
