"""How much the command line says beside its answers: ``--quiet``, ``--verbose`` and colours."""

from __future__ import annotations

import os

import click

__all__ = ["colours", "detail", "is_verbose", "note", "progress", "set_voice"]

KEY = "diskembed.voice"


def set_voice(context: click.Context, *, quiet: bool, verbose: bool) -> None:
    """Choose for all commands under ``context``."""
    if quiet and verbose:
        raise click.UsageError("--quiet and --verbose exclude each other; leave one of them out", context)
    context.meta[KEY] = verbose - quiet


def note(text: str) -> None:
    """A remark on standard error, beside the answer; ``--quiet`` leaves it out."""
    if _loudness() >= 0:
        click.echo(text, err=True)


def detail(text: str) -> None:
    """A remark that only ``--verbose`` asks for."""
    if _loudness() > 0:
        click.echo(text, err=True)


def is_verbose() -> bool:
    """Whether ``--verbose`` was said."""
    return _loudness() > 0


def progress() -> bool | None:
    """Bars: never with ``--quiet``, always with ``--verbose``, else (None) only where there is a terminal."""
    return {-1: False, 0: None, 1: True}[_loudness()]


def colours() -> bool | None:
    """False where the environment wants none; None leaves it to whether there is a terminal."""
    return False if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" else None


def _loudness() -> int:
    context = click.get_current_context(silent=True)
    return 0 if context is None else context.meta.get(KEY, 0)
