"""``diskembed split``."""

import json

import pytest
from click.testing import CliRunner

from diskembed.cli import main
from diskembed.cli.split import command
from diskembed.split import Split


@pytest.fixture
def tree(tmp_path):
    """A binary tree of 127 nodes below a root of its own."""
    path = tmp_path / "tree.tsv"
    rows = [f"{(i - 1) // 2}\t{i}" for i in range(1, 127)]
    path.write_text("\n".join(["parent\tchild", "top\t0", *rows]) + "\n")
    return str(path)


def run(*argv, code=0):
    result = CliRunner().invoke(command, argv, catch_exceptions=False)
    assert result.exit_code == code, result.output
    return result.stdout if code == 0 else result.stderr


def failure(monkeypatch, capsys, *argv):
    monkeypatch.setattr("sys.argv", ["diskembed", "split", *argv])
    with pytest.raises(SystemExit) as stop:
        main()
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    return stop.value.code, err


def test_drawing_prints_sizes_and_writes_files(tree, tmp_path):
    folder = tmp_path / "out"
    out = run(tree, "-o", str(folder), "--drop-roots", "--percent", "50", "--percent", "0")
    rows = dict(line.split("  ", 1) for line in out.splitlines())
    assert {label: value.strip() for label, value in rows.items()} == {
        "seed": "0",
        "nodes": "127",
        "train 0 %": "126",
        "train 50 %": "384",
        "valid": "25 positives, 250 negatives",
        "test": "25 positives, 250 negatives",
        "files": f"7 in {folder}",
    }
    assert len(list(folder.iterdir())) == 7
    for percent in (0, 50):
        split = Split.read(folder, percent=percent)
        assert len(split.train) == {0: 126, 50: 384}[percent]
        assert "top" not in split.names


def test_a_graph_too_small_for_a_part_is_refused_or_by_choice_leaves_it_empty(tmp_path, monkeypatch, capsys):
    path, folder = tmp_path / "small.tsv", tmp_path / "out"
    path.write_text("child\tparent\nb\ta\nc\tb\nd\tc\n")
    code, message = failure(monkeypatch, capsys, str(path), "-o", str(folder))
    assert code == 2
    assert "at least 20 are needed" in message
    assert "--allow-empty" in message
    report = json.loads(run(str(path), "-o", str(folder), "--allow-empty", "--json"))
    assert (report["train"], report["valid"], report["test"]) == ({"50": 4}, 0, 0)
    assert len(Split.read(folder).train) == 4


def test_json_lists_sizes_and_files(tree, tmp_path):
    folder = tmp_path / "out"
    argv = ["-o", str(folder), "--seed", "7", "--percent", "12.5", "--json", "--gzip", "--prefix", "t"]
    report = json.loads(run(tree, *argv))
    assert report.pop("files") == [
        str(folder / f"t.{part}.gz")
        for part in ("valid", "valid_neg", "test", "test_neg", "train_12.5percent", "vocab")
    ]
    assert report == {
        "output": str(folder),
        "seed": 7,
        "reversed": False,
        "nodes": 128,
        "train": {"12.5": 127 + 642 * 125 // 1000},
        "valid": 32,
        "valid_negatives": 320,
        "test": 32,
        "test_negatives": 320,
    }
    assert len(Split.read(folder, percent=12.5).valid.positives) == 32


def test_the_same_seed_draws_the_same_and_reverse_swaps_the_columns(tree, tmp_path):
    folders = [tmp_path / name for name in "abcd"]
    for folder, options in zip(folders, [[], [], ["--seed", "1"], ["--reverse"]], strict=True):
        run(tree, "-o", str(folder), *options)
    first, again, other, turned = (Split.read(folder) for folder in folders)
    assert again.train == first.train
    assert again.test == first.test
    assert other.test != first.test
    assert turned.train == first.train.reversed()
    assert turned.test == first.test.reversed()


def test_full_and_overwrite(tree, tmp_path):
    folder = tmp_path / "out"
    run(tree, "-o", str(folder), "--drop-roots")
    run(tree, "-o", str(folder), "--drop-roots", "--full", "--overwrite", "--percent", "10")
    assert len((folder / "split.full_transitive").read_text().splitlines()) == 642
    assert len((folder / "split.full_neg").read_text().splitlines()) == 6420
    assert not (folder / "split.train_50percent").exists()


def test_checking_a_folder(tree, tmp_path):
    folder = str(tmp_path / "out")
    run(tree, "-o", folder, "--percent", "0", "--percent", "25")
    rows = run("--check", folder).splitlines()
    assert [row.split("  ")[0] for row in rows] == [
        "checked, no leaks",
        "nodes",
        "train 0 %",
        "train 25 %",
        "valid",
        "test",
    ]
    report = json.loads(run("--check", folder, "--json", "--prefix", "split"))
    assert report["train"] == {"0": 127, "25": 127 + 642 // 4}
    assert report["checked"] == str(tmp_path / "out" / "split")


def test_a_leak_is_found(tree, tmp_path, monkeypatch, capsys):
    folder = tmp_path / "out"
    run(tree, "-o", str(folder), "--percent", "0")
    with (folder / "split.train_0percent").open("a") as file:
        file.write((folder / "split.valid").read_text().splitlines()[0] + "\n")
    code, message = failure(monkeypatch, capsys, "--check", str(folder))
    assert code == 2
    assert message.startswith("error: valid holds a pair of train: ('")


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        (["-o", "OUT", "--percent", "91"], "error: 91 % of the non-basic pairs cannot be training pairs"),
        (["-o", "OUT", "--prefix", "a/b"], "error: prefix='a/b'"),
        (["--check"], "is not a folder"),
    ],
)
def test_errors_are_one_line_and_exit_code_2(tree, tmp_path, monkeypatch, capsys, argv, says):
    argv = [str(tmp_path / "out") if each == "OUT" else each for each in argv]
    code, message = failure(monkeypatch, capsys, tree, *argv)
    assert code == 2
    assert says in message
    assert not (tmp_path / "out").exists()


def test_a_folder_without_training_pairs(tree, tmp_path, monkeypatch, capsys):
    folder = tmp_path / "out"
    run(tree, "-o", str(folder))
    (folder / "split.train_50percent").unlink()
    assert "has no training pairs" in failure(monkeypatch, capsys, "--check", str(folder))[1]


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        (["TREE"], "a folder to write to is missing; give -o DIR"),
        (["--check", "TREE", "--seed", "1"], "--check takes no --seed"),
        (["--check", "TREE", "--percent", "0"], "--check takes no --percent"),
        (["--check", "TREE", "-o", "x"], "--check takes no -o"),
        (["TREE", "--percent", "101"], "101.0 is not in the range"),
    ],
)
def test_wrong_use_is_told(tree, argv, says):
    assert says in run(*(tree if each == "TREE" else each for each in argv), code=2)


def test_help_ends_in_examples_on_lines_of_their_own():
    assert run("--help").endswith("--percent 50\n    diskembed split --check nouns\n")
