"""Writing splits in the published format: all files of a prefix or none."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from os import PathLike
from pathlib import Path

from diskembed.errors import ParameterError, SplitError
from diskembed.split.files import SplitFiles, opened_for_writing, train_part
from diskembed.split.negatives import negatives_in_chunks
from diskembed.split.pairs import Pairs
from diskembed.split.rule import Rule, negatives_stream, percent_text
from diskembed.split.split import Split
from diskembed.split.text import format_pairs
from diskembed.split.vocabulary import format_vocabulary

__all__ = ["write_splits"]

CHUNK = 1 << 20  # pairs formatted at a time


def write_splits(
    splits: Iterable[Split],
    folder: str | PathLike[str],
    *,
    prefix: str = "split",
    compress: bool = False,
    full: bool = False,
    overwrite: bool = False,
) -> list[Path]:
    """Write splits that differ in their percentage only; returns the files.

    They are written aside and moved in place when all are complete, the vocabulary last: a folder without
    it holds no split. A split that is there already is refused, or with ``overwrite`` removed altogether,
    since old training pairs would leak into new test pairs. ``full`` adds the whole closure with negatives.
    """
    target = SplitFiles(Path(folder), _checked(prefix))
    old = target.existing()
    if old and not overwrite:
        raise SplitError(
            f"{target.folder} holds a split named {prefix!r} already",
            do="choose another folder or prefix, or overwrite=True (--overwrite) to replace it",
        )
    try:
        with _aside(target.folder) as aside:
            written = _write_all(splits, SplitFiles(aside, prefix), ".gz" if compress else "", full)
            for file in old:
                file.unlink()
            return [file.replace(target.folder / file.name) for file in written]
    except OSError as error:
        raise SplitError(
            f"{target.folder} cannot be written to: {error}", do="free it, or choose another folder"
        ) from None


@contextmanager
def _aside(folder: Path) -> Iterator[Path]:
    """A folder inside, that is gone afterwards; so is ``folder`` itself if it was made for nothing."""
    existed = folder.is_dir()
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with tempfile.TemporaryDirectory(prefix=".split.", dir=folder) as aside:
            yield Path(aside)
    finally:
        if not existed and not any(folder.iterdir()):
            folder.rmdir()


def _write_all(splits: Iterable[Split], files: SplitFiles, ending: str, full: bool) -> list[Path]:
    """In the order in which they are to be moved."""
    written: dict[str, Path] = {}

    def put(part: str, chunks: Iterable[Pairs]) -> None:
        written[part] = files.folder / f"{files.prefix}.{part}{ending}"
        with opened_for_writing(written[part]) as file:
            for pairs in chunks:
                for start in range(0, len(pairs), CHUNK):
                    at = slice(start, start + CHUNK)
                    file.write(format_pairs(pairs.ancestors[at], pairs.descendants[at]).data)

    first: Split | None = None
    vocabulary = files.folder / f"{files.prefix}.vocab{ending}"
    for split in splits:
        if first is None:
            first = split
            with opened_for_writing(vocabulary) as file:
                file.write(format_vocabulary(first.names))
            _write_shared(first, put, full)
        _require_same(first, split)
        put(train_part(split.percent), [split.train])
    if first is None:
        raise ParameterError("no split was given to write", allowed="one or more")
    return [*written.values(), vocabulary]


def _write_shared(split: Split, put: Callable[[str, Iterable[Pairs]], None], full: bool) -> None:
    for part, pairs in (("valid", split.valid), ("test", split.test)):
        put(part, [pairs.positives])
        put(f"{part}_neg", [pairs.negatives])
    if full:
        closure = split.dag().closure()
        positives = Pairs(*closure.pairs())
        count = (
            len(split.test.negatives) // len(split.test.positives) if split.test.positives else Rule.negatives
        )
        random = negatives_stream(split.seed or 0, "full")
        put("full_transitive", [positives])
        put("full_neg", negatives_in_chunks(positives, closure, split.names, count, random))


def _require_same(first: Split, split: Split) -> None:
    if (first.names, first.valid, first.test) != (split.names, split.valid, split.test):
        raise SplitError(
            f"the splits of {percent_text(first.percent)} % and {percent_text(split.percent)} % "
            "differ in their names, validation or test pairs",
            allowed="splits in one folder share them",
            do="draw them with one seed, or write them to two folders",
        )


def _checked(prefix: str) -> str:
    if not prefix or any(character in prefix for character in "/\\\0"):
        raise ParameterError(f"prefix={prefix!r}", allowed="a file's name without slashes")
    return prefix
