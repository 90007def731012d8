import pytest

from diskembed import read
from diskembed.errors import ParameterError, ReadError
from graph.read.examples import PACKAGES, edges_of


def written(tmp_path, text):
    path = tmp_path / "Packages"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def packages(**depends):
    return "\n".join(f"Package: {name}\nDepends: {value}\n" for name, value in depends.items())


def test_fields_are_chosen(tmp_path):
    path = written(tmp_path, PACKAGES)
    assert edges_of(read(path, relations=("Suggests",))) == {("rock", "cat")}
    assert ("rock", "cat") in edges_of(read(path, relations=("Depends", "Suggests")))
    with pytest.raises(ParameterError, match=r"'depend'; one of Depends, .*"):
        read(path, relations=("depend",))


def test_of_alternatives_the_first_that_exists_counts(tmp_path):
    text = packages(a="none | b | c", b="", c="none, none | nothing")
    assert edges_of(read(written(tmp_path, text))) == {("b", "a")}


def test_the_first_provider_by_name_stands_for_a_virtual_package(tmp_path):
    text = "Package: z\nProvides: v\n\nPackage: y\nProvides: v (= 1), w\n\n" + packages(
        a="v", b="none | w", v2="v | z"
    )
    assert edges_of(read(written(tmp_path, text))) == {("y", "a"), ("y", "b"), ("y", "v2")}


def test_a_package_under_the_name_itself_comes_before_providers(tmp_path):
    text = "Package: a\nProvides: v\n\nPackage: v\n\n" + packages(b="v")
    assert edges_of(read(written(tmp_path, text))) == {("v", "b")}


def test_what_a_package_provides_itself_it_does_not_depend_on(tmp_path):
    text = "Package: a\nProvides: v\nDepends: v\n"
    dag = read(written(tmp_path, text))
    assert list(dag.names) == ["a"]
    assert dag.n_edges == 0


def test_cycles_are_collapsed_when_asked(tmp_path):
    dag = read(written(tmp_path, packages(a="b", b="a", c="a")), on_cycle="collapse")
    assert edges_of(dag) == {("a", "c")}
    assert dag.members("a") == ["a", "b"]


def test_fields_may_go_over_several_lines_in_any_case(tmp_path):
    text = "PACKAGE: a\ndepends: b,\n c (>= 1) [amd64],\n\td:any\n\nPackage: b\n\nPackage: c\n\n\nPackage: d"
    assert edges_of(read(written(tmp_path, text))) == {("b", "a"), ("c", "a"), ("d", "a")}


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("Package: a\n\nVersion: 1\nDepends: a\n", 3, "without the name of a package"),
        ("Package: a b\n", 1, "without the name of a package"),
        ("Package: a\nno field\n", 2, "'no field' is no field"),
        (" continued\n", 1, "is no field"),
        (b"Package: a\nDepends: \xff\n", 2, "not UTF-8"),
    ],
)
def test_bad_files(tmp_path, text, line, message):
    with pytest.raises(ReadError, match=message) as caught:
        read(written(tmp_path, text))
    assert caught.value.line == line
