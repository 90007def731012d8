"""The index beside a model: found, used where it is worth it, and refused where it is not the model's."""

from dataclasses import replace

import numpy as np
import pytest

from diskembed.embedding import Embedding, load
from diskembed.errors import ParameterError, ReadError, WriteError
from diskembed.graph.names import Names
from diskembed.index_file import INDEX, build_index, fingerprint, index_path, read_index
from diskembed.models import registry
from diskembed.query import choosing
from diskembed.query.engine import Plain
from diskembed.query.indexed import Indexed
from diskembed.storage.container import read_container, write_container
from diskembed.storage.header import Kind

COUNT = 400


def embedding_in(geometry, seed=0, **parts):
    model = registry.make("disks", 4, geometry=geometry)
    rows = model.random(COUNT, np.random.default_rng(seed), 1.0)
    return Embedding(Names.numbered(COUNT), rows, model, 0.1, **parts)


@pytest.fixture
def saved(tmp_path):
    embedding = embedding_in("euclid")
    embedding.save(tmp_path / "m.disk")
    embedding.build_index(index_path(tmp_path / "m.disk"), questions=50)
    return tmp_path / "m.disk"


@pytest.fixture(autouse=True)
def small_graphs_count(monkeypatch):
    monkeypatch.setattr(choosing, "INDEX_FROM", 1)


@pytest.mark.parametrize("geometry", ["euclid", "sphere", "hyperboloid"])
def test_answers_from_the_file_are_those_of_the_scores(geometry, tmp_path):
    embedding = embedding_in(geometry)
    report = embedding.build_index(tmp_path / "i", questions=50)
    assert report.recall == {"ancestors": 1.0, "descendants": 1.0}
    assert report.questions == 50
    assert report.bytes == (tmp_path / "i").stat().st_size
    index = read_index(tmp_path / "i", embedding.model, embedding.rows)
    plain = Plain(embedding.model, embedding.rows, embedding.cutoff)
    for node in range(COUNT):
        for side in ("ancestors", "descendants"):
            for ours, theirs in zip(index.matching(node, side), plain.matching(node, side), strict=True):
                assert ours.tolist() == theirs.tolist()


def test_it_is_mapped_and_not_read(saved):
    embedding = load(saved)
    blocks = read_index(index_path(saved), embedding.model, embedding.rows).above.blocks
    assert not blocks.flags.owndata
    assert not blocks.flags.writeable


def test_who_loads_the_model_asks_its_index(saved, monkeypatch):
    embedding = load(saved)
    assert embedding.index_file == f"{saved}.index"
    assert isinstance(embedding.engine.index, Indexed)
    wanted = load(saved, index=False)
    assert wanted.index_file is None
    assert wanted.engine.index is None
    for node in (0, 7, COUNT - 1):
        assert list(embedding.ancestors(node)) == list(wanted.ancestors(node))
        assert list(embedding.descendants(node, k=3)) == list(wanted.descendants(node, k=3))
    monkeypatch.setattr(choosing, "INDEX_FROM", COUNT + 1)
    assert load(saved).engine.index is None
    assert (
        Embedding(embedding.names, embedding.rows, embedding.model, 0.1, index_file="gone").engine.index
        is None
    )


def test_thresholds_up_to_the_index_s_own(saved):
    for threshold, uses in ((0.1, True), (-0.3, True), (None, True), (0.2, False)):
        asked = replace(load(saved), threshold=threshold)
        plain = Plain(asked.model, asked.rows, asked.cutoff)
        assert (asked.engine.index is not None) == uses
        for node in (3, 30):
            assert asked.engine.matching(node, "descendants")[0].tolist() == (
                plain.matching(node, "descendants")[0].tolist()
            )


def test_an_index_of_another_model(saved):
    other = embedding_in("euclid", seed=1)
    with pytest.raises(
        ReadError, match=r'm.disk.index: this is the index of another model.*"diskembed index'
    ):
        read_index(index_path(saved), other.model, other.rows)
    other.save(saved)  # the same path, another content
    with pytest.raises(ReadError, match="index of another model, or of this one before it changed"):
        load(saved).ancestors(0)
    assert len(load(saved, index=False).ancestors(0)) >= 0


def test_what_makes_a_model_another():
    embedding = embedding_in("euclid")
    model, rows = embedding.model, embedding.rows
    same = fingerprint(registry.make("disks", 4, geometry="euclid"), rows.copy())
    assert fingerprint(model, rows) == same
    changed = rows.copy()
    changed[-1, -1] = np.nextafter(changed[-1, -1], 9)
    others = [
        (model, changed),
        (model, rows[:-1]),
        (model, rows.astype(np.float32)),
        (registry.make("disks", 4, geometry="l1"), rows),
        (registry.make("relative-disks", 4), rows),
    ]
    assert len({same, *(fingerprint(*other) for other in others)}) == 1 + len(others)


def test_damaged_and_foreign_files(saved):
    embedding, path = load(saved), index_path(saved)
    whole = saved.with_name(saved.name + ".index").read_bytes()

    def refused(match):
        with pytest.raises(ReadError, match=match):
            read_index(path, embedding.model, embedding.rows)

    for content, match in (
        (whole[:-9], "cut short"),
        (whole[:5000] + bytes([whole[5000] ^ 1]) + whole[5001:], "does not match its checksum"),
        (saved.read_bytes(), "this is a model, not a index|this is a model, not an index"),
        (b"", "the file is empty"),
    ):
        saved.with_name(saved.name + ".index").write_bytes(content)
        refused(match)
    saved.with_name(saved.name + ".index").write_bytes(whole)
    contents = read_container(path, INDEX)
    write_container(path, Kind("index", INDEX.version + 1), contents.arrays, contents.state)
    refused("newer diskembed")


@pytest.mark.parametrize(
    "name",
    [
        "above_order",
        "below_places",
        "above_levels",
        "above_blocks",
        "outer",
        "below_keys",
        "centres",
        "above_hulls",
        "below_reach",
    ],
)
def test_arrays_that_make_no_tree(saved, name):
    """A kernel that followed them would read elsewhere in memory."""
    embedding, path = load(saved), index_path(saved)
    contents = read_container(path, INDEX)
    for wrong in (contents.arrays[name][:-1], contents.arrays[name].astype(np.float16)):
        write_container(path, INDEX, {**contents.arrays, name: wrong}, contents.state)
        with pytest.raises(ReadError, match="makes no index"):
            read_index(path, embedding.model, embedding.rows)
    if name == "below_keys":
        reachable = np.where(np.isinf(contents.arrays[name]), np.float32(0), contents.arrays[name])
        write_container(path, INDEX, {**contents.arrays, name: reachable}, contents.state)
        with pytest.raises(ReadError, match="makes no index"):
            read_index(path, embedding.model, embedding.rows)
    if contents.arrays[name].dtype.kind == "i":
        write_container(path, INDEX, {**contents.arrays, name: contents.arrays[name] + COUNT}, contents.state)
        with pytest.raises(ReadError, match="makes no index"):
            read_index(path, embedding.model, embedding.rows)
    for state in ({}, {**contents.state, "bounds": {"play": 0}}, [], None):
        write_container(path, INDEX, contents.arrays, state)
        with pytest.raises(ReadError, match="makes no index"):
            read_index(path, embedding.model, embedding.rows)


def test_kinds_by_name(tmp_path, saved):
    embedding = embedding_in("euclid")
    with pytest.raises(ParameterError, match=r"kind='ivf'.*'tree', 'faiss'"):
        embedding.build_index(tmp_path / "i", kind="ivf")
    contents = read_container(index_path(saved), INDEX)
    write_container(index_path(saved), INDEX, contents.arrays, {**contents.state, "kind": "forest"})
    with pytest.raises(ReadError, match=r'makes no index.*build it again with "diskembed index MODEL"'):
        load(saved).ancestors(0)


def test_what_cannot_be_indexed(tmp_path):
    cube = registry.make("disks", 4, geometry="cube")
    rows = cube.random(20, np.random.default_rng(0), 1.0)
    with pytest.raises(ParameterError, match=r"not the sign of one product.*a lift.*every node is scored"):
        build_index(cube, rows, 0.0, tmp_path / "i")
    embedding = embedding_in("euclid")
    for questions in (0, -1, True, 1.5):
        with pytest.raises(ParameterError, match="questions="):
            embedding.build_index(tmp_path / "i", questions=questions)
    with pytest.raises(WriteError, match="cannot be written"):
        embedding.build_index(tmp_path / "nowhere" / "i")
    assert list(tmp_path.iterdir()) == []


def test_nothing_contained_is_full_recall(tmp_path):
    model = registry.make("disks", 2, geometry="euclid")
    apart = Embedding(Names.numbered(3), np.array([[0.0, 1.0], [9.0, 1.0], [99.0, 1.0]]), model)
    assert apart.build_index(tmp_path / "i").recall == {"ancestors": 1.0, "descendants": 1.0}
