import pytest

from diskembed import read
from diskembed.errors import ReadError
from graph.read.examples import edges_of


def written(tmp_path, text):
    path = tmp_path / "log"
    path.write_text(text)
    return path


def test_parents_are_ancestors(tmp_path):
    dag = read(written(tmp_path, "cccc aaaa bbbb\nbbbb aaaa\naaaa \ndddd\n\n"), format="git")
    assert list(dag.names) == ["cccc", "aaaa", "bbbb", "dddd"]
    assert edges_of(dag) == {("aaaa", "cccc"), ("bbbb", "cccc"), ("aaaa", "bbbb")}


@pytest.mark.parametrize("line", ["commit aaaa", "aaaa  bbbb", "AAAA", "aaaa\tbbbb", "abc"])
def test_other_lines_are_refused(tmp_path, line):
    with pytest.raises(ReadError, match=r"line 2: .* git log --format='%H %P'"):
        read(written(tmp_path, f"aaaa bbbb\n{line}\n"), format="git")
