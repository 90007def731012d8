"""Every block of the pages runs: files are written, commands print what is shown, Python passes.

The blocks of a page run in its order, in one folder of their own: ``{code-block}`` with a ``:caption:`` is a
file of that name, ``python`` shares one namespace, and in ``console`` each line after ``$`` runs in bash.
Three dots in what is shown stand for anything. ``sh`` is for what needs a network or a server, and is only
looked at: every command of diskembed in it has to parse.
"""

from __future__ import annotations

import contextlib
import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from diskembed.cli import cli

DOCS = Path(__file__).parents[2] / "docs"
OTHERS = {
    "answers.md": "test_answers.py",
    "errata.md": "test_errata.py",
    "extending.md": "test_extending.py",
    "results.md": "test_results_page.py",
    "scale.md": "test_scale.py",
}
"""Pages whose own tests look after their blocks: some need something before, some a cluster or hours."""
BLOCK = re.compile(r"^```(\S+)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CAPTION = re.compile(r"\A:caption: (\S+)\n+")
STEP = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n?)*)", re.MULTILINE)
LOOSE = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def blocks(page):
    return [(language, rest.strip(), body) for language, rest, body in BLOCK.findall(page.read_text("utf-8"))]


PAGES = [
    page
    for page in sorted(DOCS.rglob("*.md"))
    if page.name not in OTHERS and any(kind in {"python", "console", "sh"} for kind, _, _ in blocks(page))
]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(DOCS)))
def test_the_blocks_of_a_page_run(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", f"{commands(tmp_path)}{os.pathsep}{os.environ['PATH']}")
    namespace = {"__name__": "example"}
    for language, _, body in blocks(page):
        if language == "{code-block}" and (caption := CAPTION.search(body)):
            Path(caption[1]).write_text(body[caption.end() :], encoding="utf-8")
        elif language == "python":
            with contextlib.redirect_stdout(None):
                exec(compile(body, str(page), "exec"), namespace)
        elif language == "console":
            for command, shown in STEP.findall(body):
                run(command, shown)
        elif language == "sh":
            for line in body.splitlines():
                parse(line)


def commands(folder):
    """A folder with this Python's own ``diskembed``."""
    place = folder / ".bin"
    place.mkdir()
    script = place / "diskembed"
    script.write_text(
        f'#!/bin/sh\nexec "{sys.executable}" -c "from diskembed.cli import main; main()" "$@"\n'
    )
    script.chmod(0o755)
    return place


def run(command, shown):
    if command.startswith("pip install"):
        return
    done = subprocess.run(
        ["bash", "-c", command],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    printed = done.stdout + done.stderr if "error:" in shown else done.stdout
    assert (done.returncode == 0) != ("error:" in shown), f"{command}\n{done.stdout}{done.stderr}"
    assert doctest.OutputChecker().check_output(shown, printed, LOOSE), f"{command}\nprinted\n{printed}"


def parse(line):
    words = shlex.split(line, comments=True)
    if words[:1] == ["diskembed"]:
        command = cli.get_command(None, words[1])
        assert command is not None, line
        command.make_context(words[1], words[2:], resilient_parsing=False)


def test_pages_that_are_run_elsewhere_have_their_test():
    for page, test in OTHERS.items():
        assert (DOCS / page).is_file()
        assert (Path(__file__).parent / test).is_file()


def test_the_pages_build_without_a_warning(tmp_path):
    for package in ("sphinx", "furo", "myst_nb", "latex2mathml"):
        pytest.importorskip(package, reason="the extra docs is not installed")
    words = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html"]
    done = subprocess.run(
        [*words, "-d", tmp_path / "trees", DOCS, tmp_path / "html"],
        capture_output=True,
        text=True,
        timeout=900,  # notebooks run, and a first run compiles
        check=False,
    )
    assert done.returncode == 0, done.stderr  # -W: any warning is a failure; notebooks' kernels may chat
    sources = {*DOCS.rglob("*.md"), *DOCS.rglob("*.ipynb")}
    pages = [tmp_path / "html" / source.relative_to(DOCS).with_suffix(".html") for source in sources]
    for page in pages:
        assert outside(page.read_text("utf-8")) == [], page.name
    assert "<math" in (tmp_path / "html" / "paper_map.html").read_text("utf-8")


def outside(html):
    """What a browser would fetch from the network to show a page; links that people may follow are none."""
    tags = re.findall(r"<(?!a\b)[a-z]+\b[^>]*", html)
    return [tag for tag in tags if re.search(r"""(?:src|href|data|action)\s*=\s*["']?(?:https?:)?//""", tag)]


def test_what_is_fetched_from_outside_is_seen():
    fetched = (
        '<script src="https://cdn.example/x.js">',
        "<link href=//cdn.example/x.css>",
        "<img src='http://a/b'>",
    )
    assert all(len(outside(tag)) == 1 for tag in fetched)
    assert outside('<a href="https://a/b">there</a><script src="_static/x.js"></script>') == []


def test_every_link_leads_to_a_page():
    for page in DOCS.rglob("*.md"):
        for link in re.findall(r"\]\(([^)#\s]+\.(?:md|ipynb))(?:#[^)]*)?\)", page.read_text("utf-8")):
            assert link.startswith("http") or (page.parent / link).is_file(), f"{page.name}: {link}"
