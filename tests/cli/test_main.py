"""The program as a whole: what it leaves on standard error, and with which exit code."""

import errno
import sys

import click
import pytest

from diskembed.cli import main


def run(monkeypatch, *argv):
    """The exit code of the whole program."""
    monkeypatch.setattr(sys, "argv", ["diskembed", *argv])
    with pytest.raises(SystemExit) as stop:
        main()
    return stop.value.code


def test_an_error_is_one_line_whatever_a_path_holds(monkeypatch, capsys):
    assert run(monkeypatch, "check", "new\nline\x1b[31m é\u202e.tsv") == 2
    message = capsys.readouterr().err
    assert message.startswith("error: new\\nline\\x1b[31m é\\u202e.tsv: there is no such file; ")
    assert message.count("\n") == 1


def failing_output(monkeypatch, error):
    """Standard output fails for good, and nothing else does; says whether it was put away."""
    put_away = []
    whole = click.echo

    def echo(message=None, err=False, **options):
        if not err:
            raise error
        whole(message, err=True, **options)

    monkeypatch.setattr(click, "echo", echo)
    monkeypatch.setattr("os.dup2", lambda _from, to: put_away.append(to))
    return put_away


def test_a_full_disk_under_standard_output_is_one_line(monkeypatch, capsys):
    put_away = failing_output(monkeypatch, OSError(errno.ENOSPC, "No space left on device"))
    assert run(monkeypatch, "data", "list") == 2
    assert capsys.readouterr().err == (
        "error: the answer cannot be written: No space left on device; make room for it\n"
    )
    assert put_away == [1]


def test_an_error_of_a_file_is_not_taken_for_one_of_the_output(monkeypatch):
    failing_output(monkeypatch, PermissionError(errno.EACCES, "Permission denied", "some.file"))
    monkeypatch.setattr(sys, "argv", ["diskembed", "data", "list"])
    with pytest.raises(PermissionError, match=r"some\.file"):
        main()
