"""faiss's lists beside a model: what they find, how they are kept, and what happens without faiss."""

import sys
from pathlib import Path

import numpy as np
import pytest

from diskembed.embedding import Embedding, load
from diskembed.errors import MissingExtraError, ReadError
from diskembed.graph.names import Names
from diskembed.index_file import INDEX, build_index, index_path, read_index
from diskembed.models import registry
from diskembed.query import choosing, inverted
from diskembed.query.engine import Plain
from diskembed.query.exact import Exact
from diskembed.query.inverted import Inverted
from diskembed.storage.container import read_container, write_container
from query.scenes import scenes

SIDES = ("ancestors", "descendants")
needs_faiss = pytest.mark.usefixtures("faiss")


@pytest.fixture
def faiss():
    return pytest.importorskip("faiss", reason="the extra index is not installed")


@pytest.fixture(autouse=True)
def small_graphs_count(monkeypatch):
    monkeypatch.setattr(choosing, "INDEX_FROM", 1)


@pytest.fixture
def saved(tmp_path, faiss):
    model = registry.make("disks", 4, geometry="euclid")
    rows = model.random(700, np.random.default_rng(0), 1.0)
    Embedding(Names.numbered(700), rows, model, 0.1).save(tmp_path / "m.disk")
    load(tmp_path / "m.disk").build_index(index_path(tmp_path / "m.disk"), kind="faiss")
    return tmp_path / "m.disk"


@needs_faiss
@pytest.mark.parametrize("scene", scenes(), ids=str)
def test_all_lists_together_miss_nothing(scene):
    """Nodes are few, so that there is one list; what comes of it is what the scores say, in their order."""
    index = Inverted.of(Exact.of(scene.model, scene.rows, scene.cutoff))
    plain = Plain(scene.model, scene.rows, scene.cutoff)
    for node in range(0, len(scene.rows), 3):
        for side in SIDES:
            for ours, theirs in zip(index.matching(node, side), plain.matching(node, side), strict=True):
                assert ours.tolist() == theirs.tolist()
    pairs = np.concatenate([np.column_stack(block) for block in index.pairs(2)])
    inside = scene.inside()
    np.fill_diagonal(inside, val=False)
    assert sorted(map(tuple, pairs.tolist())) == sorted(map(tuple, np.argwhere(inside).tolist()))


@needs_faiss
def test_what_is_measured_is_what_is_missed(monkeypatch, tmp_path):
    """With one of many lists answers are missing; none is wrong, and the report says how many."""
    model = registry.make("disks", 4, geometry="euclid")
    rows = model.random(3000, np.random.default_rng(0), 1.0)
    monkeypatch.setattr(inverted, "WANTED", 0.0)
    report = build_index(model, rows, 0.1, tmp_path / "i", questions=3000, kind="faiss")
    index = read_index(tmp_path / "i", model, rows)
    assert index.probes == 1
    plain, found, wanted = Plain(model, rows, 0.1), 0, 0
    for node in range(3000):
        ours, theirs = (set(engine.matching(node, "ancestors")[0].tolist()) for engine in (index, plain))
        assert ours <= theirs
        found += len(ours)
        wanted += len(theirs)
    assert report.recall["ancestors"] == found / wanted < 1


@needs_faiss
def test_as_many_lists_as_it_takes(tmp_path):
    model = registry.make("disks", 4, geometry="hyperboloid")
    rows = model.random(3000, np.random.default_rng(0), 1.0)
    report = build_index(model, rows, 0.1, tmp_path / "i", kind="faiss")
    assert min(report.recall.values()) > 0.999
    files = [tmp_path / "i", *(Path(f"{tmp_path / 'i'}.{side}.faiss") for side in SIDES)]
    assert report.bytes == sum(file.stat().st_size for file in files)
    assert sorted(tmp_path.iterdir()) == sorted(files)


def test_whoever_loads_the_model_asks_it(saved, faiss):
    embedding, wanted = load(saved), load(saved, index=False)
    index = embedding.engine.index
    assert isinstance(index, Inverted)
    assert isinstance(faiss.downcast_InvertedLists(index.above.invlists), faiss.OnDiskInvertedLists)  # mapped
    assert not index.A.flags.owndata
    for node in (0, 7, 699):
        assert list(embedding.ancestors(node)) == list(wanted.ancestors(node))
    pairs = [sum(len(block.ancestors) for block in asked.all_pairs()) for asked in (embedding, wanted)]
    assert pairs[0] == pairs[1]  # asked of a tree: lists may miss some


def test_files_that_do_not_belong_together(saved):
    embedding, path = load(saved, index=False), Path(index_path(saved))
    lists = Path(f"{path}.ancestors.faiss")
    whole = lists.read_bytes()
    for content in (whole[:-1], b"", whole[:50] + bytes([whole[50] ^ 1]) + whole[51:]):
        lists.write_bytes(content)
        with pytest.raises(ReadError, match=r"ancestors.faiss: this is not the file.*build it again"):
            read_index(path, embedding.model, embedding.rows)
    lists.unlink()
    with pytest.raises(ReadError, match="this is not the file"):
        read_index(path, embedding.model, embedding.rows)
    lists.write_bytes(whole)
    assert isinstance(read_index(path, embedding.model, embedding.rows), Inverted)
    contents = read_container(path, INDEX)
    for name in ("A", "B", "centres"):
        write_container(
            path, INDEX, {**contents.arrays, name: contents.arrays[name][:-1].copy()}, contents.state
        )
        with pytest.raises(ReadError, match="makes no index"):
            read_index(path, embedding.model, embedding.rows)
    rows = embedding.rows.copy()
    rows[3, 0] += 1
    write_container(path, INDEX, contents.arrays, contents.state)
    with pytest.raises(ReadError, match="index of another model"):
        read_index(path, embedding.model, rows)


def test_a_tree_takes_its_place(saved):
    load(saved).build_index(index_path(saved))
    assert sorted(file.name for file in saved.parent.iterdir()) == ["m.disk", "m.disk.index"]


def test_without_faiss(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "faiss", None)
    model = registry.make("disks", 4, geometry="euclid")
    rows = model.random(50, np.random.default_rng(0), 1.0)
    with pytest.raises(MissingExtraError, match=r"faiss-cpu.*diskembed\[index\]"):
        build_index(model, rows, 0.0, tmp_path / "i", kind="faiss")
    assert list(tmp_path.iterdir()) == []
