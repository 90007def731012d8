"""Names as lines, and back."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diskembed.errors import ReadError, SplitError
from diskembed.graph.names import Names
from diskembed.split.vocabulary import format_vocabulary, parse_vocabulary

PATH = Path("x.vocab")


@given(st.lists(st.text(st.characters(exclude_characters="\t\n", exclude_categories=["Cs"])), unique=True))
def test_any_name_without_tab_and_newline_comes_back(strings):
    names = Names.from_strings(strings)
    text = format_vocabulary(names)
    assert text == "".join(f"{i}\t{name}\n" for i, name in enumerate(strings)).encode()
    assert parse_vocabulary(text, PATH) == names
    assert list(parse_vocabulary(text.removesuffix(b"\n"), PATH)) == strings


@pytest.mark.parametrize(("name", "what"), [("a\tb", "tab"), ("\n", "newline")])
def test_names_that_would_break_a_line_are_refused(name, what):
    with pytest.raises(SplitError, match=f"holds a {what}") as caught:
        format_vocabulary(Names.from_strings(["", "fine", name, "after"]))
    assert repr(name) in str(caught.value)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b"0\ta\n2\tb\n", r"line 2: '2\\tb'; here a line is the number 1"),
        (b"0 a\n", "line 1"),
        (b"0\ta\tb\n", "line 1"),
        (b"0\ta\n\n", "line 2: ''"),
        (b"0\ta\n1\tb\n2\ta\n", "the name 'a' stands at 0 and again at 2"),
        (b"0\ta\n1\t\xff\n", "line 2: bytes that are not UTF-8; .*iconv"),
    ],
)
def test_lines_that_are_no_vocabulary(text, says):
    with pytest.raises(ReadError, match=f"x.vocab.*{says}"):
        parse_vocabulary(text, PATH)
