import pytest

from diskembed import read
from diskembed.errors import CycleError, ReadError
from graph.read.examples import OBO, edges_of


def written(tmp_path, text):
    path = tmp_path / "a.obo"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def terms(*tags):
    return "format-version: 1.2\n" + "".join(f"\n[Term]\n{tag}\n" for tag in tags)


def test_relationships_are_chosen(tmp_path):
    path = written(tmp_path, OBO)
    assert edges_of(read(path, relations=("eats",))) == {("cat", "dog")}
    assert ("cat", "dog") in edges_of(read(path, relations=("is_a", "eats")))
    with pytest.raises(
        ReadError, match="no relationship is named 'eat'; it has eats, is_a; did you mean 'eats'"
    ):
        read(path, relations=("eat",))


def test_obsolete_terms_are_left_out_and_lonely_ones_stay(tmp_path):
    dag = read(written(tmp_path, OBO))
    assert "dodo" not in dag.names
    assert "rock" in dag.names


@pytest.mark.parametrize(
    "value",
    [
        "A:1",
        "A:1 ! a root",
        'A:1 {source="B:2", x="! y"} ! a root',
        "A:1{source=x}",
        "A:1!root",
        "  A:1  ",
        r"A\:1 ! x",
    ],
)
def test_comments_and_modifiers_are_stripped(tmp_path, value):
    assert edges_of(read(written(tmp_path, terms(f"id: A:2\nis_a: {value}")))) == {("A:1", "A:2")}


def test_escapes_in_ids(tmp_path):
    assert edges_of(read(written(tmp_path, terms("id: a\\ b\nis_a: c\\!d ! x")))) == {("c!d", "a b")}


def test_only_terms_count(tmp_path):
    text = terms("id: a\nis_a: b") + "\n[Typedef]\nid: part_of\nis_a: c\n\n[Instance]\nid: i\nis_a: d\n"
    assert set(read(written(tmp_path, text)).names) == {"a", "b"}


def test_a_term_may_be_obsolete_with_a_comment(tmp_path):
    text = terms(
        "id: a\nis_a: b", "id: c\nis_a: b\nis_obsolete: true ! since 2020", "id: d\nis_obsolete: false"
    )
    assert set(read(written(tmp_path, text)).names) == {"a", "b", "d"}


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        (terms("name: x"), 3, "without an id"),
        (terms("id: a\nis_a:"), 5, "a tag with the value ''; expected an id"),
        (terms("id: a\nrelationship: part_of"), 5, "expected a relationship and an id"),
        (terms("id: ! nothing"), 4, "expected an id"),
        ("hello\n", None, "it holds no node"),
        (b"[Term]\nid: caf\xe9\n", 2, "not UTF-8"),
    ],
)
def test_bad_files(tmp_path, text, line, message):
    with pytest.raises(ReadError, match=message) as caught:
        read(written(tmp_path, text))
    assert caught.value.line == line


def test_loops_have_lines(tmp_path):
    with pytest.raises(CycleError, match="line 5: self-loop at 'a'"):
        read(written(tmp_path, terms("id: a\nis_a: a")))
    with pytest.raises(CycleError, match="line 9: cycle of 2 nodes"):
        read(written(tmp_path, terms("id: a\nis_a: b", "id: b\nis_a: a")))
