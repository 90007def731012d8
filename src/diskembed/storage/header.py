"""The header of a container: what it holds, as which version, and where each array lies."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from os import PathLike
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diskembed import __version__
from diskembed.errors import ParameterError, ReadError
from diskembed.storage.state import as_json

__all__ = ["DIGEST", "DIGEST_BYTES", "Entry", "Header", "Kind", "damaged"]

DIGEST, DIGEST_BYTES = "sha256", 32
_METADATA = "__metadata__"
_MAGIC = b'{"__metadata__":{"diskembed":"'
_LENGTH_BYTES = 8
_ALIGNMENT = 64
_TYPES = {
    name: np.dtype(code)
    for name, code in (
        ("F64", "<f8"), ("I64", "<i8"), ("U64", "<u8"),
        ("F32", "<f4"), ("I32", "<i4"), ("U32", "<u4"),
        ("F16", "<f2"), ("I16", "<i2"), ("U16", "<u2"),
        ("I8", "i1"), ("U8", "u1"), ("BOOL", "?"),
    )
}  # fmt: skip
_TYPE_NAMES = {dtype: name for name, dtype in _TYPES.items()}


@dataclass(frozen=True)
class Kind:
    """What a file is for. ``version`` counts up when what is in it changes its meaning."""

    name: str
    version: int


@dataclass(frozen=True)
class Entry:
    """Where an array lies, in bytes from the start of the file."""

    dtype: np.dtype[Any]
    shape: tuple[int, ...]
    start: int
    end: int


@dataclass(frozen=True)
class Header:
    """What a file says about itself before its arrays begin."""

    state: Any
    entries: Mapping[str, Entry]
    end: int
    """How many bytes the whole file has."""

    @staticmethod
    def encode(kind: Kind, arrays: Mapping[str, NDArray[Any]], state: Any) -> bytes:
        """The first bytes of a file with these arrays, in this order, and the digest after them."""
        fields: dict[str, Any] = {
            _METADATA: {
                "diskembed": kind.name,
                "version": str(kind.version),
                "written_by": __version__,
                "state": as_json(state, "the state"),
            }
        }
        at = 0
        for name, array in arrays.items():
            fields[name] = _field(_type_name(name, array), array.shape, at, at + array.nbytes)
            at += array.nbytes
        fields[DIGEST] = _field("U8", (DIGEST_BYTES,), at, at + DIGEST_BYTES)
        text = json.dumps(fields, separators=(",", ":")).encode()
        text += b" " * (-(_LENGTH_BYTES + len(text)) % _ALIGNMENT)
        return len(text).to_bytes(_LENGTH_BYTES, "little") + text

    @staticmethod
    def decode(path: str | PathLike[str], data: memoryview, kind: Kind) -> Header:
        """What the first bytes of a file say; ReadError where it is not of this kind, or not readable."""
        after = bytes(data[_LENGTH_BYTES : _LENGTH_BYTES + len(_MAGIC)])
        if after != _MAGIC[: len(after)] or not after:
            raise ReadError(
                path,
                "this is not a file that diskembed wrote" if len(data) else "the file is empty",
                do=f"give a {kind.name} file",
            )
        start = _LENGTH_BYTES + int.from_bytes(data[:_LENGTH_BYTES], "little")
        if start > len(data):
            raise damaged(path, f"it is cut short, or its first bytes are wrong: it has {len(data):,} bytes")
        try:
            fields = json.loads(bytes(data[_LENGTH_BYTES:start]))
            metadata = fields.pop(_METADATA)
            _require_kind(path, metadata, kind)
            return Header(json.loads(metadata["state"]), *_entries(fields, start))
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise damaged(path, "its header cannot be read") from None


def damaged(path: str | PathLike[str], how: str) -> ReadError:
    """The error of a file that diskembed wrote and something else changed."""
    return ReadError(path, f"the file is damaged: {how}", do="copy it again from where it is whole")


def _require_kind(path: str | PathLike[str], metadata: Mapping[str, str], kind: Kind) -> None:
    name, version, writer = metadata["diskembed"], int(metadata["version"]), metadata["written_by"]
    if version < 1:
        raise ValueError("versions count from 1")
    if name != kind.name:
        raise ReadError(path, f"this is a {name}, not a {kind.name}", do=f"give a {kind.name} file")
    if version > kind.version:
        raise ReadError(
            path,
            f"written by a newer diskembed ({writer}) in version {version} of the {name} format",
            allowed=f"diskembed {__version__} reads it up to version {kind.version}",
            do="update: pip install --upgrade diskembed",
        )


def _field(type_name: str, shape: tuple[int, ...], start: int, end: int) -> dict[str, Any]:
    return {"dtype": type_name, "shape": list(shape), "data_offsets": [start, end]}


def _type_name(name: str, array: NDArray[Any]) -> str:
    if name in {_METADATA, DIGEST}:
        raise ParameterError(
            f"an array is named {name!r}", do="name it otherwise: the file format needs that"
        )
    if array.dtype not in _TYPE_NAMES:
        raise ParameterError(
            f"array {name!r} is of type {array.dtype}",
            allowed=f"arrays of {', '.join(str(dtype) for dtype in _TYPE_NAMES)} can be kept in a file",
        )
    return _TYPE_NAMES[array.dtype]


def _entries(fields: Mapping[str, Any], start: int) -> tuple[dict[str, Entry], int]:
    """The arrays' places and the end of the file; any error means that the header is wrong."""
    entries, at = {}, 0
    for name, field in fields.items():
        dtype, shape = _TYPES[field["dtype"]], tuple(map(int, field["shape"]))
        end = at + dtype.itemsize * math.prod(shape)
        if field["data_offsets"] != [at, end] or min(shape, default=0) < 0:
            raise ValueError(f"{name} is out of place")
        entries[name] = Entry(dtype, shape, start + at, start + end)
        at = end
    digest = entries.pop(DIGEST)
    if (digest.shape, digest.end) != ((DIGEST_BYTES,), start + at):
        raise ValueError("the digest is not at the end")
    return entries, start + at
