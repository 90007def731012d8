import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diskembed import read
from diskembed.errors import CycleError, ReadError
from graph.read.examples import edges_of, parquet_bytes

name = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=5)


def written(folder, data=None, **columns):
    path = folder / "a.parquet"
    path.write_bytes(parquet_bytes(**columns) if data is None else data)
    return path


@given(st.lists(st.tuples(name, name), min_size=1))
def test_edges_go_out_and_come_back(tmp_path_factory, edges):
    path = written(
        tmp_path_factory.mktemp("parquet"), child=[c for _, c in edges], parent=[p for p, _ in edges]
    )
    dag = read(path, on_cycle="drop")
    assert edges_of(dag) == set(edges) - set(dag.cleaning.dropped)


def test_columns_without_a_direction_need_an_order(tmp_path):
    path = written(tmp_path, a=[1, 2], b=[2, 3])
    with pytest.raises(ReadError, match="nothing says which column is the parent; the columns are 'a', 'b'"):
        read(path)
    assert edges_of(read(path, order="parent,child")) == {("1", "2"), ("2", "3")}


def test_dictionaries_and_large_strings(tmp_path):
    child = pa.array(["a", "b", "a"]).dictionary_encode()
    path = written(tmp_path, child=child, parent=pa.array(["c", "c", "d"], pa.large_string()))
    assert edges_of(read(path)) == {("c", "a"), ("c", "b"), ("d", "a")}


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        (
            {"child": ["a", None], "parent": ["b", "c"]},
            r"row 1 \(from 0\): the column 'child' has a missing value",
        ),
        ({"child": ["a", "", "c"], "parent": ["b", "c", "d"]}, r"row 1 \(from 0\): the child has no name"),
        ({"child": [1.0], "parent": ["b"]}, "the column 'child' is of type double"),
        ({"child": [["a"]], "parent": ["b"]}, "the column 'child' is of type list"),
        ({"child": ["a\0b"], "parent": ["b"]}, r"row 0 \(from 0\): a name with a zero byte"),
        ({"child": pa.array([], pa.string()), "parent": pa.array([], pa.string())}, "it has no row"),
        ({"x": ["a"]}, "one column, none of them"),
        ({}, "0 columns, none of them"),
    ],
)
def test_bad_tables(tmp_path, columns, message):
    with pytest.raises(ReadError, match=message):
        read(written(tmp_path, **columns))


def test_loops_have_rows(tmp_path):
    with pytest.raises(CycleError, match=r"a\.parquet, row 1 \(from 0\): self-loop at 'b'"):
        read(written(tmp_path, child=["a", "b"], parent=["", "b"]))


def test_damaged_files(tmp_path):
    whole = parquet_bytes(child=["a"], parent=["b"])
    for data in (whole[:-3], b"PAR1", b"child,parent\n", whole[:20] + bytes(40) + whole[60:]):
        with pytest.raises(ReadError, match="it cannot be read as Parquet"):
            read(written(tmp_path, data))
