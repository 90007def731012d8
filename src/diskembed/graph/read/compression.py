"""Compressed files, told by their first bytes: gzip, xz, bzip2, and Zstandard with the extra ``zstd``."""

from __future__ import annotations

import bz2
import gzip
import lzma
import zlib
from collections.abc import Callable
from dataclasses import dataclass

from diskembed.errors import MissingExtraError

__all__ = ["CORRUPT", "TRUNCATED", "Codec", "codec_of", "without_suffix"]

TRUNCATED = (EOFError,)
CORRUPT = (OSError, ValueError, zlib.error, lzma.LZMAError)


@dataclass(frozen=True)
class Codec:
    """A way to compress; ``decompress`` raises ``EOFError`` where the data breaks off."""

    title: str
    suffix: str
    magic: bytes
    decompress: Callable[[bytes], bytes]


def _unzstd(data: bytes) -> bytes:
    try:
        import zstandard
    except ImportError:
        raise MissingExtraError("reading .zst files", package="zstandard", extra="zstd") from None
    parts = []
    while data:
        frame = zstandard.ZstdDecompressor(max_window_size=2**31).decompressobj()
        try:
            parts.append(frame.decompress(data))
        except zstandard.ZstdError as error:
            raise ValueError(str(error)) from None
        if not frame.eof:
            raise EOFError
        data = frame.unused_data
    return b"".join(parts)


def _unbz2(data: bytes) -> bytes:
    try:
        return bz2.decompress(data)
    except ValueError:  # how that module says that the stream has no end
        raise EOFError from None


def _unxz(data: bytes) -> bytes:
    try:
        return lzma.decompress(data)
    except lzma.LZMAError as error:
        if "ended before" in str(error):
            raise EOFError from None
        raise


_CODECS = (
    Codec("gzip", ".gz", b"\x1f\x8b", gzip.decompress),
    Codec("Zstandard", ".zst", b"\x28\xb5\x2f\xfd", _unzstd),
    Codec("xz", ".xz", b"\xfd7zXZ\x00", _unxz),
    Codec("bzip2", ".bz2", b"BZh", _unbz2),
)


def codec_of(name: str, head: bytes) -> tuple[Codec | None, Codec | None]:
    """What a file's name promises, and what its first bytes are."""
    promised = next((codec for codec in _CODECS if name.lower().endswith(codec.suffix)), None)
    found = next((codec for codec in _CODECS if head.startswith(codec.magic)), None)
    if found is not None and found.magic.isascii() and found is not promised:
        found = None  # a text may begin like that
    return promised, found


def without_suffix(name: str) -> str:
    """A file's name without a compression's suffix."""
    promised, _ = codec_of(name, b"")
    return name[: -len(promised.suffix)] if promised else name
