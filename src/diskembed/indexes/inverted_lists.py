"""``faiss``: inverted lists of unit lifts, a file of faiss's own for each direction, which it maps itself."""

from __future__ import annotations

import hashlib
from os import PathLike, fspath
from pathlib import Path
from typing import Any, ClassVar, final, get_args

import numpy as np

from diskembed.errors import ReadError
from diskembed.indexes.kind import REBUILD, IndexKind, Parts
from diskembed.indexes.trees import packed_bounds, unpacked_bounds
from diskembed.models.contract import Model
from diskembed.models.types import Array
from diskembed.query.exact import Exact
from diskembed.query.inverted import Inverted, faiss_module
from diskembed.query.scores import Side
from diskembed.storage.atomic import replacing

__all__ = ["InvertedLists"]


@final
class InvertedLists(IndexKind):
    """For who has faiss in use already: it may miss answers, and says how many."""

    name: ClassVar[str] = "faiss"

    def build(self, exact: Exact) -> Inverted:
        """See ``IndexKind``."""
        return Inverted.of(exact)

    def pack(self, index: Any, path: str | PathLike[str]) -> Parts:
        """See ``IndexKind``."""
        faiss, digests = faiss_module(), []
        for file, lists in zip(self.beside(path), (index.above, index.below), strict=True):
            data = faiss.serialize_index(lists)
            with replacing(file) as target:
                target.write(data.data)
            digests.append(hashlib.sha256(data.data).hexdigest())
        disks = self.packed_disks(index.disks)
        state = {"bounds": packed_bounds(index.bounds), "probes": index.probes, "digests": digests}
        return Parts({**disks.arrays, "A": index.A, "B": index.B}, {**disks.state, **state})

    def unpack(self, path: str | PathLike[str], parts: Parts, model: Model, rows: Array) -> Inverted:
        """See ``IndexKind``."""
        faiss, disks = faiss_module(), self.unpacked_disks(parts, model, rows)
        A, B = parts.arrays["A"], parts.arrays["B"]
        if not A.dtype == B.dtype == np.float32 or A.shape != B.shape or A.ndim != 2 or len(A) != len(rows):
            raise ValueError("no lifts")
        probes, found = int(parts.state["probes"]), []
        for file, digest in zip(self.beside(path), parts.state["digests"], strict=True):
            if not Path(file).exists() or _digest(file) != digest:
                raise ReadError(
                    file, f"this is not the file that {fspath(path)} was written with", do=REBUILD
                )
            lists = faiss.read_index(file, faiss.IO_FLAG_MMAP | faiss.IO_FLAG_READ_ONLY)
            lists.nprobe = probes
            found.append(lists)
        above, below = found
        return Inverted(model, rows, disks.cutoff, disks, unpacked_bounds(parts), A, B, above, below, probes)

    def beside(self, path: str | PathLike[str]) -> list[str]:
        """The lists of each direction."""
        return [f"{fspath(path)}.{side}.faiss" for side in get_args(Side)]


def _digest(file: str) -> str:
    with Path(file).open("rb") as data:
        return hashlib.file_digest(data, "sha256").hexdigest()
