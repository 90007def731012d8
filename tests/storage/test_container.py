"""The file format: byte for byte, as others read it, and what is refused."""

import hashlib
import json
import os
import threading

import numpy as np
import pytest
import safetensors
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as nps
from safetensors.numpy import load_file, save_file

from diskembed import __version__
from diskembed.errors import ParameterError, ReadError
from diskembed.storage.container import read_container, write_container
from diskembed.storage.header import Kind

THING = Kind("thing", 3)
TYPES = ["f8", "f4", "f2", "i8", "i4", "i2", "i1", "u8", "u4", "u2", "u1", "?"]

arrays = st.dictionaries(
    st.text(min_size=1).filter(lambda name: name not in {"sha256", "__metadata__"} and name.isprintable()),
    st.sampled_from(TYPES).flatmap(
        lambda t: nps.arrays(t, nps.array_shapes(min_dims=0, min_side=0, max_side=4))
    ),
    max_size=4,
)


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    return tmp_path_factory.mktemp("container") / "thing.disk"


def refused(path, data, match):
    path.write_bytes(data)
    with pytest.raises(ReadError, match=match):
        read_container(path, THING)


def file_of(metadata, fields, data):
    header = json.dumps({"__metadata__": metadata} | fields, separators=(",", ":")).encode()
    header += b" " * (-(8 + len(header)) % 64)
    content = len(header).to_bytes(8, "little") + header + data
    return content + hashlib.sha256(content).digest()


METADATA = {"diskembed": "thing", "version": "3", "written_by": __version__, "state": '{"a": [1, null]}'}
FIELDS = {
    "wide": {"dtype": "F64", "shape": [2, 1], "data_offsets": [0, 16]},
    "slim": {"dtype": "U8", "shape": [3], "data_offsets": [16, 19]},
    "sha256": {"dtype": "U8", "shape": [32], "data_offsets": [19, 51]},
}
DATA = np.array([0.5, -2.0]).astype("<f8").tobytes() + b"\1\2\3"


def test_byte_for_byte(path):
    slim, wide = np.array([1, 2, 3], np.uint8), np.array([[0.5], [-2.0]])
    write_container(path, THING, {"slim": slim, "wide": wide}, {"a": (1, None)})
    assert path.read_bytes() == file_of(METADATA, FIELDS, DATA)


@given(arrays, st.dictionaries(st.text(), st.integers()))
def test_what_is_written_is_read(path, arrays, state):
    write_container(path, THING, arrays, state)
    contents = read_container(path, THING)
    assert contents.state == state
    assert contents.arrays.keys() == arrays.keys()
    for name, array in arrays.items():
        assert contents.arrays[name].dtype == array.dtype
        assert contents.arrays[name].shape == array.shape
        assert contents.arrays[name].tobytes() == array.tobytes()
        assert contents.arrays[name].flags.aligned
        assert not contents.arrays[name].flags.writeable


@given(arrays)
def test_the_safetensors_library_reads_it(path, arrays):
    write_container(path, THING, arrays, {"ü": "\ud800"})
    theirs = load_file(path)
    digest = theirs.pop("sha256").tobytes()
    assert digest == hashlib.sha256(path.read_bytes()[:-32]).digest()
    assert theirs.keys() == arrays.keys()
    for name, array in arrays.items():
        assert theirs[name].dtype == array.dtype
        assert theirs[name].tobytes() == array.tobytes()
    with safetensors.safe_open(path, "np") as file:
        assert json.loads(file.metadata()["state"]) == {"ü": "\ud800"}


def test_layouts_do_not_matter(path):
    rows = np.arange(12.0).reshape(3, 4)
    for array in (rows.T, rows[::-1, ::2], rows.astype(">f8"), np.asfortranarray(rows)):
        write_container(path, THING, {"rows": array}, None)
        assert read_container(path, THING).arrays["rows"].tolist() == array.tolist()


def test_more_than_a_chunk(path, monkeypatch):
    monkeypatch.setattr("diskembed.storage.container._CHUNK", 64)
    rows = np.arange(1000.0)
    write_container(path, THING, {"rows": rows}, None)
    assert read_container(path, THING).arrays["rows"].tolist() == rows.tolist()


def test_what_cannot_be_kept_is_refused(path, tmp_path):
    for name, array in (
        ("sha256", np.zeros(1)),
        ("__metadata__", np.zeros(1)),
        ("x", np.zeros(1, complex)),
        ("x", np.array(["text"])),
        ("x", np.array([None])),
    ):
        with pytest.raises(ParameterError, match="array"):
            write_container(tmp_path / "new", THING, {name: array}, None)
    with pytest.raises(ParameterError, match="the state cannot be held as JSON"):
        write_container(tmp_path / "new", THING, {}, {"a": object()})
    assert not list(tmp_path.iterdir())


def test_other_files_are_named_as_such(path, tmp_path):
    refused(path, b"child\tparent\ndog\tanimal\n" * 9, "not a file that diskembed wrote; give a thing file")
    refused(path, b"", "the file is empty; give a thing file")
    refused(path, b"\x1f\x8b\x08", "not a file that diskembed wrote")
    save_file({"rows": np.zeros((3, 2))}, path)
    refused(path, path.read_bytes(), "not a file that diskembed wrote")
    refused(path, file_of(METADATA | {"diskembed": "model"}, FIELDS, DATA), "this is a model, not a thing")
    with pytest.raises(ReadError, match=r"missing: there is no such file; check the path"):
        read_container(tmp_path / "missing", THING)
    with pytest.raises(ReadError, match="cannot be read: Is a directory"):
        read_container(tmp_path, THING)


def test_a_newer_version_asks_for_an_update(path):
    newer = METADATA | {"version": "4", "written_by": "9.1"}
    refused(
        path,
        file_of({**newer, "state": "of a new kind"}, {}, b""),
        r"written by a newer diskembed \(9.1\) in version 4 of the thing format; "
        rf"diskembed {__version__} reads it up to version 3; update: pip install",
    )


def test_older_versions_are_read(path):
    path.write_bytes(file_of(METADATA | {"version": "1"}, FIELDS, DATA))
    assert read_container(path, THING).arrays["slim"].tolist() == [1, 2, 3]


@pytest.mark.parametrize(
    ("metadata", "fields"),
    [
        ({"version": "x"}, {}),
        ({"version": "0"}, {}),
        ({"version": None}, {}),
        ({"state": "{"}, {}),
        ({"state": "[" * 100_000}, {}),
        ({}, {"slim": {"dtype": "U8", "shape": [3], "data_offsets": [17, 20]}}),
        ({}, {"slim": {"dtype": "U8", "shape": [2], "data_offsets": [16, 19]}}),
        ({}, {"slim": {"dtype": "U8", "shape": [-1, -3], "data_offsets": [16, 19]}}),
        ({}, {"slim": {"dtype": "U8", "shape": None, "data_offsets": [16, 19]}}),
        ({}, {"slim": {"dtype": "Q8", "shape": [3], "data_offsets": [16, 19]}}),
        ({}, {"slim": []}),
        ({}, {"sha256": {"dtype": "U8", "shape": [16], "data_offsets": [19, 35]}}),
        ({}, {"slim": FIELDS["slim"], "last": {"dtype": "U8", "shape": [0], "data_offsets": [51, 51]}}),
    ],
)
def test_headers_that_make_no_sense(path, metadata, fields):
    data = file_of(METADATA | metadata, FIELDS | fields, DATA)
    if "last" in fields:
        path.write_bytes(data)  # an empty array after the digest is in nobody's way
        assert read_container(path, THING).arrays["last"].size == 0
    else:
        refused(path, data, "the file is damaged: its header cannot be read; copy it again")


def test_headers_that_are_no_json(path):
    for text in (b'{"__metadata__":{"diskembed":"thing', b'{"__metadata__":{"diskembed":"\xff"}}'):
        refused(path, len(text).to_bytes(8, "little") + text, "its header cannot be read")
    missing = {name: field for name, field in FIELDS.items() if name != "sha256"}
    refused(path, file_of(METADATA, missing, DATA), "its header cannot be read")


def test_without_verification_only_sizes_count(path):
    write_container(path, THING, {"rows": np.zeros(100)}, None)
    data = bytearray(path.read_bytes())
    data[-200] ^= 1
    path.write_bytes(data)
    with pytest.raises(ReadError, match="does not match its checksum"):
        read_container(path, THING)
    assert np.count_nonzero(read_container(path, THING, verify=False).arrays["rows"]) == 1
    path.write_bytes(data[:-1])
    with pytest.raises(ReadError, match="cut short"):
        read_container(path, THING, verify=False)


def test_a_pipe_is_read_too(path, tmp_path):
    write_container(path, THING, {"rows": np.arange(9.0)}, None)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_bytes(path.read_bytes()))
    writer.start()
    assert read_container(pipe, THING).arrays["rows"].tolist() == list(range(9))
    writer.join()
