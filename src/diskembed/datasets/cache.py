"""Where fetched files are kept, and whether fetching is allowed at all."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from diskembed.errors import DatasetError

__all__ = ["cache_folder", "is_offline"]


def cache_folder(cache: str | os.PathLike[str] | None = None) -> Path:
    """``cache`` if given, else ``DISKEMBED_CACHE``, else the platform's folder for such files."""
    chosen = os.fspath(cache) if cache is not None else os.environ.get("DISKEMBED_CACHE", "")
    try:
        return Path(chosen).expanduser() if chosen else _platform_folder()
    except RuntimeError as error:  # raised where there is no home folder
        raise DatasetError(
            f"there is no folder to keep datasets in: {error}", do="set DISKEMBED_CACHE to one"
        ) from None


def is_offline() -> bool:
    """Whether ``DISKEMBED_OFFLINE`` forbids the network."""
    return os.environ.get("DISKEMBED_OFFLINE", "").lower() not in {"", "0", "false", "no"}


def _platform_folder() -> Path:
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA", "")
        return Path(local or Path.home() / "AppData" / "Local") / "diskembed" / "Cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "diskembed"
    # The XDG specification asks for relative paths to be ignored.
    given = Path(os.environ.get("XDG_CACHE_HOME", ""))
    return (given if given.is_absolute() else Path.home() / ".cache") / "diskembed"
