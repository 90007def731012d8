import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diskembed import read
from diskembed.errors import CycleError, InputError, ReadError
from graph.read.examples import edges_of

BAD_TABLES = {
    "one column": ("a.tsv", "child\tparent\na\tb\nalone\n", 3, "one column", "empty second column"),
    "three columns": ("a.tsv", "child\tparent\na\tb\n\na\tb\tc\n", 4, "3 columns", "quote a name"),
    "a tab in a name": ("a.tsv", 'child\tparent\n"a\tx"\tb\n', 2, "3 columns", "quote a name"),
    "a comment": ("a.tsv", "# made by hand\nchild\tparent\na\tb\n", 1, "one column", "begin with #"),
    "a later comment": ("a.tsv", "child\tparent\n\n# by hand\na\tb\n", 3, "one column", "begin with #"),
    "no header": ("a.tsv", "\n\na\tb\n", 3, "nothing says", 'order="child,parent"'),
    "commas": ("a.tsv", "child,parent\n", 1, "one column", 'format="csv"'),
    "tabs": ("a.csv", "child\tparent\n", 1, "one column", 'format="tsv"'),
    "semicolons": ("a.csv", "child;parent\n", 1, "one column", "semicolons"),
    "spaces": ("a.tsv", "child parent\n", 1, "one column", "spaces"),
    "header alone": ("a.tsv", "child\tparent\n", None, "a header and no row", "check the path"),
    "blank": ("a.tsv", "\n\r\n\n", None, "only blank lines", "check the path"),
    "latin-1": ("a.tsv", b"child\tparent\na\tb\ncaf\xe9\tb\n", 3, "not UTF-8", "iconv"),
    "latin-1 header": ("a.tsv", b"\ncaf\xe9\tb\n", 2, "not UTF-8", "iconv"),
    "a letter in two halves": ("a.tsv", b"child\tparent\na\tb\nx\xc3\t\xa9y\n", 3, "not UTF-8", "iconv"),
    "a zero late": (
        "a.tsv",
        b"child\tparent\n" + b"a\tb\n" * 20_000 + b"a\tx\0y\n",
        20_002,
        "zero byte",
        "text file",
    ),
    "a zero": ("a.tsv", b"child\tparent\na\0\tb\n", None, "byte 14 is zero", "--format"),
    "a long line": ("a.tsv", "child\tparent\n" + "x" * 10**6 + "\tb\n", 2, "65,536", "table of names"),
    "a long only line": ("a.tsv", "x" * 10**6, 1, "one column", "keep two columns"),
    "no child": ("a.tsv", "child\tparent\na\tb\n\n\tb\n", 4, "child has no name", "fill it in"),
    "nothing but a tab": ("a.tsv", "child\tparent\n\t\n", 2, "child has no name", "fill it in"),
    "unclosed": ("a.csv", 'child,parent\na,"b\nc,d\n', 2, "never closed", "close it"),
    "after a quote": ("a.csv", 'child,parent\n"a\nb",c\n"d"e,f\n', 4, "after a closing quote", "double"),
    "inner quote": ("a.csv", 'child,parent\na"b,c\n', 2, "a quote inside", "double"),
    "quoted, one column": (
        "a.csv",
        'child,parent\n"a\nb",c\n\n"d"\n',
        5,
        "one column",
        "empty second column",
    ),
    "quoted, no child": ("a.csv", 'child,parent\n"a\nb",c\n"",d\n', 4, "child has no name", "fill it in"),
    "quoted, too long": ("a.csv", 'child,parent\n"a\nb",c\n"' + "x" * 70_000 + '",d\n', 4, "70,000", "table"),
    "quoted, latin-1": ("a.csv", b'child,parent\n"a\nb",c\n"\xe9",d\n', 4, "not UTF-8", "iconv"),
}


def written(tmp_path, name, content):
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


@pytest.mark.parametrize("case", BAD_TABLES.values(), ids=BAD_TABLES)
def test_bad_tables_are_refused_in_one_line_that_helps(case, tmp_path):
    name, content, line, found, do = case
    with pytest.raises(ReadError) as caught:
        read(written(tmp_path, name, content))
    assert caught.value.line == line
    assert found in caught.value.found
    assert do in caught.value.do
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 600


def test_a_self_loop_is_told_with_its_line(tmp_path):
    path = written(tmp_path, "a.tsv", "child\tparent\n\na\t\nb\ta\n\r\nc\tc\n")
    with pytest.raises(CycleError, match=r"a\.tsv, line 6: self-loop at 'c'"):
        read(path)
    assert edges_of(read(path, on_cycle="drop")) == {("a", "b")}


def test_a_cycle_is_told_with_the_line_that_completes_it(tmp_path):
    path = written(tmp_path, "a.csv", 'child,parent\n"a\n",b\nb,c\nx,y\n\nc,"a\n"\nc,y\n')
    with pytest.raises(CycleError, match=r"a\.csv, line 7: cycle of 3 nodes"):
        read(path)


def test_an_empty_parent_makes_a_node_without_an_edge(tmp_path):
    dag = read(written(tmp_path, "a.tsv", "child\tparent\nroot\t\na\troot\nalone\t\n"))
    assert list(dag.names) == ["root", "a", "alone"]
    assert edges_of(dag) == {("root", "a")}
    turned = read(written(tmp_path, "b.tsv", "\talone\nroot\ta\n"), order="parent,child")
    assert list(turned.names) == ["alone", "root", "a"]
    assert edges_of(turned) == {("root", "a")}


def test_an_order_reads_the_first_line_as_an_edge_unless_it_is_a_header(tmp_path):
    assert edges_of(read(written(tmp_path, "a.tsv", "a\tb\n"), order="child,parent")) == {("b", "a")}
    assert edges_of(read(written(tmp_path, "a.tsv", "a\tb\n"), order="parent,child")) == {("a", "b")}
    assert edges_of(read(written(tmp_path, "b.tsv", "source\ttarget\na\tb\n"), order="parent,child")) == {
        ("a", "b")
    }


def test_quotes_are_letters_in_tsv_and_quotes_in_csv(tmp_path):
    text = 'child{0}parent\n"a"{0}b\n'
    assert edges_of(read(written(tmp_path, "a.tsv", text.format("\t")))) == {("b", '"a"')}
    assert edges_of(read(written(tmp_path, "a.csv", text.format(",")))) == {("b", "a")}


def test_spaces_belong_to_names(tmp_path):
    assert edges_of(read(written(tmp_path, "a.csv", "child,parent\na, b\n"))) == {(" b", "a")}


def test_numbers_follow_the_first_appearance_of_names_in_the_file(tmp_path):
    assert list(read(written(tmp_path, "a.tsv", "parent\tchild\nb\ta\nc\tb\n")).names) == ["b", "a", "c"]


name = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=6)
plain_name = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\0\t\n\r"), min_size=1, max_size=6
)


@given(
    st.lists(st.tuples(plain_name, plain_name), min_size=1),
    st.sampled_from(["\n", "\r\n", "\n\n"]),
    st.booleans(),
)
def test_tsv_goes_out_and_comes_back(tmp_path_factory, edges, end, parent_first):
    header = "parent\tchild" if parent_first else "child\tparent"
    rows = [f"{p}\t{c}" if parent_first else f"{c}\t{p}" for p, c in edges]
    path = written(tmp_path_factory.mktemp("tsv"), "a.tsv", end.join([header, *rows, ""]))
    dag = read(path, on_cycle="drop")
    dropped = set(dag.cleaning.dropped)
    assert set(dag.names) == {name for edge in edges for name in edge}
    assert edges_of(dag) == set(edges) - dropped


@given(st.lists(st.tuples(name, name), min_size=1), st.booleans())
def test_csv_goes_out_and_comes_back(tmp_path_factory, edges, quote_all):
    file = io.StringIO()
    writer = csv.writer(file, quoting=csv.QUOTE_ALL if quote_all else csv.QUOTE_MINIMAL)
    writer.writerows([("weight", "child", "parent"), *((1, c, p) for p, c in edges)])
    path = written(tmp_path_factory.mktemp("csv"), "a.csv", file.getvalue())
    dag = read(path, on_cycle="drop")
    assert edges_of(dag) == set(edges) - set(dag.cleaning.dropped)


@given(st.lists(st.sampled_from(["a", "b", "child", "parent", "\t", "\n", "\r", '"', ",", "é"]), max_size=30))
def test_any_text_is_read_or_refused(tmp_path_factory, parts):
    for name in ("a.tsv", "a.csv"):
        path = written(tmp_path_factory.mktemp("any"), name, "".join(parts))
        for order in (None, "child,parent"):
            try:
                dag = read(path, order=order, on_cycle="collapse")
            except InputError:
                continue
            assert dag.n_nodes > 0
