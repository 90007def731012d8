"""Checksums: pinned by the catalogue, or recorded beside a file the first time it is seen.

A recorded checksum (``FILE.sha256``, as ``sha256sum -c`` reads it) says that a file is still the one
that was fetched first. It does not say that the first one was right: only a pinned one does.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
from pathlib import Path

from diskembed.datasets.files import write_atomically
from diskembed.errors import DatasetError

__all__ = ["expected_sha256", "record_path", "record_sha256", "sha256_of", "verify"]


def sha256_of(path: Path) -> str:
    """The checksum of a file's bytes, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def record_path(path: Path) -> Path:
    """Where the checksum of ``path`` is recorded."""
    return path.with_name(f"{path.name}.sha256")


def expected_sha256(path: Path, pinned: str) -> str:
    """The pinned checksum, else the recorded one, else the empty string."""
    if pinned:
        return pinned
    record = record_path(path)
    if not record.exists():
        return ""
    found = re.match(r"[0-9a-f]{64}\b", record.read_text("utf-8", "replace"))
    if found is None:
        raise DatasetError(
            f"{record} does not begin with a SHA-256 checksum", do=f"remove it to trust {path.name} as it is"
        )
    return found[0]


def record_sha256(path: Path, sha256: str) -> None:
    """Keep a checksum beside the file it belongs to."""
    write_atomically(record_path(path), f"{sha256}  {path.name}\n".encode())


def verify(path: Path, pinned: str) -> None:
    """Refuse a file that is not what it was; a file put there by hand is recorded when first seen."""
    expected, found = expected_sha256(path, pinned), sha256_of(path)
    if not expected:
        # A shared cache may be read-only: its files can be used, though not recorded.
        with contextlib.suppress(PermissionError):
            record_sha256(path, found)
    elif found != expected:
        accept = "" if pinned else f", or remove {record_path(path).name} beside it to trust it as it is"
        raise DatasetError(
            f"{os.fspath(path)} has the SHA-256 checksum {found}",
            allowed=f"{'its pinned version' if pinned else 'the file first seen there'} has {expected}",
            do=f"remove the file and fetch it again{accept}",
        )
