"""The files of a split: what they are called, where they are, and their bytes, plain or gzipped.

All share a prefix: ``PREFIX.vocab``, ``.train_50percent``, ``.valid``, ``.valid_neg``, ``.test``,
``.test_neg``, and where asked for ``.full_transitive`` and ``.full_neg``; each may end in ``.gz``.
"""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from gzip import GzipFile
from io import BufferedWriter
from os import PathLike
from pathlib import Path

from diskembed.errors import ReadError, SplitError
from diskembed.split.rule import percent_text

__all__ = ["SplitFiles", "opened_for_writing", "read_bytes", "train_part"]

_TRAIN = re.compile(r"train_(\d+(?:\.\d+)?)percent")
_FIXED = {"vocab", "valid", "valid_neg", "test", "test_neg", "full_transitive", "full_neg"}


def train_part(percent: float) -> str:
    """The part that holds the training pairs of a percentage."""
    return f"train_{percent_text(percent)}percent"


@dataclass(frozen=True)
class SplitFiles:
    """The files of one prefix in a folder."""

    folder: Path
    prefix: str

    @classmethod
    def find(cls, folder: str | PathLike[str], prefix: str | None) -> SplitFiles:
        """Those of ``prefix``, or of the only one that there is."""
        place = Path(folder)
        if not place.is_dir():
            raise SplitError(f"{place} is not a folder", do="name the folder that holds the split's files")
        names = {file.name.removesuffix(".gz") for file in place.iterdir()}
        prefixes = sorted(name.removesuffix(".vocab") for name in names if name.endswith(".vocab"))
        if prefix is None and len(prefixes) == 1:
            return cls(place, prefixes[0])
        if prefix in prefixes:
            return cls(place, prefix)
        there = " and ".join(map(repr, prefixes)) or "none"
        raise SplitError(
            f"{place} holds {'several splits' if prefix is None and prefixes else 'no such split'}",
            allowed=f"a split is complete once PREFIX.vocab is there; prefixes here: {there}",
            do="give one of them as prefix" if prefixes else "name another folder, or draw the split again",
        )

    def path(self, part: str) -> Path | None:
        """Where a part lies, if it is there."""
        plain = self.folder / f"{self.prefix}.{part}"
        zipped = self.folder / f"{plain.name}.gz"
        if plain.exists() and zipped.exists():
            raise ReadError(plain, f"stands beside {zipped.name}", do="remove the one that is out of date")
        return next((path for path in (plain, zipped) if path.exists()), None)

    def existing(self) -> list[Path]:
        """Every file of this prefix, the vocabulary first."""
        found = []
        for file in sorted(self.folder.iterdir()) if self.folder.is_dir() else []:
            part = file.name.removesuffix(".gz").removeprefix(f"{self.prefix}.")
            if file.name.startswith(f"{self.prefix}.") and (part in _FIXED or _TRAIN.fullmatch(part)):
                found.append(file)
        return sorted(found, key=lambda file: ".vocab" not in file.name[len(self.prefix) :])

    def percents(self) -> list[float]:
        """The percentages whose training pairs are there."""
        matches = (
            _TRAIN.fullmatch(file.name.removesuffix(".gz")[len(self.prefix) + 1 :])
            for file in self.existing()
        )
        values = {float(match[1]) for match in matches if match}
        return [int(value) if value.is_integer() else value for value in sorted(values)]


def read_bytes(path: Path) -> bytes:
    """A file's content, unzipped where its name ends in ``.gz``."""
    try:
        return gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    except (OSError, EOFError, zlib.error) as error:
        raise ReadError(
            path,
            f"it cannot be read ({getattr(error, 'strerror', None) or error})",
            allowed="expected a complete file" + (" of gzip" if path.suffix == ".gz" else ""),
            do="put it there again, or draw the split again",
        ) from None


@contextmanager
def opened_for_writing(path: Path) -> Iterator[GzipFile | BufferedWriter]:
    """A file to write, zipped where its name ends in ``.gz``; the same content gives the same bytes."""
    with path.open("wb") as plain:
        if path.suffix != ".gz":
            yield plain
            return
        with GzipFile(filename="", mode="wb", compresslevel=6, fileobj=plain, mtime=0) as zipped:
            yield zipped
