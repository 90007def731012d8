import gzip
import io
import os
import sys
import threading
import types

import pytest
import zstandard

from diskembed import read
from diskembed.errors import MissingExtraError, ParameterError, ReadError
from graph.read.examples import edges_of

TABLE = b"child\tparent\na\tb\n"


def written(tmp_path, name, data=TABLE):
    path = tmp_path / name
    path.write_bytes(data)
    return path


@pytest.fixture
def stdin(monkeypatch):
    def give(data):
        monkeypatch.setattr(sys, "stdin", types.SimpleNamespace(buffer=io.BytesIO(data), closed=False))

    return give


def test_standard_input_needs_a_format(stdin):
    stdin(TABLE)
    with pytest.raises(ParameterError, match="--format tsv"):
        read("-")
    assert edges_of(read("-", format="tsv")) == {("b", "a")}


def test_standard_input_may_be_compressed(stdin):
    stdin(gzip.compress(TABLE))
    assert edges_of(read("-", format="tsv")) == {("b", "a")}


def test_standard_input_has_lines_too(stdin):
    stdin(TABLE + b"x\n")
    with pytest.raises(ReadError, match="standard input, line 3: one column"):
        read("-", format="tsv")


def test_standard_input_may_be_closed(monkeypatch):
    closed = types.SimpleNamespace(closed=True)
    for stream in (None, closed):
        monkeypatch.setattr(sys, "stdin", stream)
        with pytest.raises(ReadError, match="standard input: it is closed; pipe a graph in"):
            read("-", format="tsv")


def test_a_pipe_in_the_file_system(tmp_path):
    path = tmp_path / "pipe.tsv"
    os.mkfifo(path)
    writer = threading.Thread(target=path.write_bytes, args=(TABLE,))
    writer.start()
    assert edges_of(read(path)) == {("b", "a")}
    writer.join()


def test_several_frames_and_members_are_one_file(tmp_path):
    for suffix, compress in ((".gz", gzip.compress), (".zst", zstandard.compress)):
        path = written(tmp_path, "a.tsv" + suffix, compress(TABLE) + compress(b"b\tc\n"))
        assert edges_of(read(path)) == {("b", "a"), ("c", "b")}


def test_compression_is_seen_without_a_suffix(tmp_path):
    assert edges_of(read(written(tmp_path, "a.tsv", gzip.compress(TABLE)))) == {("b", "a")}


@pytest.mark.parametrize(("suffix", "compress"), [(".gz", gzip.compress), (".zst", zstandard.compress)])
def test_broken_compression(tmp_path, suffix, compress):
    packed = compress(TABLE * 100)
    with pytest.raises(ReadError, match=r"data breaks off.*complete file"):
        read(written(tmp_path, "a.tsv" + suffix, packed[: len(packed) // 2]))
    with pytest.raises(ReadError, match="damaged"):
        read(written(tmp_path, "b.tsv" + suffix, packed[:-8] + b"XXXXXXXX"))
    with pytest.raises(ReadError, match=r"this is no .* file"):
        read(written(tmp_path, "c.tsv" + suffix))


def test_compression_of_another_kind_than_promised(tmp_path):
    with pytest.raises(ReadError, match="this is no Zstandard file but gzip"):
        read(written(tmp_path, "a.tsv.zst", gzip.compress(TABLE)))


def test_a_missing_package_names_its_extra(tmp_path, monkeypatch):
    for name, package, extra, data in (
        ("a.tsv.zst", "zstandard", "zstd", zstandard.compress(TABLE)),
        ("a.parquet", "pyarrow", "parquet", b"PAR1"),
        ("a.ttl", "pyoxigraph", "rdf", b""),
    ):
        monkeypatch.setitem(sys.modules, package, None)
        with pytest.raises(
            MissingExtraError, match=f'needs the package {package}.*pip install "diskembed\\[{extra}]"'
        ):
            read(written(tmp_path, name, data or b" "))


def test_a_link_that_leads_nowhere(tmp_path):
    (tmp_path / "link.tsv").symlink_to("gone.tsv")
    with pytest.raises(
        ReadError, match=r"link\.tsv: it is a link to gone\.tsv, where no file is; mend the link"
    ):
        read(tmp_path / "link.tsv")


def test_an_empty_path_is_not_the_current_folder():
    with pytest.raises(ParameterError, match="an empty path was given"):
        read("")


def test_an_absent_file_with_near_ones(tmp_path):
    written(tmp_path, "edges.tsv")
    with pytest.raises(ReadError, match=r"no such file; did you mean edges\.tsv"):
        read(tmp_path / "edge.tsv")
    with pytest.raises(ReadError, match="no such file; check the path"):
        read(tmp_path / "no" / "such.tsv")


def test_an_address_is_no_file():
    with pytest.raises(ReadError, match=r"this is an address; a graph is read from a file; fetch it first"):
        read("https://example.org/edges.tsv")


def test_a_directory(tmp_path):
    with pytest.raises(
        ReadError, match=r"this is a directory; expected a file, or a directory with data\.noun"
    ):
        read(tmp_path)
    with pytest.raises(ReadError, match="this is a directory; expected a file"):
        read(tmp_path, format="tsv")


def test_a_file_that_may_not_be_read(tmp_path, monkeypatch):
    path = written(tmp_path, "a.tsv")

    def refuse(*_args, **_kwargs):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(type(path), "open", refuse)
    with pytest.raises(ReadError, match="cannot be opened: Permission denied"):
        read(path)


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"PAR1" + bytes(9), "a Parquet file"),
        (b"PK\x03\x04abc", "a zip archive"),
        ("child\tparent\na\tb\n".encode("utf-16"), "UTF-16 text"),
        (b"%PDF-1.4", "a PDF"),
        (b"SQLite format 3\0", "an SQLite database"),
        (b"\x04\x22\x4d\x18abc", "LZ4"),
        (b"child\tparent\n\0\0", "byte 13 is zero"),
    ],
)
def test_binaries_are_called_by_their_name(tmp_path, data, kind):
    with pytest.raises(ReadError, match=kind):
        read(written(tmp_path, "a.tsv", data))


def test_names_tell_formats_in_any_case(tmp_path):
    assert edges_of(read(written(tmp_path, "A.TSV"))) == {("b", "a")}
    assert edges_of(read(written(tmp_path, "B.Tsv.GZ", gzip.compress(TABLE)))) == {("b", "a")}


def test_an_unknown_name_or_format(tmp_path):
    path = written(tmp_path, "edges.dat")
    with pytest.raises(ReadError, match=r"expected a name that ends in .*\.csv.*; pass format, one of csv, "):
        read(path)
    with pytest.raises(ParameterError, match=r"format='tvs'; one of csv, .*; did you mean 'tsv'"):
        read(path, format="tvs")
    with pytest.raises(ParameterError, match="format='zzz'; one of"):
        read(path, format="zzz")
    assert edges_of(read(path, format="tsv")) == {("b", "a")}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"order": "child"}, "order='child'; one of 'parent,child', 'child,parent'"),
        ({"relations": "is_a"}, r"relations=\('is_a',\)"),
        ({"relations": ()}, "one or more names"),
        ({"relations": (1,)}, "one or more names"),
        ({"on_cycle": "ignore"}, "on_cycle='ignore'"),
    ],
)
def test_options_are_checked(tmp_path, options, message):
    with pytest.raises(ParameterError, match=message):
        read(written(tmp_path, "a.tsv"), **options)


def test_a_path_is_a_string_or_path_like(tmp_path):
    path = written(tmp_path, "a.tsv")
    assert edges_of(read(str(path))) == edges_of(read(path)) == {("b", "a")}
