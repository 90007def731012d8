import zipfile

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diskembed import datasets
from diskembed.datasets.readers import taxdump
from diskembed.datasets.readers.taxdump import leading_numbers, read_taxdump
from diskembed.errors import CycleError, ReadError

NODES = (
    "1\t|\t1\t|\tno rank\t|\n131567\t|\t1\t|\tno rank 7\t|\n9\t|\t131567\t|\tspecies\t|\n7\t|\t9\t|\tx\t|\n"
)


@pytest.fixture
def archive(tmp_path):
    def write(text, member="nodes.dmp"):
        path = tmp_path / "taxdmp.zip"
        with zipfile.ZipFile(path, "w") as file:
            file.writestr(member, text)
        return path

    return write


def named_edges(dag):
    return sorted((dag.names[int(a)], dag.names[int(d)]) for a, d in zip(*dag.edges(), strict=True))


@pytest.mark.parametrize("chunk", [1, 7, 1 << 24])
@pytest.mark.parametrize("end", ["", "\n"])
def test_taxa_stand_under_their_parents(archive, monkeypatch, chunk, end):
    monkeypatch.setattr(taxdump, "CHUNK", chunk)
    dag = read_taxdump(archive(NODES.rstrip("\n") + end), "error")
    assert list(dag.names) == ["1", "131567", "9", "7"]
    assert named_edges(dag) == [("1", "131567"), ("131567", "9"), ("9", "7")]


@given(st.lists(st.lists(st.integers(0, 10**9), min_size=2, max_size=4)))
def test_the_first_two_numbers_of_each_line_are_found(rows):
    text = "".join("\t|\t".join(map(str, row)) + "\t|\n" for row in rows)
    found = leading_numbers(np.frombuffer(text.encode(), np.uint8))
    assert found.T.tolist() == [row[:2] for row in rows]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1\t|\t1\t|\n2\t|\n", "line 2 of nodes.dmp does not begin with two numbers"),
        ("1\t|\t1\t|\n\n", "line 2 of nodes.dmp does not begin with two numbers"),
        ("1\t|\tone\t|\n", "line 1 of nodes.dmp"),
        ("<html>\n", "line 1 of nodes.dmp"),
        ("1\t|\t1\t|\n1\t|\t1\t|\n", "taxon 1 is listed twice"),
        ("1\t|\t1\t|\n5\t|\t4\t|\n", "taxon 5 has a parent that is not listed"),
    ],
)
def test_what_is_no_taxonomy_is_refused(archive, text, message):
    with pytest.raises(ReadError, match=message):
        read_taxdump(archive(text), "error")


def test_a_cycle_is_refused_or_mended(archive):
    path = archive("1\t|\t1\t|\n2\t|\t3\t|\n3\t|\t2\t|\n")
    with pytest.raises(CycleError):
        read_taxdump(path, "error")
    assert len(read_taxdump(path, "collapse")) == 2


def test_what_is_no_archive_of_taxa_is_refused(archive, tmp_path):
    with pytest.raises(ReadError, match=r"holds NCBI's nodes\.dmp"):
        read_taxdump(archive(NODES, member="names.dmp"), "error")
    path = tmp_path / "no.zip"
    path.write_bytes(b"not a zip archive")
    with pytest.raises(ReadError, match=r"holds NCBI's nodes\.dmp"):
        read_taxdump(path, "error")
    assert len(read_taxdump(archive(""), "error")) == 0


def test_the_dataset_is_read_so(archive, tmp_path):
    path = datasets.path("ncbi-taxonomy", cache=tmp_path)
    path.parent.mkdir(parents=True)
    path.write_bytes(archive(NODES).read_bytes())
    assert datasets.load("ncbi-taxonomy", cache=tmp_path).n_edges == 3
