import csv
import io
import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diskembed.graph.read.quoted import AFTER_QUOTE, INSIDE, UNCLOSED, split_quoted

cell = st.text('ab",\n\té', max_size=5)


def split(text, begin=0):
    data = text.encode()
    return split_quoted(np.frombuffer(data, np.uint8), begin, ord(","))


def rows_of(fields):
    ends = [0, *fields.ends.tolist()]
    cells = [fields.blob[a:b].tobytes().decode() for a, b in itertools.pairwise(ends)]
    bounds = [*fields.row_fields.tolist(), len(cells)]
    return [cells[a:b] for a, b in itertools.pairwise(bounds)]


@given(
    st.lists(st.lists(cell, min_size=2, max_size=3), min_size=1),
    st.sampled_from(["\n", "\r\n"]),
    st.booleans(),
)
def test_what_python_writes_is_read_back(rows, end, quote_all):
    file = io.StringIO()
    csv.writer(file, lineterminator=end, quoting=csv.QUOTE_ALL if quote_all else csv.QUOTE_MINIMAL).writerows(
        rows
    )
    for text in (file.getvalue(), file.getvalue().removesuffix(end)):
        fields = split(text)
        assert fields.problem == 0
        assert rows_of(fields) == rows
        assert fields.widths.tolist() == [len(row) for row in rows]
        assert fields.first_row() == [name.encode() for name in rows[0]]


def test_rows_know_where_they_begin():
    text = '\n\r\n"a\n""b",c\r\n\nd,"e,f"\n'
    fields = split(text)
    assert rows_of(fields) == [['a\n"b', "c"], ["d", "e,f"]]
    assert fields.row_starts.tolist() == [3, text.index("d,")]
    starts, ends = fields.spans((0, 1), 1)
    assert [fields.blob[a:b].tobytes() for a, b in zip(starts, ends, strict=True)] == [b"d", b"e,f"]


@pytest.mark.parametrize(
    ("text", "problem", "at"),
    [
        ('a,b"c\n', INSIDE, 3),
        ('a,"b"c\n', AFTER_QUOTE, 5),
        ('a,"b" \n', AFTER_QUOTE, 5),
        ('a,"b"\rx\n', AFTER_QUOTE, 5),
        ('a,"b\nc,d\n', UNCLOSED, 2),
        ('"', UNCLOSED, 0),
        ('"a""', UNCLOSED, 0),
    ],
)
def test_misplaced_quotes(text, problem, at):
    fields = split(text)
    assert (fields.problem, fields.problem_at) == (problem, at)


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("", []),
        ("\n\r\n", []),
        ('""', [[""]]),
        ('"",', [["", ""]]),
        (",", [["", ""]]),
        ('a,"b"', [["a", "b"]]),
        ('"a","b"\r\n', [["a", "b"]]),
        ("a\r\n", [["a"]]),
        ("a,\r\n", [["a", ""]]),
        ('"\r\n","""\n"', [["\r\n", '"\n']]),
    ],
)
def test_edges_of_the_grammar(text, rows):
    assert rows_of(split(text)) == rows


@given(st.text('a",\n\r', max_size=30))
def test_any_text_is_cut_or_refused(text):
    fields = split(text)
    if not fields.problem:
        again = "".join(
            ",".join('"' + name.replace('"', '""') + '"' for name in row) + "\n" for row in rows_of(fields)
        )
        assert rows_of(split(again)) == rows_of(fields)
    else:
        assert text[fields.problem_at] != ""
        assert fields.problem in (INSIDE, AFTER_QUOTE, UNCLOSED)
