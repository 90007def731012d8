"""``fit`` and ``eval``: from a graph to a model file to F1, and what goes wrong on the way."""

import csv
import json
import os
import re
import signal
import subprocess
import sys
import time

import pytest

import diskembed as de
from diskembed.cli import COMMANDS
from diskembed.cli.fit import MODELS

QUICK = ("--dim", "4", "--epochs", "3")

TAKES = r"training takes at most 0\.34 GB of memory( \(.*\))?\n"


@pytest.fixture
def graph(tmp_path):
    path = tmp_path / "tree.tsv"
    lines = [f"n{(i - 1) // 3}\tn{i}" for i in range(1, 200)]
    path.write_text("parent\tchild\n" + "\n".join(lines) + "\n")
    return path


def test_a_graph_becomes_a_model_file(run, graph, tmp_path):
    model = tmp_path / "m.disk"
    code, out, err = run("fit", graph, "-o", model, "--geometry", "euclid", "--epochs", "200", "--seed", "7")
    assert code == 0
    assert re.fullmatch(TAKES, err)
    facts = dict(re.split(r"  +", line, maxsplit=1) for line in out.splitlines())
    assert facts["nodes"] == "200"
    assert facts["model"] == str(model)
    embedding = de.load(model)
    assert embedding.contains("n0", "n150")
    assert not embedding.contains("n150", "n0")
    assert embedding.model.dim == 10
    assert embedding.provenance["plan"]["seed"] == 7
    assert sorted(path.name for path in tmp_path.iterdir()) == ["m.disk", "tree.tsv"]


@pytest.mark.parametrize("family", MODELS)
def test_every_model_can_be_fitted(run, graph, tmp_path, family):
    model = tmp_path / "m.disk"
    code, out, _ = run("fit", graph, "-o", model, "--model", family, *QUICK, "--json")
    assert code == 0
    assert json.loads(out)["estimator"] == MODELS[family]
    assert len(de.load(model)) == 200


def test_every_other_parameter_can_be_set(run, graph, tmp_path):
    model = tmp_path / "m.disk"
    settings = ("--set", "walked=2", "--set", 'geometry_options={"curvature": -0.5}', "--set", "start=random")
    code, out, _ = run("fit", graph, "-o", model, *QUICK, *settings, "--threads", "2", "--json")
    assert code == 0
    assert json.loads(out)["plan"]["walked"] == 2
    assert de.load(model).model.options["geometry_options"] == {"curvature": -0.5}


def test_what_a_killed_run_left_half_written_is_removed(run, graph, tmp_path):
    (tmp_path / ".m.disk.0123456789abcdef.part").write_bytes(b"half")
    code, _, _ = run("fit", graph, "-o", tmp_path / "m.disk", *QUICK)
    assert code == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["m.disk", "tree.tsv"]


def test_curves_are_written_for_tensorboard(run, graph, tmp_path):
    code, _, _ = run("fit", graph, "-o", tmp_path / "m.disk", *QUICK, "--tensorboard", tmp_path / "curves")
    assert code == 0
    (events,) = (tmp_path / "curves").iterdir()
    assert events.read_bytes().count(b"violated") == 3


def test_strict_takes_the_given_edges_alone(run, graph, tmp_path):
    _, out, _ = run("fit", graph, "-o", tmp_path / "m.disk", *QUICK, "--strict", "--json")
    assert json.loads(out)["plan"]["walked"] == 0


def test_a_log_gets_a_line_an_epoch(run, graph, tmp_path):
    log = tmp_path / "log.csv"
    assert run("fit", graph, "-o", tmp_path / "m.disk", *QUICK, "--log", log)[0] == 0
    with log.open(newline="") as file:
        assert [row["epoch"] for row in csv.DictReader(file)] == ["1", "2", "3"]


def test_a_grown_graph_starts_from_the_older_model(run, graph, tmp_path):
    old, new = tmp_path / "old.disk", tmp_path / "new.disk"
    assert run("fit", graph, "-o", old, "--geometry", "euclid", "--epochs", "100")[0] == 0
    with graph.open("a") as file:
        file.write("n5\tnovel\n")
    options = ("--geometry", "euclid", "--epochs", "100", "--warm-start", old)
    assert run("fit", graph, "-o", new, *options)[0] == 0
    assert de.load(new).contains("n0", "novel")


def test_the_whole_protocol(run, graph, tmp_path):
    folder, model = tmp_path / "split", tmp_path / "m.disk"
    assert run("split", graph, "-o", folder, "--percent", "50")[0] == 0
    fit = ("fit", graph, "--split", folder, "-o", model, "--geometry", "euclid", "--epochs", "60")
    assert run(*fit, "--strict")[0] == 0
    code, out, _ = run("eval", model, "--split", folder)
    assert code == 0
    assert "strict: trained on the given pairs" in out
    for line in ("euclid disks, dim 10", "all positive", "degree only", "symbolic closure"):
        assert line in out
    code, out, _ = run("eval", model, "--split", folder, "--json")
    answer = json.loads(out)
    assert 0.5 < answer["result"]["test_f1"] <= 1.0
    assert answer["baselines"][0]["name"] == "all positive"


def test_a_graph_without_an_edge_is_fitted_and_says_that_it_has_no_threshold(run, tmp_path):
    graph, model = tmp_path / "one.jsonl", tmp_path / "m.disk"
    graph.write_text('{"child": "a", "parent": null}\n')
    code, out, _ = run("fit", graph, "-o", model, *QUICK)
    assert code == 0
    assert "threshold  none: the graph has no pair to choose it by" in out
    assert run("query", model, "a", "--ancestors")[0] == 0


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--dim", "1"], "dim=1; dim is a whole number of at least 2"),
        (["--geometry", "flat"], "no geometry is named 'flat'"),
        (["--model", "order", "--geometry", "euclid"], "OrderEmbedding has no parameter 'geometry'"),
        (["--set", "walkd=2"], "did you mean walked"),
        (["--set", "walked"], "NAME=VALUE"),
        (["--set", "n_below=-3"], "n_below=-3"),
        (["--set", "epochs=3"], "--set epochs; what has no option of its own; use --epochs"),
        (["--set", "checkpoint_seconds=3"], "use --checkpoint-seconds"),
        (["--set", "random_state=3"], "use --seed"),
        (["--set", "geometry=euclid"], "use --geometry"),
        (["--split", "nowhere"], "nowhere"),
        (["--warm-start", "nowhere.disk"], "nowhere.disk: there is no such file"),
        (["--resume"], "m.disk.checkpoint: there is no such file"),
        (["--patience", "2"], "patience=2 without validation pairs"),
        (["--model", "cubes"], "'cubes' is not one of"),
    ],
)
def test_bad_input_is_one_line_and_leaves_nothing(run, graph, tmp_path, monkeypatch, arguments, says):
    monkeypatch.chdir(tmp_path)
    code, out, err = run("fit", graph, "-o", "m.disk", *arguments)
    assert (code, out) == (2, "")
    assert says in err
    assert [path.name for path in tmp_path.iterdir()] == ["tree.tsv"]


def test_a_folder_that_is_not_there_is_found_out_before_training(run, graph, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    log = tmp_path / "log.csv"
    for arguments in (["-o", tmp_path / "no" / "m.disk"], ["-o", "m.disk", "--checkpoint", "no/run"]):
        code, _, err = run("fit", graph, *arguments, "--log", log)
        assert code == 2
        assert "cannot be written: there is no folder" in err
        assert not log.exists()


def test_eval_wants_a_split_and_a_model(run, graph, tmp_path):
    assert run("eval", tmp_path / "m.disk")[:2] == (2, "")
    code, _, err = run("eval", graph, "--split", tmp_path)
    assert code == 2
    assert "is not a file that diskembed wrote" in err


def test_ctrl_c_keeps_the_run_and_says_how_to_go_on(graph, tmp_path):
    model = tmp_path / "m.disk"
    options = ["-o", str(model), "--geometry", "euclid", "--dim", "4", "--seed", "3"]
    command = [sys.executable, "-m", "diskembed", "fit", str(graph), *options, "--epochs"]
    log = tmp_path / "log.csv"
    child = subprocess.Popen([*command, "100000", "--log", str(log)], stderr=subprocess.PIPE, text=True)
    while not log.exists():
        assert child.poll() is None
        time.sleep(0.02)
    os.kill(child.pid, signal.SIGINT)
    _, err = child.communicate(timeout=60)
    assert child.returncode == 130
    assert re.fullmatch(
        TAKES + r"error: training was stopped after \d+ of 100000 epochs; saved to .*m\.disk\.checkpoint; "
        r"go on with the same command with --resume\n",
        err,
    )
    assert not model.exists()


def test_the_first_of_two_runs_is_taken_up(run, graph, tmp_path):
    """A checkpoint that is left over is spoken of, and used only where that is asked for."""
    model = tmp_path / "m.disk"
    options = ("-o", model, "--geometry", "euclid", *QUICK)
    left = de.DiskEmbedding(
        geometry="euclid", dim=4, epochs=3, progress=False, checkpoint=f"{model}.checkpoint"
    )
    left.fit(de.read(graph))
    code, _, err = run("fit", graph, *options, "--resume")
    assert code == 0
    assert re.fullmatch(TAKES, err)
    assert not (tmp_path / "m.disk.checkpoint").exists()
    assert de.load(model).rows.tolist() == left.embedding_.rows.tolist()


def test_every_command_has_examples_in_its_help(run):
    for name in COMMANDS:
        code, out, _ = run(name, "--help")
        assert code == 0
        assert f"diskembed {name}" in out


def test_partitions_and_float32_are_asked_for_in_the_command(run, graph, tmp_path):
    model = tmp_path / "m.disk"
    code, _, err = run(
        "fit", graph, "-o", model, "--geometry", "euclid", *QUICK, "--partitions", "2", "--dtype", "float32"
    )
    assert code == 0
    assert "of disk" in err
    assert de.load(model).rows.dtype == "float32"
    assert not (tmp_path / "m.disk.checkpoint").exists()


def test_more_partitions_than_nodes_are_refused_and_leave_nothing(run, graph, tmp_path):
    code, _, err = run("fit", graph, "-o", tmp_path / "m.disk", *QUICK, "--partitions", "99999")
    assert code == 2
    assert "error: partitions=99999 of" in err
    assert not (tmp_path / "m.disk").exists()
