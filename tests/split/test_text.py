"""Pairs as lines, and back."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diskembed.split.pairs import Pairs
from diskembed.split.text import format_pairs, parse_pairs

numbers = st.integers(0, 2**31 - 1)


def parsed(text, n_nodes=2**31):
    lines = text.count(b"\n") + (text != b"" and not text.endswith(b"\n"))
    pairs = Pairs.empty(lines, n_nodes=2**40)
    wrong = parse_pairs(np.frombuffer(text, np.uint8), pairs.ancestors, pairs.descendants, n_nodes)
    return wrong if wrong >= 0 else list(pairs)


@given(st.lists(st.tuples(numbers, numbers)))
def test_lines_are_what_python_would_write_and_read_back(rows):
    pairs = Pairs.of([a for a, _ in rows], [d for _, d in rows])
    text = format_pairs(pairs.ancestors, pairs.descendants).tobytes()
    assert text == "".join(f"{a}\t{d}\n" for a, d in rows).encode()
    assert parsed(text) == rows
    assert parsed(text[:-1]) == rows


@pytest.mark.parametrize(
    "line",
    [
        "",
        "1",
        "1\t",
        "\t2",
        "1\t2\t3",
        "1 2",
        "a\tb",
        "-1\t2",
        "1\t2\r",
        "1\t\t2",
        "1\t5",
        "5\t1",
        "99999999999999999999\t1",
    ],
)
def test_the_first_line_that_is_no_pair_is_told(line):
    assert parsed(f"0\t1\n3\t4\n{line}\n1\t2\n".encode(), 5) == 2
    assert parsed(f"{line}\n".encode(), 5) == 0


@given(st.text(alphabet="01\t\n", max_size=12))
def test_exactly_what_python_would_take_is_taken(text):
    lines = text.removesuffix("\n").split("\n") if text else []
    good = [[field.isdigit() for field in line.split("\t")] == [True, True] for line in lines]
    found = parsed(text.encode())
    assert found == (
        good.index(False) if False in good else [tuple(map(int, line.split("\t"))) for line in lines]
    )
