"""Files for other programs, read back by those."""

import csv
import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import diskembed as de
from diskembed.embedding import Embedding
from diskembed.errors import DomainError, MissingExtraError, ParameterError, ReadError
from diskembed.exchange.formats.word2vec import escaped
from diskembed.exchange.registry import Format, find, for_path, formats, register
from diskembed.geometry import registry as geometries
from diskembed.graph.names import Names
from diskembed.models import registry
from embeddings import CASES, IDS, embedding_of, nested

ODD = ["two words", "50% off", "tab\there", "line\nend", "犬 🐕", "\u00a0nb", "a\u2028b"]


def odd(**changes):
    rng = np.random.default_rng(0)
    model = registry.make("disks", 4, geometry="hyperboloid")
    return Embedding(Names.from_strings(ODD), model.random(len(ODD), rng, 0.5), model, **changes)


@pytest.mark.parametrize("format_", ["npz", "parquet", "word2vec"])
@pytest.mark.parametrize("home", [geometries.make(name, 3) for name in geometries.names()], ids=str)
def test_what_is_written_comes_back(home, format_, tmp_path):
    pytest.importorskip("pyarrow") if format_ == "parquet" else None
    rng = np.random.default_rng(0)
    model = registry.make("disks", 4, geometry=home.name, geometry_options=home.options)
    embedding = Embedding(Names.from_strings(ODD), model.random(len(ODD), rng, 0.5), model)
    (path,) = embedding.export(tmp_path / "m", to=format_)
    found = find(format_).read(path)
    again = Embedding.from_vectors(
        found.names, found.centers, found.radii, geometry=home.name, **home.options
    )
    assert list(again.names) == ODD
    assert again.rows.tolist() == embedding.rows.tolist()
    assert again.model.home == home
    assert (again.protrusion(0, [1, 2]) == embedding.protrusion(0, [1, 2])).all()


@pytest.mark.parametrize(("model", "rows"), CASES, ids=IDS)
def test_every_model_can_be_written_as_numbers(model, rows, tmp_path):
    embedding = embedding_of(model, rows)
    with np.load(*embedding.export(tmp_path / "m.npz"), allow_pickle=False) as data:
        assert data["rows"].tolist() == rows.tolist()
        about = json.loads(data["about"].tobytes())
        assert registry.make(about["model"], about["dim"], **about["options"]) == model
        assert about["cutoff"] == embedding.cutoff
        assert ("centers" in data) == (model.name in ("disks", "relative-disks"))
        if "lift_outer" in data:
            products = data["lift_outer"] @ data["lift_inner"].T
            sizes = data["radii"] if model.name == "disks" else None
            if sizes is not None:
                clear = (np.abs(products) > 1e-6) & (np.abs(sizes[:, None] - sizes) > 1e-6)
                home = model.home
                inside = (products > 0) & (sizes[:, None] > sizes)
                inside |= sizes[:, None] - sizes > home.diameter
                apart = home.distance(rows[:, None, :-1], rows[None, :, :-1])
                assert (inside == (apart <= sizes[:, None] - sizes))[clear].all()
    (text,) = embedding.export(tmp_path / "m.w2v.txt")
    lines = text.read_text().splitlines()
    assert lines[0] == f"{len(rows)} {model.width}"
    assert np.array(lines[1].split(" ")[1:], float).tolist() == rows[0].tolist()


def test_gensim_reads_word2vec(tmp_path):
    gensim = pytest.importorskip("gensim")
    embedding = odd()
    (path,) = embedding.export(tmp_path / "m.w2v.txt")
    vectors = gensim.models.KeyedVectors.load_word2vec_format(str(path), binary=False, datatype=np.float64)
    from urllib.parse import unquote

    assert [unquote(key) for key in vectors.index_to_key] == ODD
    assert vectors.vectors.tolist() == embedding.rows.tolist()
    assert vectors[escaped("two words")].tolist() == embedding.rows[0].tolist()


@given(st.text(max_size=20))
def test_escaped_names_are_one_word_and_come_back(name):
    from urllib.parse import unquote

    word = escaped(name)
    assert unquote(word) == name
    assert len(f"{word}|".split()) == 1
    assert word.isprintable() or not name.isprintable()


def test_the_projector_gets_two_tables(tmp_path):
    embedding = odd()
    vectors, metadata = embedding.export(tmp_path / "m.tsv")
    assert metadata.name == "m.metadata.tsv"
    with vectors.open(newline="") as file:
        numbers = [[float(cell) for cell in row] for row in csv.reader(file, delimiter="\t")]
    assert numbers == embedding.centers.tolist()
    lines = metadata.read_text().split("\n")
    assert lines[0] == "name\tradius"
    assert len(lines) == len(ODD) + 2
    assert lines[3] == f"tab here\t{embedding.radii[2]}"
    points = Embedding(Names.from_strings("ab"), np.ones((2, 2)), registry.make("order", 2))
    assert points.export(tmp_path / "p.tsv")[1].read_text() == "a\nb\n"


def test_parquet_columns(tmp_path):
    pq = pytest.importorskip("pyarrow.parquet")
    embedding = odd(threshold=0.5)
    table = pq.read_table(*embedding.export(tmp_path / "m.parquet"))
    assert table.column_names == ["name", "center", "radius", "lift_outer", "lift_inner"]
    assert np.array(table["center"].to_pylist()).tolist() == embedding.centers.tolist()
    assert json.loads(table.schema.metadata[b"diskembed"])["cutoff"] == 0.5
    points = Embedding(Names.from_strings("ab"), np.ones((2, 2)), registry.make("order", 2))
    assert pq.read_table(*points.export(tmp_path / "p.parquet")).column_names == ["name", "vector"]


def test_an_absent_package_is_named(tmp_path, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    with pytest.raises(MissingExtraError, match=r"writing Parquet.*diskembed\[parquet\]"):
        odd().export(tmp_path / "m.parquet")
    assert not list(tmp_path.iterdir())


def test_single_precision_stays(tmp_path):
    embedding = replace(odd(), rows=odd().rows.astype(np.float32))
    found = find("npz").read(*embedding.export(tmp_path / "m.npz"))
    again = Embedding.from_vectors(found.names, found.centers, found.radii, geometry="hyperboloid")
    assert again.rows.dtype == np.float32
    assert again.rows.tolist() == embedding.rows.tolist()


def test_arrays_that_people_have(tmp_path):
    np.savez(tmp_path / "v.npz", names=np.array(["a", "b"]), vectors=np.eye(2), radii=[1, 2])
    found = find("npz").read(tmp_path / "v.npz")
    embedding = de.Embedding.from_vectors(found.names, found.centers, found.radii, threshold=0.5)
    assert embedding.protrusion("b", "a") == pytest.approx(2**0.5 - 1)
    assert embedding.contains("b", "a")
    assert embedding.model.dim == 3
    assert de.Embedding.from_vectors([], np.zeros((0, 2)), []).ancestors is not None


def test_formats_are_found_by_name_and_by_ending(tmp_path):
    assert set(formats()) == {"npz", "parquet", "word2vec", "projector", "pgvector", "duckdb", "sqlite"}
    assert for_path("x/M.NPZ").name == "npz"
    assert for_path("m.pgvector.sql").name == "pgvector"
    assert for_path("m.metadata.tsv").name == "projector"
    with pytest.raises(ParameterError, match=r"'m.sql' tells no format; .*\*.pgvector.sql \(pgvector\)"):
        odd().export(tmp_path / "m.sql")
    with pytest.raises(ParameterError, match=r"no format is named 'postgres'"):
        odd().export(tmp_path / "m.sql", to="postgres")
    with pytest.raises(ParameterError, match="a format named 'npz' exists"):
        register(Format("npz", "", ".x", find("npz").write))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", r"line 1: no word2vec header"),
        (b"two 3\n", r"line 1: no word2vec header"),
        (b"2 3\na 1 2 3\n", "1 vectors instead of 2 of 3"),
        (b"1 1\na 1\n", "instead of 1 of 1 numbers"),
        (b"1 3\na 1 2\n", r"line 2: 'a 1 2' is no name and 3 numbers"),
        (b"1 3\na 1 2 x\n", "line 2"),
        (b"2 2\na 1 2\na 1 2\n", "the name 'a' stands at 0 and again at 1"),
        (b"1 2\n\xff 1 2\n", "UTF-8"),
    ],
)
def test_broken_word2vec_files(content, message, tmp_path):
    (tmp_path / "m.w2v.txt").write_bytes(content)
    with pytest.raises(ReadError, match=message):
        find("word2vec").read(tmp_path / "m.w2v.txt")


@pytest.mark.parametrize("format_", ["npz", "parquet", "word2vec"])
def test_files_that_hold_no_vectors(format_, tmp_path):
    pytest.importorskip("pyarrow") if format_ == "parquet" else None
    with pytest.raises(ReadError, match="no such file"):
        find(format_).read(tmp_path / "none")
    (tmp_path / "junk").write_bytes(b"PK\x03\x04 junk")
    with pytest.raises(ReadError, match="junk"):
        find(format_).read(tmp_path / "junk")
    np.savez(tmp_path / "m.npz", rows=np.ones((2, 2)))
    with pytest.raises(ReadError, match="names, centers"):
        find("npz").read(tmp_path / "m.npz")


@pytest.mark.parametrize(
    ("centers", "radii", "options", "error", "message"),
    [
        (np.ones((2, 2)), np.ones(3), {}, ParameterError, r"shape \(2, 2\) and radii of shape \(3,\)"),
        (np.ones(2), np.ones(2), {}, ParameterError, r"shape \(2,\)"),
        ([["x", "y"]], [1.0], {}, ParameterError, "centres of <U1"),
        (np.ones((2, 2)), ["a", "b"], {}, ParameterError, "radii of <U1"),
        (np.ones((2, 3)), np.ones(2), {"geometry": "hyperboloid"}, DomainError, "off hyperboloid"),
        (np.ones((2, 1)), np.ones(2), {"geometry": "sphere"}, ParameterError, "a point of it has 2"),
        (np.ones((2, 2)), np.ones(2), {"geometry": "torus"}, ParameterError, "no geometry is named 'torus'"),
        ([[np.nan, 0], [0, 0]], np.ones(2), {}, DomainError, "NaN"),
        (np.ones((2, 2)), [1.0, np.inf], {}, ParameterError, "NaN or an infinity"),
    ],
)
def test_vectors_that_make_no_disks(centers, radii, options, error, message):
    with pytest.raises(error, match=message):
        de.Embedding.from_vectors("ab", centers, radii, **options)


def test_an_export_that_fails_leaves_what_was_there(tmp_path, monkeypatch):
    path = tmp_path / "m.tsv"
    embedding = nested()
    embedding.export(path)
    before = sorted((file.name, file.read_bytes()) for file in tmp_path.iterdir())
    monkeypatch.setattr(Names, "__iter__", lambda self: iter(()))
    with pytest.raises(ValueError, match="zip"):
        embedding.export(path)
    assert sorted((file.name, file.read_bytes()) for file in tmp_path.iterdir()) == before
