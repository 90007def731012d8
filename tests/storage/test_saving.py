"""A saved embedding comes back as it was, or not at all."""

import mmap
from dataclasses import replace

import numpy as np
import pytest

from diskembed.embedding import Embedding, load
from diskembed.errors import ParameterError, ReadError
from diskembed.graph.names import Names
from diskembed.models import registry
from embeddings import CASES, IDS, embedding_of, nested


@pytest.mark.parametrize("dtype", [None, "float32", "float64"])
@pytest.mark.parametrize(("model", "rows"), CASES, ids=IDS)
def test_a_file_gives_it_back(model, rows, dtype, tmp_path):
    embedding = embedding_of(model, rows, provenance={"seed": 3, "history": [0.5, {"epoch": 1}]})
    embedding.save(tmp_path / "m.disk", dtype=dtype)
    again = load(tmp_path / "m.disk")
    assert again.names == embedding.names
    assert again.rows.tobytes() == rows.astype(dtype or "float64").tobytes()
    assert (again.model.name, again.model.dim) == (model.name, model.dim)
    assert again.threshold == embedding.threshold
    assert again.provenance == embedding.provenance
    rounded = replace(embedding, rows=rows.astype(dtype or "float64"))
    everyone = np.arange(len(rows))
    assert again.protrusion(0, everyone).tolist() == rounded.protrusion(0, everyone).tolist()
    assert again.ancestors(0).scores.tolist() == rounded.ancestors(0).scores.tolist()


def test_float32_halves_the_rows_and_refuses_what_it_cannot_hold(tmp_path):
    model = registry.make("disks", 11, geometry="hyperboloid")
    rows = model.random(2000, np.random.default_rng(1), 1.0)
    embedding = embedding_of(model, rows)
    embedding.save(tmp_path / "double.disk")
    embedding.save(tmp_path / "single.disk", dtype="float32")
    saved = (tmp_path / "double.disk").stat().st_size - (tmp_path / "single.disk").stat().st_size
    assert abs(saved - rows.nbytes // 2) < 128
    near = load(tmp_path / "single.disk")
    np.testing.assert_allclose(
        near.protrusion(0, np.arange(2000)), embedding.protrusion(0, np.arange(2000)), atol=1e-5
    )
    near.save(tmp_path / "again.disk", dtype="float64")
    assert load(tmp_path / "again.disk").ancestors(7).scores.tolist() == near.ancestors(7).scores.tolist()
    with pytest.raises(ParameterError, match="dtype='half'"):
        embedding.save(tmp_path / "m.disk", dtype="half")
    huge = replace(nested(), rows=np.full((4, 2), 1e50))
    with pytest.raises(ParameterError, match="row 0 holds NaN or an infinity"):
        huge.save(tmp_path / "m.disk", dtype="float32")
    assert not (tmp_path / "m.disk").exists()


def test_rows_stay_in_the_file_which_may_be_replaced(tmp_path):
    path = tmp_path / "m.disk"
    nested().save(path)
    first = load(path)
    base = first.rows
    while isinstance(base, np.ndarray):
        base = base.base
    assert isinstance(base, mmap.mmap)
    before = first.rows.tolist()
    replace(first, rows=np.zeros((4, 2))).save(path)
    first.save(tmp_path / "copy.disk")
    assert first.rows.tolist() == load(tmp_path / "copy.disk").rows.tolist() == before
    assert load(path).rows.tolist() == np.zeros((4, 2)).tolist()


def test_the_same_embedding_gives_the_same_bytes(tmp_path):
    nested(provenance={"b": 1, "a": 2}).save(tmp_path / "one.disk")
    load(tmp_path / "one.disk").save(tmp_path / "two.disk")
    assert (tmp_path / "one.disk").read_bytes() == (tmp_path / "two.disk").read_bytes()


def damaged(path, data):
    path.write_bytes(data)
    with pytest.raises(ReadError) as caught:
        load(path)
    assert str(caught.value).startswith(str(path))
    return str(caught.value)


def test_a_file_cut_short_anywhere_is_an_error(tmp_path):
    path = tmp_path / "m.disk"
    nested(threshold=0.25, provenance={"seed": 0}).save(path)
    whole = path.read_bytes()
    for length in {*range(0, len(whole), 7), *range(len(whole) - 70, len(whole))}:
        message = damaged(path, whole[:length])
        assert ("cut short" in message) == (length > 8)
    assert "the file is empty" in damaged(path, b"")
    assert "too long" in damaged(path, whole + b"\0")


def test_a_byte_flipped_anywhere_is_an_error(tmp_path):
    path = tmp_path / "m.disk"
    nested(threshold=0.25, provenance={"seed": 0}).save(path)
    whole = path.read_bytes()
    rng = np.random.default_rng(0)
    for place in rng.choice(len(whole), 300, replace=False):
        flipped = bytearray(whole)
        flipped[place] ^= 1 << rng.integers(8)
        damaged(path, flipped)


def test_a_flipped_byte_that_is_not_looked_for_does_no_harm(tmp_path):
    path = tmp_path / "m.disk"
    nested(threshold=0.25, provenance={"seed": 0}).save(path)
    whole = path.read_bytes()
    rng = np.random.default_rng(1)
    loaded = 0
    for place in rng.choice(len(whole), 300, replace=False):
        flipped = bytearray(whole)
        flipped[place] ^= 1 << rng.integers(8)
        path.write_bytes(flipped)
        try:
            embedding = load(path, verify=False)
        except ReadError:
            continue
        with np.errstate(all="ignore"):
            assert len(embedding.ancestors(len(embedding) - 1)) < len(embedding)
        assert len(list(embedding.names)) == len(embedding)
        loaded += 1
    assert loaded > 20


def test_a_million_nodes(tmp_path):
    n = 1_000_000
    model = registry.make("disks", 3, geometry="euclid")
    rows = np.random.default_rng(0).random((n, 3), np.float32)
    rows[-1] = 0.5, 0.5, 3.0
    embedding = Embedding(Names.numbered(n), rows, model)
    embedding.save(tmp_path / "m.disk")
    again = load(tmp_path / "m.disk")
    assert np.array_equal(again.rows, rows)
    assert again.names == embedding.names
    assert len(again.descendants("999999")) == n - 1
    assert (tmp_path / "m.disk").stat().st_size < 28_000_000
