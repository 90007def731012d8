"""What stands beside the answer: ``--quiet``, ``--verbose``, colours, suggestions, shell completion."""

import os
import subprocess
import sys

import click
import pytest

from diskembed.cli import COMMANDS
from embeddings import nested


@pytest.fixture
def model(tmp_path):
    nested(threshold=-0.5).save(tmp_path / "m.disk")
    return tmp_path / "m.disk"


def test_quiet_leaves_remarks_out(run, model):
    asked = ("query", model, "rock", "--descendants")
    assert run(*asked) == (0, "", f"rock has no descendants in {model}\n")
    assert run("--quiet", *asked) == (0, "", "")
    assert run("-q", "query", model, "rokc", "--descendants")[2].startswith("error: no node is named 'rokc'")


def test_verbose_tells_time_and_traceback(run, model, tmp_path):
    code, out, err = run("-v", "query", model, "dog", "--ancestors")
    assert (code, out) == (0, "animal  -1\n")
    assert err.startswith("took ")
    code, _, err = run("-v", "query", model, "dgo", "--ancestors")
    assert code == 2
    assert err.startswith("Traceback")
    assert err.splitlines()[-1].startswith("error: no node is named 'dgo'; did you mean 'dog'")
    edges = tmp_path / "g.tsv"
    edges.write_text("parent\tchild\na\tb\nb\tc\n")
    fit = ("fit", edges, "-o", tmp_path / "n.disk", "--dim", "3", "--epochs", "2")
    assert "\n1/2  loss " in run("--verbose", *fit)[2]
    assert "loss" not in run(*fit)[2]
    assert run("--quiet", *fit)[2] == ""


@pytest.fixture
def coloured(monkeypatch):
    """As if standard output and error were terminals."""
    monkeypatch.setattr(click.utils, "should_strip_ansi", lambda stream=None, color=None: color is False)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")


def test_colours_need_a_terminal(run, model):
    asked = ("contains", model, "animal", "dog")
    assert run(*asked)[1] == "yes: protrusion -1 is at most -0.5\n"


def test_colours_in_a_terminal(run, model, coloured, monkeypatch):
    asked = ("contains", model, "animal", "dog")
    assert run(*asked)[1].startswith("\x1b[32myes\x1b[0m:")
    assert run("contains", model, "animal", "dgo")[2].startswith("\x1b[31m\x1b[1merror:")
    for name, value in (("NO_COLOR", "1"), ("TERM", "dumb")):
        with monkeypatch.context() as changed:
            changed.setenv(name, value)
            assert run(*asked)[1].startswith("yes:")
            assert run("contains", model, "animal", "dgo")[2].startswith("error:")


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        (["quary"], "no command is named 'quary'; did you mean query?"),
        (["xyzzy"], 'see "diskembed --help" for all'),
        (["data", "lst"], "'list'"),
        (["fit", "g.tsv", "--dmi", "3"], "--dim"),
        (["check", "g.tsv", "--quiet"], "it goes before the command: diskembed --quiet"),
        (["check", "wordnet-noun"], "did you mean wordnet-nouns"),
        (["data", "info", "schemaorg"], "did you mean 'schema-org'"),
        (["export", "m.disk", "--to", "parqet"], "did you mean parquet"),
        (["fit", "schema-org", "-o", "x.disk", "--geometry", "hyperbolid"], "did you mean hyperboloid"),
        (["fit", "schema-org", "-o", "x.disk", "--set", "thread=2"], "did you mean threads"),
    ],
)
def test_near_names_are_suggested(run, tmp_path, monkeypatch, argv, says):
    monkeypatch.chdir(tmp_path)
    code, out, err = run(*argv)
    assert (code, out) == (2, "")
    assert says in err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_scripts_for_shells(run, shell):
    code, out, err = run("completion", shell)
    assert (code, err) == (0, "")
    assert f"_DISKEMBED_COMPLETE={shell}_complete" in out
    if shell == "bash":
        assert subprocess.run(["bash", "-n"], input=out, text=True, check=False).returncode == 0


def test_a_shell_that_is_not_known(run):
    assert "'tcsh' is not one of" in run("completion", "tcsh")[2]


def completed(run, monkeypatch, words, current):
    with monkeypatch.context() as changed:
        changed.setenv("_DISKEMBED_COMPLETE", "bash_complete")
        changed.setenv("COMP_WORDS", f"diskembed {words} {current}".strip())
        changed.setenv("COMP_CWORD", str(len(words.split()) + 1))
        return run()[1].splitlines()


def test_what_is_completed(run, model, monkeypatch):
    def at(words, current=""):
        return completed(run, monkeypatch, words, current)

    assert set(at("")) == {f"plain,{name}" for name in COMMANDS}
    assert at("check", "wordn") == ["file,wordn", "plain,wordnet-mammals", "plain,wordnet-nouns"]
    assert at("data info", "schema")[-1] == "plain,schema-org"
    assert at("fit g.tsv --geometry", "hyper") == ["plain,hyperboloid"]
    assert at("export m.disk --to", "pg") == ["plain,pgvector"]
    assert at("query", "m.") == ["file,m."]
    assert at(f"query {model}", "pu") == ["plain,pug"]
    assert "".join(at("query nowhere.disk", "pu")) == ""
    assert "".join(at("fit g.tsv --model", "cub")) == ""


def test_help_loads_nothing_heavy():
    """What --help imports decides how long it takes."""
    code = (
        "import sys; from diskembed.cli import cli; cli.main(['--help'], standalone_mode=False);"
        "heavy = {'numba', 'numpy', 'scipy', 'rich'} & set(sys.modules); sys.exit(' '.join(heavy) or 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="terminals are simulated with openpty")
def test_a_real_terminal_gets_colours(model):
    main_end, other_end = os.openpty()
    environment = {name: value for name, value in os.environ.items() if name != "NO_COLOR"} | {
        "TERM": "xterm"
    }
    command = [sys.executable, "-m", "diskembed", "contains", str(model), "animal", "dog"]
    subprocess.run(command, stdout=other_end, env=environment, check=True)
    os.close(other_end)
    assert os.read(main_end, 1000).startswith(b"\x1b[32myes")
    os.close(main_end)
