import gzip

import pytest

from diskembed import datasets
from diskembed.datasets.readers.citations import read_citations
from diskembed.errors import ReadError

TEXT = """# Directed graph (each unordered pair of nodes is saved once)
# FromNodeId\tToNodeId
1001\t9304045
9304045\t1001
9304045\t9304045
9304045\t9304044
1002\t1001
1001\t1002
9305001\t9304045
9912999\t101001
1001\t9912999
1001\t9304045
"""


@pytest.fixture
def path(tmp_path):
    found = tmp_path / "cit.txt.gz"
    found.write_bytes(gzip.compress(TEXT.encode()))
    return found


def test_only_citations_of_earlier_papers_stay(path):
    dag = read_citations(path, "error")
    named = sorted((dag.names[int(a)], dag.names[int(d)]) for a, d in zip(*dag.edges(), strict=True))
    assert named == [
        ("0001001", "0001002"),
        ("9304044", "9304045"),
        ("9304045", "0001001"),
        ("9304045", "9305001"),
        ("9912999", "0001001"),
    ]
    assert "0101001" not in dag.names  # its only citation was back-dated
    assert dag.cleaning.duplicates == 1


@pytest.mark.parametrize("text", ["1001\tx\n", "1001\n", "1\t2\t3\n"])
def test_what_is_no_list_of_pairs_is_refused(tmp_path, text):
    path = tmp_path / "cit.txt"
    path.write_text(text)
    with pytest.raises(ReadError, match="lines of two numbers, citing and cited"):
        read_citations(path, "error")


def test_a_cut_file_is_refused(path):
    path.write_bytes(path.read_bytes()[:60])
    with pytest.raises(ReadError, match="lines of two numbers"):
        read_citations(path, "error")


def test_the_dataset_is_read_so(path, tmp_path):
    found = datasets.path("arxiv-hep-th", cache=tmp_path)
    found.parent.mkdir(parents=True)
    found.write_bytes(path.read_bytes())
    assert datasets.load("arxiv-hep-th", cache=tmp_path).n_edges == 5
