"""Every example of every ``--help`` runs, in a folder with the files that it speaks of."""

import os
import shlex
import shutil
import subprocess
import sys

import click
import numpy as np
import pytest

import diskembed as de
from diskembed import datasets
from diskembed.cli import cli

SHORTER = {"fit": ("--epochs", "3"), "index": ("--questions", "5")}
"""What is appended, so that the examples of these commands are done at once."""

ONLY_PARSED = {
    "diskembed demo": "tests/cli/test_demo.py runs it, on fewer pairs",
    "diskembed demo --geometry": "the same",
    "diskembed index mammals.disk --kind faiss": "needs the extra index; tests/cli/test_index.py runs it",
    "diskembed reproduce --quick": "minutes; tests/cli/test_reproduce.py runs one cell",
    "diskembed reproduce --settings": "hours",
    "diskembed reproduce --cell": "needs the published files; minutes",
    "diskembed view mammals.disk --graph": "serves until Ctrl-C; tests/cli/test_view.py runs that",
    "diskembed view mammals.disk --host": "the same",
}
"""Whose arguments are checked alone, with why. Keys are beginnings of examples."""

OBO = """format-version: 1.2

[Term]
id: GO:1

[Term]
id: GO:2
is_a: GO:1

[Term]
id: GO:3
is_a: GO:2
relationship: part_of GO:1
"""


def every_command(command=cli, path=("diskembed",)):
    """(path, command), the group of all included."""
    yield " ".join(path), command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            yield from every_command(command.get_command(context, name), (*path, name))


def examples_of(command):
    """Whole lines of the epilog, below its head."""
    return [line.strip() for line in (command.epilog or "").splitlines()[2:] if line.strip()]


COMMANDS = dict(every_command())
EXAMPLES = [(path, line) for path, command in COMMANDS.items() for line in examples_of(command)]


@pytest.mark.parametrize("path", COMMANDS)
def test_every_command_has_an_example_of_its_own(path):
    name = path.removeprefix("diskembed").strip()
    assert any(name in line and "diskembed" in line for line in examples_of(COMMANDS[path]))


def test_what_is_only_parsed_is_there():
    assert all(any(line.startswith(start) for _, line in EXAMPLES) for start in ONLY_PARSED)


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    """The files that the examples speak of."""
    folder = tmp_path_factory.mktemp("world")
    model = de.DiskEmbedding(geometry="euclid", dim=3, epochs=5, random_state=0, progress=False)
    model.fit(datasets.load("wordnet-mammals")).embedding_.save(folder / "mammals.disk")
    (folder / "go.obo").write_text(OBO)
    (folder / "newer.tsv").write_text("pug.n.01\tpuggle\n")
    (folder / "words.w2v.txt").write_text("2 3\nanimal 0 0 2\ndog 0.5 0 1\n")
    np.savez(folder / "boxes.npz", names=["a", "b"], centers=np.zeros((2, 2)), radii=[2.0, 1.0])
    (folder / "diskembed.toml").write_text('[fit]\ngeometry = "euclid"\ndim = 4\nepochs = 2\n')
    programs = folder / "bin"
    programs.mkdir()
    for name, does in {
        "diskembed": f'exec "{sys.executable}" -m diskembed "$@"',
        "psql": '[ "$1" = -f ] && [ -s "$2" ]',
    }.items():
        (programs / name).write_text(f"#!/bin/sh\n{does}\n")
        (programs / name).chmod(0o755)
    return folder


@pytest.fixture
def here(world, tmp_path, monkeypatch):
    """A copy of the world to work in, with a dataset that was fetched before."""
    folder = tmp_path / "here"
    shutil.copytree(world, folder)
    monkeypatch.chdir(folder)
    monkeypatch.setenv("DISKEMBED_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("DISKEMBED_OFFLINE", "1")
    fetched = datasets.path("gene-ontology")
    fetched.parent.mkdir(parents=True)
    fetched.write_text(OBO)
    return folder


def shortened(line):
    words = shlex.split(line)
    return line + "".join(f" {word}" for name, more in SHORTER.items() if name in words for word in more)


@pytest.mark.parametrize("path", sorted({path for path, _ in EXAMPLES}))
def test_the_examples_run(path, here, run):
    """One after the other, as someone would who reads the help."""
    for line in examples_of(COMMANDS[path]):
        if any(line.startswith(start) for start in ONLY_PARSED):
            _, command, arguments = cli.resolve_command(click.Context(cli), shlex.split(line)[1:])
            assert command.make_context("diskembed", arguments) is not None
        elif any(sign in line for sign in "|><&*"):
            by_shell(shortened(line), here)
        else:
            code, out, err = run(*shlex.split(shortened(line))[1:])
            assert code == 0, (line, err)
            assert out, line


def by_shell(line, folder):
    """In bash, with the programs of the folder; ``git log`` needs something to tell."""
    if "git" in line:
        if shutil.which("git") is None:
            pytest.skip("there is no git here")
        who = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
        subprocess.run(["git", "init", "-q"], cwd=folder, check=True)
        subprocess.run(["git", *who, "commit", "-q", "--allow-empty", "-m", "one"], cwd=folder, check=True)
        subprocess.run(["git", *who, "commit", "-q", "--allow-empty", "-m", "two"], cwd=folder, check=True)
    environment = {**os.environ, "PATH": f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"}
    command = ["bash", "-euo", "pipefail", "-c", line.replace("10000000", "1000")]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, (line, done.stderr)
    assert done.stdout or ">" in line
