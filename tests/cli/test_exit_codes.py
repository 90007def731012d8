"""Exit codes: those that the help lists, each one provoked; and Ctrl-C at any moment."""

import os
import re
import signal
import subprocess
import sys
import time

import pytest

from diskembed.cli import cli
from docs.tools import load_tool
from embeddings import nested

ERRORS = load_tool("errors_page")


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISKEMBED_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("DISKEMBED_OFFLINE", "1")
    (tmp_path / "g.tsv").write_text("parent\tchild\nanimal\tdog\ndog\tpug\n")
    (tmp_path / "cycle.tsv").write_text("parent\tchild\na\tb\nb\ta\n")
    (tmp_path / "bad.tsv").write_text("parent\tchild\na\n")
    nested().save(tmp_path / "m.disk")
    return tmp_path


RUNAWAY = [f"--set={name}" for name in ("positive_rate=1e200", "negative_rate=1e200", "start=random")]


@pytest.mark.parametrize(
    ("argv", "code", "says"),
    [
        (["check", "g.tsv"], 0, ""),
        (["contains", "m.disk", "pug", "dog"], 0, ""),
        (["query", "m.disk", "rock", "--descendants"], 0, "rock has no descendants"),
        (["--help"], 0, ""),
        (["--version"], 0, ""),
        ([], 2, "Usage: diskembed"),
        (["fit", "g.tsv"], 2, "Missing option '-o'"),
        (["fit", "g.tsv", "-o", "n.disk", "--dim", "1"], 2, "error: dim=1"),
        (["fit", "g.tsv", "-o", "n.disk", "--set", "steps=gradient", *RUNAWAY], 2, "ran away in epoch"),
        (["check", "cycle.tsv"], 2, "cycle of 2 nodes"),
        (["check", "bad.tsv"], 2, "bad.tsv, line 2"),
        (["check", "none.tsv"], 2, "there is no such file"),
        (["fit", "g.tsv", "-o", "no/n.disk"], 2, "cannot be written"),
        (["query", "m.disk", "dgo", "--ancestors"], 2, "did you mean 'dog'"),
        (["split", "g.tsv", "-o", "s"], 2, "--allow-empty"),
        (["data", "fetch", "hpo"], 3, "the network is not to be used"),
        (["check", "hpo"], 3, "the network is not to be used"),
    ],
)
def test_a_script_can_tell_them_apart(run, here, argv, code, says):
    before = sorted(here.iterdir())
    found, out, err = run(*argv)
    assert found == code
    assert says in err
    assert code == 0 or out == ""
    assert "Traceback" not in err
    assert [path for path in here.iterdir() if path not in before and path.name != "cache"] == []


@pytest.mark.parametrize("error", list(ERRORS.classes()), ids=lambda error: error.__name__)
def test_each_error_ends_with_its_code(run, monkeypatch, error):
    """Whatever raises it."""

    def fail(*_args, **_options):
        raised = error.__new__(error)
        Exception.__init__(raised, "found; allowed; do")
        raise raised

    monkeypatch.setattr("diskembed.embedding.load", fail)
    assert run("info", "m.disk") == (error.exit_code, "", "error: found; allowed; do\n")


def test_the_help_lists_them_all():
    listed = {int(code) for code in re.findall(r"\b(\d+) [a-z]", cli.help.partition("Exit codes:")[2])}
    assert listed == {0} | {error.exit_code for error in ERRORS.classes()}


def test_ctrl_c_before_anything_is_trained(run, monkeypatch):
    def interrupt(*_args, **_options):
        raise KeyboardInterrupt

    monkeypatch.setattr("diskembed.embedding.load", interrupt)
    code, out, err = run("info", "m.disk")
    assert (code, out) == (130, "")
    assert err.strip() == "interrupted"


COMMANDS = [
    ["check", "wordnet-nouns"],
    ["fit", "wordnet-mammals", "-o", "x.disk", "--epochs", "100000"],
    ["split", "wordnet-nouns", "-o", "s", "--overwrite"],
    ["query", "m.disk", "-", "--ancestors"],
    ["demo", "-o", "demo"],
]


@pytest.mark.parametrize("argv", COMMANDS, ids=lambda argv: argv[0])
def test_ctrl_c_at_some_moment(argv, here):
    """No traceback, no half-written file, and the code that shells give to an interrupt."""
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    for delay in (0.6, 1.7):
        process = subprocess.Popen(
            [sys.executable, "-c", READY, *argv],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
        )
        with process:
            assert process.stdout.readline() == "ready\n"
            time.sleep(delay)
            process.send_signal(signal.SIGINT)
            err = process.stderr.read()
        assert "Traceback" not in err
        assert "Exception ignored" not in err
        assert process.returncode in {0, 130}, err  # 0: done before
        assert not [path.name for path in here.iterdir() if path.name.endswith(".part")]


# Whoever runs the tests in the background has them ignore interrupts.
READY = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from diskembed.cli import main
print("ready", flush=True)
main()
"""
