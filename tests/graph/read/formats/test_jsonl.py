import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diskembed import read
from diskembed.errors import ReadError
from graph.read.examples import edges_of

name = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=5)


def written(folder, text):
    path = folder / "a.jsonl"
    path.write_text(text, newline="")
    return path


@given(st.lists(st.tuples(name, name), min_size=1), st.booleans(), st.booleans())
def test_edges_go_out_and_come_back(tmp_path_factory, edges, ascii_only, objects):
    rows = [{"x": 1, "child": c, "parent": p} if objects else [c, p] for p, c in edges]
    path = written(
        tmp_path_factory.mktemp("jsonl"), "\n".join(json.dumps(row, ensure_ascii=ascii_only) for row in rows)
    )
    dag = read(path, on_cycle="drop", order=None if objects else "child,parent")
    assert edges_of(dag) == set(edges) - set(dag.cleaning.dropped)


def test_integers_are_names(tmp_path):
    assert edges_of(read(written(tmp_path, '{"child": 12, "parent": -1}'))) == {("-1", "12")}


def test_nodes_without_a_parent(tmp_path):
    dag = read(written(tmp_path, '{"child": "a", "parent": null}\n{"child": "b", "parent": ""}'))
    assert list(dag.names) == ["a", "b"]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ('{"child": "a", "parent": "b"}\n\n{"child": "a"', 3, "this is no JSON"),
        ("[" * 100_000, 1, "this is no JSON"),
        ('{"child": "a", "parent": "b"}\n[1, 2]', 2, "expected an object, as before"),
        ("3", 1, "expected an object or an array of two names"),
        ('{"child": "a", "parent": "b"}\n{"child": "a"}', 2, "expected the key 'parent'"),
        ('{"child": null, "parent": "b"}', 1, "a name for the child"),
        ('{"child": "", "parent": "b"}', 1, "a name for the child"),
        ('{"child": true, "parent": "b"}', 1, "not a bool"),
        ('{"child": 1.5, "parent": "b"}', 1, "not a float"),
        ('{"child": ["a"], "parent": "b"}', 1, "not a list"),
        ('{"child": "\\ud800", "parent": "b"}', 1, "half a surrogate pair"),
        ('{"child": "\\u0000", "parent": "b"}', 1, "zero byte"),
        ('{"child": "%s", "parent": "b"}' % ("x" * 70_000), 1, "70,000 bytes"),
        ('["child", "parent"]\n["a", "b"]', 1, "belong into objects"),
        ('["a", "b"]', 1, "nothing says which column is the parent"),
        ('{"a": "b"}', 1, "one column"),
        ('[{"child": "a", "parent": "b"}]', 1, "one edge a line, and not an array of them"),
        ('[["a", "b"], ["c", "d"]]', 1, "one edge a line, and not an array of them"),
    ],
)
def test_bad_lines(tmp_path, text, line, message):
    with pytest.raises(ReadError, match=message) as caught:
        read(written(tmp_path, text))
    assert caught.value.line == line


def test_arrays_hold_two_names(tmp_path):
    with pytest.raises(ReadError, match=r"line 2: .* array of two names"):
        read(written(tmp_path, '["a", "b"]\n["a", "b", "c"]'), order="parent,child")
