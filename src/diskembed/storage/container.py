"""One file of named arrays and a JSON state, with a checksum over every byte.

    8 bytes     the header's length, little-endian
    header      JSON: kind, version and state; each array's type, shape and place
    arrays      little-endian, one after another, the widest numbers first so that each is aligned
    32 bytes    SHA-256 of all that comes before

This is a safetensors file, the checksum being its last array, and any reader of those opens it. It is
written and read here because the safetensors library copies arrays where this maps them into memory, orders
metadata at random so that the same model would give other bytes, and has no checksum.
"""

from __future__ import annotations

import hashlib
import mmap
import os
import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diskembed.errors import ReadError
from diskembed.storage.atomic import replacing
from diskembed.storage.header import DIGEST_BYTES, Header, Kind, damaged

__all__ = ["Contents", "read_container", "write_container"]

_CHUNK = 1 << 24


@dataclass(frozen=True, eq=False)
class Contents:
    """What a file holds; its arrays are read-only and may be mapped from the file."""

    arrays: dict[str, NDArray[Any]]
    state: Any


def write_container(
    path: str | PathLike[str], kind: Kind, arrays: Mapping[str, NDArray[Any]], state: Any
) -> None:
    """Write all of it or nothing; a file that stands at ``path`` is replaced when the new one is complete."""
    ordered = sorted(arrays.items(), key=lambda item: -item[1].dtype.itemsize)
    laid_out = {name: _little_endian(array) for name, array in ordered}
    header = Header.encode(kind, laid_out, state)
    with replacing(path) as file:
        digest = hashlib.sha256(header)
        file.write(header)
        for array in laid_out.values():
            for chunk in _chunks(array):
                digest.update(chunk)
                file.write(chunk)
        file.write(digest.digest())


def read_container(
    path: str | PathLike[str], kind: Kind, *, verify: bool = True, private: bool = False
) -> Contents:
    """Read a file, mapped into memory; without ``verify`` flipped bytes in its arrays go unnoticed.

    ``private`` arrays may be written to: what is written is seen here alone, and is not in the file.
    """
    data = _content(path, mmap.ACCESS_COPY if private else mmap.ACCESS_READ)
    view = memoryview(data)
    header = Header.decode(path, view, kind)
    if len(view) != header.end:
        relation = "cut short" if len(view) < header.end else "too long"
        raise damaged(path, f"it is {relation}: {len(view):,} bytes instead of {header.end:,}")
    if verify and hashlib.sha256(view[:-DIGEST_BYTES]).digest() != view[-DIGEST_BYTES:]:
        raise damaged(path, "its content does not match its checksum")
    arrays: dict[str, NDArray[Any]] = {
        name: np.ndarray(entry.shape, entry.dtype, data, entry.start)
        for name, entry in header.entries.items()
    }
    return Contents(arrays, header.state)


def _little_endian(array: NDArray[Any]) -> NDArray[Any]:
    return np.ascontiguousarray(array, array.dtype.newbyteorder("<")).reshape(array.shape)


def _chunks(array: NDArray[Any]) -> Iterator[memoryview]:
    data = array.reshape(-1).view(np.uint8).data
    for start in range(0, len(data), _CHUNK):
        yield data[start : start + _CHUNK]


def _content(path: str | PathLike[str], access: int) -> mmap.mmap | bytes:
    try:
        with Path(path).open("rb") as file:
            status = os.fstat(file.fileno())
            if stat.S_ISREG(status.st_mode) and status.st_size:
                return mmap.mmap(file.fileno(), 0, access=access)
            return file.read()
    except FileNotFoundError:
        raise ReadError(path, "there is no such file", do="check the path") from None
    except OSError as error:
        raise ReadError(path, f"cannot be read: {error.strerror or error}", do="check the path") from None
