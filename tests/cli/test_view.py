"""``view``: a map is served until Ctrl-C, or written to a file."""

import builtins
import json
import os
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request

import pytest
from click.testing import CliRunner

from diskembed.cli import view
from diskembed.errors import GraphError, MissingExtraError, ParameterError, ReadError, WriteError
from viewer.maps import EDGES, disks


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    path = tmp_path_factory.mktemp("model") / "animals.disk"
    disks().save(path)
    return str(path)


def run(*args):
    return CliRunner().invoke(view.command, args, catch_exceptions=False)


def test_a_map_is_written_to_a_file(model, tmp_path):
    page = tmp_path / "map.html"
    result = run(model, "--export", str(page))
    assert (result.exit_code, result.stdout) == (0, f"{page}\n")
    assert "<title>animals: a map of disks</title>" in page.read_text()
    with pytest.raises(WriteError, match="no folder"):
        run(model, "--export", str(tmp_path / "none" / "map.html"))


def test_parents_can_come_from_a_graph(model, tmp_path):
    edges = tmp_path / "edges.tsv"
    edges.write_text("parent\tchild\n" + "".join(f"{a}\t{b}\n" for a, b in EDGES))
    assert run(model, "--graph", str(edges), "--export", str(tmp_path / "map.html")).exit_code == 0
    edges.write_text("parent\tchild\na\tb\nb\ta\n")
    with pytest.raises(GraphError):
        run(model, "--graph", str(edges), "--export", str(tmp_path / "other.html"))
    assert not (tmp_path / "other.html").exists()


def test_what_cannot_be_shown_is_refused(model):
    with pytest.raises(ReadError, match="no such file"):
        run("none.disk")
    with pytest.raises(ParameterError, match="add --token"):
        run(model, "--host", "0.0.0.0", "--no-open")
    with pytest.raises(ParameterError, match="ASCII"):
        run(model, "--token", "schlüssel", "--no-open")
    with pytest.raises(ParameterError, match="cannot be listened on"):
        run(model, "--host", "203.0.113.9", "--token", "t", "--no-open")
    with pytest.raises(ParameterError, match="100,000"):
        run(model, "--limit", "100001", "--no-open")
    with (
        socket.create_server(("127.0.0.1", 0)) as taken,
        pytest.raises(ParameterError, match="a port that is free"),
    ):
        run(model, "--port", str(taken.getsockname()[1]), "--no-open")


def test_the_extra_is_named(model, monkeypatch):
    real = builtins.__import__

    def without(name, *args, **kwargs):
        if name == "uvicorn":
            raise ModuleNotFoundError("No module named 'uvicorn'", name="uvicorn")
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(MissingExtraError, match=r'pip install "diskembed\[view\]"'):
        run(model, "--no-open")


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_it_serves_until_interrupted(model, host):
    if host == "::1":
        try:
            socket.create_server((host, 0), family=socket.AF_INET6).close()
        except OSError:
            pytest.skip("there is no IPv6 here")
    command = [
        sys.executable,
        "-m",
        "diskembed",
        "view",
        model,
        "--no-open",
        "--host",
        host,
        "--token",
        "a b",
    ]
    environment = {**os.environ, "PYTHONWARNINGS": "error"}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as process:
        try:
            address = process.stdout.readline().strip()
            assert address.endswith("/?token=a%20b")
            home = address.partition("?")[0]
            with pytest.raises(urllib.error.HTTPError, match="401"):
                urllib.request.urlopen(f"{home}api/map")
            asked = urllib.request.Request(f"{home}api/map", headers={"Authorization": "Bearer a b"})
            with urllib.request.urlopen(asked) as answer:
                assert json.load(answer)["title"] == "animals"
        finally:
            process.send_signal(signal.SIGINT)
        assert process.wait(30) == 0
        assert process.stderr.read() == "9 nodes: asking the model who contains whom\n"
