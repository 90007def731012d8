"""The command line as a whole, called from a test."""

import sys

import pytest

from diskembed.cli import main


@pytest.fixture
def run(monkeypatch, capsys):
    """The whole command line, with its exit codes; returns (code, stdout, stderr)."""

    def call(*args):
        monkeypatch.setattr(sys, "argv", ["diskembed", *map(str, args)])
        try:
            main()
            code = 0
        except SystemExit as stop:
            code = stop.code
        return code, *capsys.readouterr()

    return call
