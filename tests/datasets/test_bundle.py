"""The format: what is written is read again, and nothing else is believed."""

import shutil

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diskembed.datasets.bundle import SUMS, Bundle, write_bundle
from diskembed.datasets.dataset import BUNDLED_FOLDER
from diskembed.errors import DatasetError

NAMES = ["animal", "dog", "naïve—名", "rock"]


def written(folder, **content):
    path = folder / "graph.zip"
    checksum = write_bundle(path, **content)
    (folder / SUMS).write_text(f"{checksum}  graph.zip\n")
    return path


@settings(max_examples=25)
@given(
    st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)).filter(lambda e: e[0] < e[1]), unique=True),
    st.randoms(),
)
def test_a_bundle_holds_what_was_put_in(tmp_path_factory, pairs, random):
    edges = [(*pair, random.randrange(2)) for pair in pairs]
    path = written(
        tmp_path_factory.mktemp("bundle"), names=NAMES, edges=edges, kinds=["is", "has"], glosses=NAMES[::-1]
    )
    bundle = Bundle.open(path)
    dag = bundle.dag()
    assert list(dag.names) == NAMES
    found = zip(*map(np.ndarray.tolist, dag.edges()), bundle.edge_kinds().tolist(), strict=True)
    assert sorted(found) == sorted((a, d, ["is", "has"][kind]) for a, d, kind in edges)
    assert [side.tolist() for side in bundle.edges()] == [side.tolist() for side in dag.edges()]
    assert bundle.glosses() == NAMES[::-1]


def test_the_same_graph_makes_the_same_bytes(tmp_path):
    content = {"names": NAMES, "kinds": ["is"], "edges": [(0, 1, 0), (1, 2, 0)]}
    first = written(tmp_path, **content).read_bytes()
    assert written(tmp_path, **{**content, "edges": content["edges"][::-1]}).read_bytes() == first


def test_another_version_of_the_format_is_refused(tmp_path, monkeypatch):
    monkeypatch.setitem(write_bundle.__globals__["_HEADER"], "version", 2)
    path = written(tmp_path, names=NAMES, edges=[], kinds=[])
    monkeypatch.undo()
    with pytest.raises(DatasetError, match="is a 'diskembed bundle' of version 2; install diskembed again"):
        Bundle.open(path)


@pytest.fixture
def folder(tmp_path):
    for name in ("schema-org.zip", SUMS):
        shutil.copy(BUNDLED_FOLDER / name, tmp_path / name)
    return tmp_path


@pytest.mark.parametrize("at", [0, 10, 5000, -1])
def test_one_changed_byte_is_noticed(folder, at):
    path = folder / "schema-org.zip"
    data = bytearray(path.read_bytes())
    data[at] ^= 1
    path.write_bytes(data)
    with pytest.raises(DatasetError, match=r"schema-org\.zip does not have the SHA-256 checksum"):
        Bundle.open(path)


@pytest.mark.parametrize("length", [0, 1, 9000])
def test_a_cut_file_is_noticed(folder, length):
    path = folder / "schema-org.zip"
    path.write_bytes(path.read_bytes()[:length])
    with pytest.raises(DatasetError, match="install diskembed again"):
        Bundle.open(path)


def test_an_absent_file_and_a_list_of_checksums_without_it_are_noticed(folder):
    with pytest.raises(DatasetError, match="cannot be read"):
        Bundle.open(folder / "absent.zip")
    (folder / SUMS).write_text("")
    with pytest.raises(DatasetError, match="does not have the SHA-256 checksum"):
        Bundle.open(folder / "schema-org.zip")
    (folder / SUMS).write_text("one two three\n")
    with pytest.raises(DatasetError, match="cannot be read"):
        Bundle.open(folder / "schema-org.zip")
