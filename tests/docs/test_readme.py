"""The README keeps its word: its example runs, and its two commands are the ones that CI calls."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_example_runs_and_says_what_its_comments_say(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (block,) = re.findall(r"^```python\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    namespace = {}
    exec(compile(block, "README.md", "exec"), namespace)
    emb = namespace["emb"]
    assert emb.contains("carnivore.n.01", "dog.n.01") is True
    dog, cow = emb.protrusion("carnivore.n.01", ["dog.n.01", "cow.n.01"])
    assert dog < cow
    assert (tmp_path / "mammals.disk").exists()
    assert len(namespace["de"].load("mammals.disk")) == len(emb)


def test_there_are_two_commands_of_one_line():
    commands = re.findall(r"^\$ (.*)$", README, re.MULTILINE)
    assert [command.split()[-1] for command in commands] == ["demo", "pytest"]


def test_every_link_leads_to_a_file():
    for link in re.findall(r"\]\(([^)#]+)[^)]*\)", README):
        assert (ROOT / link).is_file(), link


def test_every_command_that_is_named_exists():
    from diskembed.cli import COMMANDS

    code = "\n".join(re.findall(r"`[^`\n]+`|^\$ .*$", README, re.MULTILINE))
    named = set(re.findall(r"diskembed ([a-z]+)", code))
    assert {"check", "split", "fit", "eval", "query", "demo"} <= named <= set(COMMANDS)
