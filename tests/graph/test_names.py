"""Names: any Unicode string, to a number and back, without an object per name."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diskembed.errors import GraphError, UnknownNameError
from diskembed.graph import interning
from diskembed.graph.names import Names, encode
from diskembed.graph.near import similar_fields, unshared_bytes

any_name = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
distinct_names = st.lists(any_name, unique=True, max_size=60)


@given(distinct_names)
def test_names_go_to_numbers_and_back(strings):
    names = Names.from_strings(strings)
    assert list(names) == strings == [names[i] for i in range(len(names))]
    assert [names.find(name) for name in strings] == list(range(len(strings)))
    assert names.find_all(reversed(strings)).tolist() == list(range(len(strings)))[::-1]
    assert len(names) == len(strings)


@given(distinct_names, any_name)
def test_a_stranger_is_not_found(strings, stranger):
    names = Names.from_strings([name for name in strings if name != stranger])
    assert names.find(stranger) == -1
    assert stranger not in names
    assert 3 not in names


@given(st.lists(any_name, max_size=80))
def test_interning_equals_a_dictionary(fields):
    blob, offsets = encode(fields)
    numbers, firsts, slots = interning.intern_fields(blob, offsets[:-1], offsets[1:])
    known: dict[str, int] = {}
    assert numbers.tolist() == [known.setdefault(name, len(known)) for name in fields]
    assert firsts.tolist() == [fields.index(name) for name in known]
    distinct = interning.gather_fields(blob, offsets[:-1][firsts], offsets[1:][firsts])
    assert list(Names(*distinct)) == list(known)
    assert interning.find_fields(slots, *distinct, blob, offsets).tolist() == numbers.tolist()


def test_the_table_grows_past_its_first_size():
    names = Names.numbered(100_000)
    assert names.find_all(["0", "99999", "100000", "-1", "007"]).tolist() == [0, 99_999, -1, -1, -1]


@pytest.mark.parametrize("count", [0, 1, 9, 10, 11, 100, 12_345])
def test_numbered_names_are_decimals(count):
    assert list(Names.numbered(count)) == [str(i) for i in range(count)]


def test_ten_million_names_make_no_object_each():
    names = Names.numbered(10_000_000)
    assert names[9_999_999] == "9999999"
    assert names.blob.nbytes + names.offsets.nbytes < 200e6
    assert names[np.array([7, 9_000_000])] == Names.from_strings(["7", "9000000"])


def test_equal_names_have_equal_hashes():
    some, same = Names.from_strings(["dog", "cat"]), Names.from_strings(iter(["dog", "cat"]))
    assert {some: 1}[same] == 1
    assert some != Names.from_strings(["cat", "dog"])


def test_slices_arrays_and_negative_numbers_index_like_a_list():
    names = Names.from_strings("abcd")
    assert list(names[1:3]) == ["b", "c"]
    assert list(names[np.array([3, 0])]) == ["d", "a"]
    assert names[-1] == "d"
    with pytest.raises(IndexError, match="node 4 of 4"):
        names[4]


def test_a_missing_name_is_answered_with_near_ones():
    names = Names.from_strings(["dog.n.01", "cat.n.01"])
    with pytest.raises(
        UnknownNameError, match=r"no node is named 'dog.n.1'; did you mean 'dog.n.01'"
    ) as error:
        names.number("dog.n.1")
    assert error.value.near[0] == "dog.n.01"
    assert isinstance(error.value, KeyError)


def test_a_repeated_name_is_refused_with_both_places():
    with pytest.raises(GraphError, match="the name 'b' stands at 1 and again at 3"):
        Names.from_strings("abcb")


def test_what_is_no_unicode_string_is_refused():
    with pytest.raises(GraphError, match="cannot be written as UTF-8"):
        Names.from_strings(["\ud800"])
    for name, kind in ((3, "int"), (None, "NoneType"), (b"a", "bytes"), (np.int64(3), "int64")):
        with pytest.raises(GraphError, match=f"was given as a name, a {kind}; .*turn names into strings"):
            Names.from_strings(["a", name])


def test_equality_is_by_content_and_repr_is_short():
    assert Names.from_strings("ab") == Names.from_strings("ab") != Names.from_strings("ba")
    assert Names.from_strings("ab") != ["a", "b"]
    assert repr(Names.from_strings("abcd")) == "Names('a', 'b', 'c', ...; 4 in all)"


@given(st.lists(st.text(max_size=6), unique=True, max_size=30), st.text(max_size=6))
def test_a_look_at_letters_alone_is_what_counting_them_says(names, wanted):
    blob, offsets = encode(names)
    counts = np.bincount(np.frombuffer(wanted.encode(), np.uint8), minlength=256)
    asked = Counter(wanted.encode())
    expected = []
    for name in names:
        has = Counter(name.encode())
        expected.append(((has - asked) + (asked - has)).total())
    assert unshared_bytes(blob, offsets, counts).tolist() == expected
    for most in (1, 5, 100):
        chosen = similar_fields(blob, offsets, wanted.encode(), most).tolist()
        kept = sorted(expected)[:most]
        assert sorted(expected[i] for i in chosen) == kept
        assert len(set(chosen)) == len(kept)


def test_the_near_ones_among_very_many_are_found_among_others_too():
    names = Names.numbered(200_000)
    assert names.near("123x45")[0] == "12345"
    assert names.near("dogg.n.01", ["dog.n.01", "cat.n.01"]) == ["dog.n.01"]
    assert names.near("\ud800") == []
    with pytest.raises(UnknownNameError, match="did you mean '199999'"):
        names.number("1999999")
