"""How far a download is: on standard error, and only where someone is looking."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

__all__ = ["Report", "progress_bar", "say"]

Report = Callable[[int, "int | None"], None]
"""Called with the bytes that are here and, where it is known, how many there will be."""


def _is_shown(shown: bool | None) -> bool:
    return sys.stderr.isatty() if shown is None else shown


def say(text: str, shown: bool | None) -> None:
    """One line to whoever watches the bar."""
    if _is_shown(shown):
        print(text, file=sys.stderr)


@contextmanager
def progress_bar(label: str, shown: bool | None) -> Iterator[Report]:
    """A bar that vanishes when done. ``shown``: None is only at a terminal, True always, False never."""
    if not _is_shown(shown):
        yield lambda done, total: None
        return
    from rich import progress
    from rich.console import Console

    columns = (
        progress.TextColumn("{task.description}"),
        progress.BarColumn(),
        progress.DownloadColumn(),
        progress.TransferSpeedColumn(),
        progress.TimeRemainingColumn(),
    )
    console = Console(stderr=True, force_terminal=shown)
    with progress.Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(label, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
