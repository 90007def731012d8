"""The published file format: what is written comes back, byte by byte."""

import gzip

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diskembed.errors import ParameterError, ReadError, SplitError
from diskembed.graph.dag import DAG
from diskembed.split import Rule, Split, draw_splits, write_splits
from split.naive import binary_tree, closure_of, edges_of

PARTS = ["test", "test_neg", "train_25percent", "valid", "valid_neg", "vocab"]
names = st.text(st.characters(exclude_characters="\t\n", exclude_categories=["Cs"]), max_size=6)


@pytest.fixture(scope="module")
def tree():
    return binary_tree(6)


@pytest.fixture
def written(tmp_path, tree):
    """0 and 25 percent of a small tree, and the folder they are in."""
    splits = list(draw_splits(tree, [0, 25], Rule(seed=5)))
    write_splits(splits, tmp_path, prefix="tree")
    return tmp_path, splits


def contents(folder):
    return {file.name: file.read_bytes() for file in folder.iterdir()}


@pytest.mark.parametrize("compress", [False, True])
def test_round_trip_is_exact(tmp_path, tree, compress):
    split = Split.draw(tree, percent=25)
    files = split.write(tmp_path / "a", prefix="p", compress=compress)
    assert sorted(f.name for f in files) == [f"p.{part}{'.gz' if compress else ''}" for part in PARTS]
    again = Split.read(tmp_path / "a", percent=25)
    assert (again.names, again.train, again.valid, again.test) == (
        split.names,
        split.train,
        split.valid,
        split.test,
    )
    again.write(tmp_path / "b", prefix="p", compress=compress)
    assert contents(tmp_path / "a") == contents(tmp_path / "b")


def test_the_format_is_parent_tab_child(tmp_path, tree):
    split = Split.draw(tree, percent=25)
    split.write(tmp_path, compress=True)
    above, below = next(iter(split.train))
    assert gzip.decompress((tmp_path / "split.train_25percent.gz").read_bytes()).startswith(
        f"{above}\t{below}\n".encode()
    )
    assert gzip.decompress((tmp_path / "split.vocab.gz").read_bytes()).startswith(b"0\t0\n1\t1\n")


@given(st.lists(names, unique=True, min_size=127, max_size=127).map(sorted), st.sampled_from([0, 12.5]))
def test_any_names_round_trip(tmp_path_factory, strings, percent):
    base = binary_tree(6)
    split = Split.draw(DAG.from_arrays(*base.edges(), names=strings), percent=percent, seed=1)
    folder = tmp_path_factory.mktemp("names")
    split.write(folder)
    again = Split.read(folder, percent=percent)
    assert list(again.names) == strings
    assert again.train == split.train


def test_a_name_with_a_tab_cannot_be_written(tmp_path):
    split = Split.draw(DAG.from_arrays(*binary_tree(6).edges(), names=["a\tb", *map(str, range(126))]))
    with pytest.raises(SplitError, match="holds a tab"):
        split.write(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_what_was_read_says_where_it_is_from(written):
    folder, (_, split) = written
    read = Split.read(folder, percent=25, prefix="tree")
    assert read.provenance.source == str(folder / "tree")
    assert not read.provenance.drawn
    assert read.seed is None
    assert split.seed == 5
    turned = Split.read(folder, percent=25, reverse=True)
    assert turned.provenance.reversed
    assert turned.train == split.train.reversed()


def test_a_missing_percentage_is_drawn_by_the_rule(written, tree):
    folder, splits = written
    read = Split.read(folder, percent=60, seed=5)
    assert read.provenance.drawn
    assert read.seed == 5
    assert read.percent == 60
    assert read.train == Split.draw(tree, percent=60, seed=5).train
    assert read.test == splits[0].test
    assert Split.read(folder, percent=60, seed=6).train != read.train
    with pytest.raises(SplitError, match=r"leave at most 90.*%"):
        Split.read(folder, percent=95)
    with pytest.raises(ParameterError, match="seed=-1"):
        Split.read(folder, percent=60, seed=-1)


def test_a_missing_percentage_needs_basic_edges_that_imply_the_rest(written):
    folder, (zero, _) = written
    lines = (folder / "tree.train_0percent").read_bytes().splitlines(keepends=True)
    (folder / "tree.train_0percent").write_bytes(b"".join(lines[60:]))
    with pytest.raises(SplitError, match="does not follow from train_0percent"):
        Split.read(folder, percent=60)
    (folder / "tree.train_0percent").unlink()
    with pytest.raises(SplitError, match=r"tree.train_0percent is missing.*here: 25 %"):
        Split.read(folder, percent=60)
    assert len(zero.train) == len(lines)


def test_leaks_are_found_on_reading_unless_told_not_to_look(written):
    folder, (_, split) = written
    with (folder / "tree.train_25percent").open("ab") as file:
        file.write((folder / "tree.test").read_bytes())
    with pytest.raises(SplitError, match=r"test holds a pair of train.* and 24 more"):
        Split.read(folder, percent=25)
    leaking = Split.read(folder, percent=25, check=False)
    assert len(leaking.train) == len(split.train) + 25


@pytest.mark.parametrize("line", ["1\t127", "one\ttwo", "1 2"])
def test_a_broken_line_is_told(written, line):
    folder, _ = written
    (folder / "tree.valid").write_text(f"0\t3\n{line}\n")
    with pytest.raises(ReadError, match=r"tree.valid, line 2: .* two numbers from 0 to 126"):
        Split.read(folder, percent=25)


def test_broken_files_are_told(written):
    folder, _ = written
    plain = folder / "tree.test"
    zipped = folder / "tree.test.gz"
    zipped.write_bytes(gzip.compress(plain.read_bytes())[:-9])
    with pytest.raises(ReadError, match=r"stands beside tree.test.gz"):
        Split.read(folder, percent=25)
    plain.unlink()
    with pytest.raises(
        ReadError, match=r"tree.test.gz: it cannot be read .*; expected a complete file of gzip; "
    ):
        Split.read(folder, percent=25)
    zipped.unlink()
    with pytest.raises(SplitError, match=r"tree.test is missing"):
        Split.read(folder, percent=25)


def test_which_split_is_meant_must_be_clear(tmp_path, tree):
    with pytest.raises(SplitError, match="is not a folder"):
        Split.read(tmp_path / "nowhere")
    with pytest.raises(SplitError, match=r"holds no such split.*here: none"):
        Split.read(tmp_path)
    split = Split.draw(tree, percent=0)
    split.write(tmp_path, prefix="a.b")
    split.write(tmp_path, prefix="c")
    with pytest.raises(SplitError, match=r"holds several splits.*here: 'a.b' and 'c'"):
        Split.read(tmp_path)
    with pytest.raises(SplitError, match="no such split"):
        Split.read(tmp_path, prefix="d")
    assert Split.read(tmp_path, percent=0, prefix="a.b").train == split.train


def test_an_emptied_vocabulary_is_told(written):
    folder, _ = written
    (folder / "tree.vocab").write_bytes(b"")
    with pytest.raises(
        ReadError, match=r"tree.valid, line 1: .*; no pair can be there, since the vocabulary"
    ):
        Split.read(folder, percent=25)


def test_an_old_split_is_never_mixed_with_a_new_one(written, tree):
    folder, _ = written
    (folder / "notes.txt").write_text("mine")
    other = Split.draw(tree, percent=50, seed=9)
    before = contents(folder)
    with pytest.raises(SplitError, match=r"holds a split named 'tree' already.*overwrite"):
        other.write(folder, prefix="tree")
    assert contents(folder) == before
    other.write(folder, prefix="tree", overwrite=True)
    assert Split.read(folder).valid == other.valid
    assert not (folder / "tree.train_25percent").exists()
    assert (folder / "notes.txt").read_text() == "mine"


def test_splits_of_different_seeds_do_not_go_into_one_folder(tmp_path, tree):
    with pytest.raises(SplitError, match="the splits of 10 % and 20 % differ"):
        write_splits([Split.draw(tree, percent=10), Split.draw(tree, percent=20, seed=1)], tmp_path)
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(ParameterError, match="no split was given"):
        write_splits([], tmp_path)


def test_a_failure_on_the_way_leaves_the_old_split(written, tree):
    folder, _ = written
    before = contents(folder)

    def failing():
        yield Split.draw(tree, percent=10)
        raise RuntimeError("power cut")

    with pytest.raises(RuntimeError, match="power cut"):
        write_splits(failing(), folder, prefix="tree", overwrite=True)
    assert contents(folder) == before


@pytest.mark.parametrize("prefix", ["", "a/b", "a\\b"])
def test_prefixes_are_file_names(tmp_path, tree, prefix):
    with pytest.raises(ParameterError, match="prefix="):
        Split.draw(tree, percent=0).write(tmp_path, prefix=prefix)


def test_a_folder_that_cannot_be_written_to(tmp_path, tree):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(SplitError, match="cannot be written to"):
        Split.draw(tree, percent=0).write(tmp_path / "file")


def test_the_whole_closure_can_be_written_with_negatives(tmp_path, tree):
    small = tree.without_roots()
    Split.draw(small, percent=0).write(tmp_path, full=True)
    rows = np.loadtxt(tmp_path / "split.full_transitive", dtype=int)
    pairs = closure_of(edges_of(small))
    assert sorted(map(tuple, rows.tolist())) == sorted(pairs)
    negatives = np.loadtxt(tmp_path / "split.full_neg", dtype=int).reshape(len(rows), 10, 2)
    assert (negatives[:, :5, 0] == rows[:, None, 0]).all()
    assert (negatives[:, 5:, 1] == rows[:, None, 1]).all()
    assert not set(map(tuple, negatives.reshape(-1, 2).tolist())) & pairs
    assert Split.read(tmp_path, percent=0).percent == 0


def test_an_empty_split_round_trips(tmp_path):
    split = Split.draw(DAG.from_edges([], nodes=["alone"]), percent=0, allow_empty=True)
    split.write(tmp_path, full=True)
    again = Split.read(tmp_path, percent=0)
    assert list(again.names) == ["alone"]
    assert again.sizes() == dict.fromkeys(split.sizes(), 0)
    assert len(Split.read(tmp_path, percent=30).train) == 0
