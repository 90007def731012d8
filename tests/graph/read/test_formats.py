"""Laws that every registered format obeys; a format without an example fails the first of them."""

import bz2
import gzip
import lzma
import shutil

import pytest
import zstandard

from diskembed import read
from diskembed.errors import InputError, ParameterError, ReadError
from diskembed.graph.read.registry import formats
from graph.read.examples import EXAMPLES, IDS, edges_of

each_example = pytest.mark.parametrize("example", EXAMPLES, ids=IDS)
COMPRESSED = {".gz": gzip.compress, ".zst": zstandard.compress, ".xz": lzma.compress, ".bz2": bz2.compress}


def test_every_format_has_an_example():
    assert {example.format for example in EXAMPLES} == set(formats())


@each_example
def test_it_holds_its_graph(example, tmp_path):
    dag = read(example.write(tmp_path), **example.options)
    assert edges_of(dag) == example.edges
    assert set(dag.names) == example.nodes


@each_example
@pytest.mark.parametrize("suffix", COMPRESSED)
def test_it_can_be_compressed(example, suffix, tmp_path):
    path = example.write(tmp_path)
    packed = path.with_name(path.name + suffix)
    packed.write_bytes(COMPRESSED[suffix](path.read_bytes()))
    path.unlink()
    assert edges_of(read(packed, **example.options)) == example.edges


@each_example
def test_its_name_may_be_anything_when_the_format_is_said(example, tmp_path):
    path = example.write(tmp_path)
    if example.format == "wordnet":  # finds its index by name
        with pytest.raises(ReadError):
            read(shutil.copy(path, tmp_path / "other"), format="wordnet")
        return
    renamed = path.rename(tmp_path / "renamed")
    assert edges_of(read(renamed, **{**example.options, "format": example.format})) == example.edges


@each_example
def test_a_mark_at_the_beginning_is_skipped(example, tmp_path):
    path = example.write(tmp_path)
    if example.format != "parquet":
        path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert edges_of(read(path, **example.options)) == example.edges


@each_example
def test_lines_may_end_as_elsewhere(example, tmp_path):
    path = example.write(tmp_path)
    if example.format != "parquet":
        path.write_bytes(path.read_bytes().replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"))
    assert edges_of(read(path, **example.options)) == example.edges


@each_example
@pytest.mark.parametrize(
    "data", [b"", b"\n", b"\n\n  \n", b"\0\1\2\3" * 99, b"\xff\xfea\0b\0", b"caf\xe9\tbar\n"]
)
def test_what_holds_no_graph_is_refused(example, data, tmp_path):
    path = example.write(tmp_path)
    path.write_bytes(data)
    with pytest.raises(ReadError, match=path.name) as caught:
        read(path, **example.options)
    assert caught.value.do
    assert "\n" not in str(caught.value)


@each_example
def test_options_that_it_does_not_obey_are_refused(example, tmp_path):
    format_ = formats()[example.format]
    path = example.write(tmp_path)
    if not format_.takes_order:
        with pytest.raises(ParameterError, match="order"):
            read(path, **{**example.options, "order": "child,parent"})
    if not format_.relations:
        with pytest.raises(ParameterError, match="relations"):
            read(path, **{**example.options, "relations": ("is_a",)})
    else:
        assert edges_of(read(path, **example.options, relations=format_.relations)) == example.edges
        with pytest.raises(InputError, match="'isa'"):
            read(path, **example.options, relations=("isa",))
