"""A file is the old one or the new one at every moment, whatever happens while it is written."""

from __future__ import annotations

import os
import re
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from os import PathLike, fspath
from pathlib import Path
from typing import BinaryIO

from diskembed.errors import WriteError

__all__ = ["discard_unfinished", "replacing", "require_folder"]


@contextmanager
def replacing(path: str | PathLike[str]) -> Iterator[BinaryIO]:
    """A file to write that takes the place of ``path`` once it is complete and on the disk.

    It is written beside ``path``, with the rights of the file that it replaces, and removed if anything
    fails. Only a killed process leaves it behind: see ``discard_unfinished``.
    """
    target = Path(os.path.realpath(path))  # a link stays one
    aside = target.with_name(f".{target.name}.{secrets.token_hex(8)}.part")
    try:
        with aside.open("xb") as file:
            if target.exists():
                shutil.copymode(target, aside)
            yield file
            file.flush()
            os.fsync(file.fileno())
        aside.replace(target)
    except OSError as error:
        raise WriteError(path, error.strerror or str(error)) from None
    finally:
        with suppress(OSError):
            aside.unlink(missing_ok=True)
    _sync_folder(target.parent)


def require_folder(path: str | PathLike[str]) -> None:
    """Refuse a path that nothing can be written to, before hours of work are done for it."""
    folder = Path(os.path.realpath(path)).parent
    if not folder.is_dir():
        raise WriteError(path, f"there is no folder {folder}")
    if not os.access(folder, os.W_OK):
        raise WriteError(path, f"the folder {folder} may not be written to")


def discard_unfinished(path: str | PathLike[str]) -> None:
    """Remove what processes that were killed while they wrote ``path`` have left beside it."""
    target = Path(os.path.realpath(path))
    unfinished = re.compile(rf"\.{re.escape(target.name)}\.[0-9a-f]{{16}}\.part")
    with suppress(OSError):
        for file in target.parent.iterdir():
            if unfinished.fullmatch(file.name):
                file.unlink(missing_ok=True)


def _sync_folder(folder: Path) -> None:
    """Make the new name last too. Not every system can; the file is complete either way."""
    with suppress(OSError):
        handle = os.open(fspath(folder), os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
