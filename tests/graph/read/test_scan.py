import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diskembed.graph import words
from diskembed.graph.read import scan
from diskembed.graph.read.chunks import line_end, number_pairs, number_rows

tables = st.lists(
    st.sampled_from(["a", "b", "long name", "\t", "\n", "\r\n", "\r", ",", "é", "x" * 20]), max_size=60
)


def array(text):
    return np.frombuffer(text if isinstance(text, bytes) else text.encode(), np.uint8)


def layout(count=2, left=0, right=1):
    return scan.Layout(words.repeated(ord("\t")), count, left, right)


def naive_rows(text, begin):
    """Each row that is not blank, with its position and its line."""
    rows = []
    at, line = begin, text[:begin].count(b"\n")
    for content in text[begin:].split(b"\n"):
        plain = content.removesuffix(b"\r")
        if plain:
            rows.append((plain.split(b"\t"), at, line))
        at += len(content) + 1
        line += 1
    return rows


def naive_table(text, begin, count, left, right):
    """Names by first appearance, pairs of numbers, and where the first bad row is."""
    known = {}
    pairs = []
    for cells, at, _ in naive_rows(text, begin):
        if len(cells) != count:
            return known, pairs, at
        pairs.append([known.setdefault(cells[i], len(known)) for i in (left, right)])
    return known, pairs, -1


@given(tables, st.sampled_from([(2, 0, 1), (3, 0, 2), (3, 1, 2), (4, 1, 2)]), st.integers(0, 5))
def test_rows_are_cut_and_numbered(parts, shape, begin):
    text = "".join(parts).encode()
    begin = min(begin, len(text))
    numbers = np.empty(2 * text.count(b"\n") + 2, np.int32)
    table, done, bad = scan.scan_rows(array(text), begin, len(text), layout(*shape), numbers)
    known, pairs, expected_bad = naive_table(text, begin, *shape)
    assert bad == expected_bad
    assert numbers[:done].reshape(-1, 2).tolist() == pairs
    assert table.size == len(known)


@given(st.lists(st.tuples(st.text("ab \r", max_size=9), st.text("abé", max_size=30)), max_size=40), st.data())
def test_the_number_of_parts_changes_nothing(pairs, data):
    text = "".join(f"x{left}\t{right}y\r\n" for left, right in pairs).encode()
    whole = number_rows(array(text), 0, layout(), n_parts=1)
    parts = number_rows(array(text), 0, layout(), n_parts=data.draw(st.integers(2, 9)))
    known, expected, _ = naive_table(text, 0, 2, 0, 1)
    assert list(whole.names) == list(parts.names) == [name.decode() for name in known]
    assert whole.left.tolist() == parts.left.tolist() == [left for left, _ in expected]
    assert whole.right.tolist() == parts.right.tolist() == [right for _, right in expected]


@given(st.lists(st.text("ab", max_size=3), max_size=60), st.integers(1, 9))
def test_pairs_of_fields_in_parts(strings, n_parts):
    strings = strings[: len(strings) // 2 * 2]
    ends = np.cumsum([len(name) for name in strings], dtype=np.int64)
    starts = ends - [len(name) for name in strings]
    table = number_pairs(array("".join(strings)), starts, ends, n_parts)
    known = {}
    numbers = [known.setdefault(name, len(known)) for name in strings]
    assert list(table.names) == list(known)
    assert (table.left.tolist(), table.right.tolist()) == (numbers[0::2], numbers[1::2])


@pytest.mark.parametrize("n_parts", [1, 2, 5])
def test_the_first_bad_row_is_told(n_parts):
    text = b"a\tb\n" * 50 + b"bad\n" + b"a\tb\n" * 50 + b"x\ty\tz\n"
    assert number_rows(array(text), 0, layout(), n_parts).bad_row == 200


def test_a_table_larger_than_the_first_hash_table():
    text = "".join(f"node{i}\tnode{i // 2}\n" for i in range(1, 20_000)).encode()
    table = number_rows(array(text), 0, layout(), n_parts=3)
    known, pairs, _ = naive_table(text, 0, 2, 0, 1)
    assert list(table.names) == [name.decode() for name in known]
    assert np.stack([table.left, table.right], axis=1).tolist() == pairs


def test_a_name_may_be_as_long_as_the_limit_and_no_longer():
    for length, bad_row in ((scan.LONGEST_NAME, -1), (scan.LONGEST_NAME + 1, 4)):
        text = b"a\tb\n" + b"x" * length + b"\ty\n"
        assert number_rows(array(text), 0, layout()).bad_row == bad_row


@given(tables, st.integers(0, 5), st.data())
def test_lines_are_counted_like_in_an_editor(parts, begin, data):
    text = "".join(parts).encode()
    begin = min(begin, len(text))
    rows = naive_rows(text, begin)
    if rows:
        row = data.draw(st.integers(0, len(rows) - 1))
        assert scan.line_of_row(array(text), begin, row) == rows[row][2]


@given(st.binary(max_size=60), st.integers(0, 255))
def test_bytes_are_counted(data, byte):
    assert scan.count_byte(array(data), byte) == data.count(byte)


@given(st.text("ab\n", max_size=60), st.integers(0, 60), st.integers(1, 9))
def test_the_end_of_a_line(text, at, step):
    found = text.find("\n", at)
    at = min(at, len(text))
    assert line_end(array(text), at, step) == (found if found >= 0 else len(text))
