"""Where a graph is read from: a file or standard input, decompressed and checked."""

from __future__ import annotations

import mmap
import os
import stat
import sys
from dataclasses import dataclass
from os import PathLike, fspath
from pathlib import Path

import numpy as np

from diskembed.errors import ParameterError, ReadError, near_names
from diskembed.graph.read.compression import CORRUPT, TRUNCATED, codec_of
from diskembed.graph.words import Bytes

__all__ = ["Origin", "Source"]

_BOM = b"\xef\xbb\xbf"
_SNIFFED = 1 << 16
_KNOWN_BINARIES = (
    (b"PAR1", "a Parquet file"),
    (b"PK\x03\x04", "a zip archive or a spreadsheet"),
    (b"%PDF", "a PDF document"),
    (b"SQLite format 3", "an SQLite database"),
    (b"\xff\xfe", "UTF-16 text"),
    (b"\xfe\xff", "UTF-16 text"),
    (b"\x04\x22\x4d\x18", "LZ4-compressed"),
)


@dataclass(frozen=True)
class Origin:
    """What messages call a source, and what its parts are: lines of a file, rows of a frame."""

    label: str
    unit: str = "line"

    def place(self, at: int | None = None) -> str:
        """``"edges.tsv, line 3"``; lines count from 1, rows from 0 as frames do."""
        if at is None:
            return self.label
        return f"{self.label}, {self.unit} {at}" + (" (from 0)" if self.unit == "row" else "")

    def error(self, found: str, *, at: int | None = None, allowed: str = "", do: str = "") -> ReadError:
        """An error that names the source and the line."""
        if self.unit == "line":
            return ReadError(self.label, found, line=at, allowed=allowed, do=do)
        return ReadError(self.place(at), found, allowed=allowed, do=do)


@dataclass(frozen=True)
class Source(Origin):
    """A file, or standard input where ``path`` is None."""

    path: Path | None = None

    @classmethod
    def of(cls, source: str | PathLike[str]) -> Source:
        """``"-"`` is standard input."""
        if not fspath(source):  # which would be the current folder
            raise ParameterError("an empty path was given", allowed='a path, or "-" for standard input')
        if fspath(source) == "-":
            return cls("standard input")
        return cls(fspath(source), path=Path(source))

    def require_present(self) -> None:
        """Refuse a path at which nothing is."""
        if self.path is not None and not os.path.lexists(self.path):
            raise self._absent(self.path)

    def content(self) -> Bytes:
        """All bytes, decompressed; a plain file is mapped into memory instead of being copied."""
        data = self._raw()
        promised, found = codec_of(self.label, data[:16].tobytes())
        if promised is not None and found is not promised and len(data):
            raise self.error(
                f"this is no {promised.title} file" + (f" but {found.title}" if found else ""),
                allowed=f"a name that ends in {promised.suffix} promises {promised.title}",
                do="rename the file after what it holds, or write it again",
            )
        if found is not None:
            try:
                data = np.frombuffer(found.decompress(data.tobytes()), np.uint8)
            except TRUNCATED:
                raise self.error(
                    f"the {found.title} data breaks off",
                    allowed="expected a complete file",
                    do="fetch or write it again",
                ) from None
            except CORRUPT as error:
                raise self.error(
                    f"the {found.title} data is damaged ({error})",
                    allowed="expected a complete file",
                    do="fetch or write it again",
                ) from None
        if not len(data):
            raise self.error(
                "the file is empty", allowed="a graph has at least one node", do="check the path"
            )
        return data

    def text_bytes(self) -> Bytes:
        """The content of a text file, without a byte order mark; what is plainly binary is refused."""
        data = self.content()
        head = data[:_SNIFFED].tobytes()
        kind = next((title for magic, title in _KNOWN_BINARIES if head.startswith(magic)), None)
        zero = head.find(b"\0")
        if kind is not None or zero >= 0:
            raise self.error(
                f"this is {kind}" if kind else f"this is no text: byte {zero} is zero",
                allowed="expected text in UTF-8",
                do="convert it, or pass the format that it has (on the command line --format)",
            )
        return data[len(_BOM) :] if head.startswith(_BOM) else data

    def text(self) -> str:
        """A text file as a string."""
        data = self.text_bytes().tobytes()
        try:
            return data.decode()
        except UnicodeDecodeError as error:
            raise self.undecodable(1 + data.count(b"\n", 0, error.start)) from None

    def lines(self) -> list[str]:
        """A text file's lines as an editor counts them, without their ends."""
        return [line.removesuffix("\r") for line in self.text().split("\n")]

    def undecodable(self, line: int) -> ReadError:
        """Bytes that are no UTF-8."""
        return self.error(
            "bytes that are not UTF-8",
            at=line,
            allowed="expected text in UTF-8",
            do="convert the file, as in: iconv -f latin1 -t utf-8",
        )

    def _raw(self) -> Bytes:
        if self.path is None:
            return np.frombuffer(self._standard_input(), np.uint8)
        try:
            with self.path.open("rb") as file:
                status = self.path.stat()
                if stat.S_ISREG(status.st_mode) and status.st_size:
                    return np.frombuffer(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ), np.uint8)
                return np.frombuffer(file.read(), np.uint8)
        except FileNotFoundError:
            raise self._absent(self.path) from None
        except IsADirectoryError:
            raise self.error(
                "this is a directory", allowed="expected a file", do="name the file in it"
            ) from None
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise self.error(
                f"it cannot be opened: {reason}", do="check the path and its permissions"
            ) from None

    def _standard_input(self) -> bytes:
        if sys.stdin is None or sys.stdin.closed:
            raise self.error("it is closed", do="pipe a graph in, or give a path")
        return sys.stdin.buffer.read()

    def _absent(self, path: Path) -> ReadError:
        if path.is_symlink():
            return self.error(f"it is a link to {path.readlink()}, where no file is", do="mend the link")
        try:
            near = near_names(path.name, [found.name for found in path.parent.iterdir()])
        except OSError:
            near = []
        if "://" in self.label:
            return self.error(
                "this is an address", allowed="a graph is read from a file", do="fetch it first"
            )
        hint = f"did you mean {' or '.join(near)}?" if near else "check the path"
        return self.error("there is no such file", do=hint)
