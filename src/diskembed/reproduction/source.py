"""Where the splits of the experiment come from: published files, or a draw by the published rule."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from diskembed import datasets
from diskembed.graph.dag import DAG
from diskembed.split.files import SplitFiles, read_bytes
from diskembed.split.split import Split

__all__ = ["SplitSource", "nouns"]

PUBLISHED_PREFIX = "noun_closure.tsv"


@dataclass(frozen=True)
class SplitSource:
    """``folder`` holds split files; without one, the nouns' split is drawn with ``seed``.

    A percentage whose training pairs are missing in the folder is drawn with ``seed`` too.
    """

    folder: str | None = None
    seed: int = 0

    def split(self, percent: float, *, reverse: bool = False) -> Split:
        """The split, kept while cells of the same one follow."""
        return _split(self, percent, reverse)

    def identity(self) -> dict[str, Any]:
        """What tells one source from another, as JSON can hold it."""
        if self.folder is None:
            return {"drawn": self.seed, "of": "wordnet-nouns"}
        return {"missing drawn": self.seed, "files": _digest(self._files())}

    def _files(self) -> SplitFiles:
        assert self.folder is not None
        there = any((Path(self.folder) / f"{PUBLISHED_PREFIX}.vocab{end}").exists() for end in ("", ".gz"))
        return SplitFiles.find(self.folder, PUBLISHED_PREFIX if there else None)


def nouns() -> DAG:
    """The experiment's graph: the nouns without the root ``entity``."""
    return datasets.load("wordnet-nouns").without_roots()


@lru_cache(maxsize=2)
def _split(source: SplitSource, percent: float, reverse: bool) -> Split:
    if source.folder is None:
        return Split.draw(nouns(), percent=percent, seed=source.seed, reverse=reverse)
    prefix = source._files().prefix
    return Split.read(source.folder, percent=percent, prefix=prefix, seed=source.seed, reverse=reverse)


@lru_cache
def _digest(files: SplitFiles) -> str:
    digest = hashlib.sha256()
    for path in sorted(files.existing()):
        digest.update(path.name.removesuffix(".gz").encode() + b"\0" + read_bytes(path))
    return digest.hexdigest()[:16]
