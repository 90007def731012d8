"""The format of the bundled graphs: a zip archive with names, edges, kinds of edges and glosses.

    bundle.json     {"format": "diskembed bundle", "version": 1, "nodes": n, "edges": m, "kinds": [...]}
    names.txt       one name a line, in the nodes' order
    degrees.u2      how many parents each node has
    parents.u4      those parents, node by node, in increasing order
    kinds.u1        for each parent, which of "kinds" the edge is of
    glosses.txt     one gloss a line (absent where there are none)

Numbers are little-endian. Plain 32-bit parents under LZMA are smaller than differences or variable
lengths were (83 kB against 104 kB for WordNet): siblings repeat their parent. The same LZMA library
makes the same bytes again; the SHA-256 of each archive stands in ``SHA256SUMS`` beside it.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import ZIP_LZMA, ZipFile, ZipInfo

import numpy as np
from numpy.typing import NDArray

from diskembed.datasets.files import write_atomically
from diskembed.errors import DatasetError

if TYPE_CHECKING:
    from diskembed.graph.dag import DAG, OnCycle
    from diskembed.graph.names import Names

__all__ = ["SUMS", "Bundle", "write_bundle"]

SUMS = "SHA256SUMS"
_HEADER = {"format": "diskembed bundle", "version": 1}


@dataclass(frozen=True)
class Bundle:
    """An archive whose checksum was right."""

    archive: ZipFile
    header: dict[str, Any]

    @classmethod
    def open(cls, path: Path) -> Bundle:
        """Check the whole file before anything in it is believed."""
        try:
            data = path.read_bytes()
            sums = dict(line.split()[::-1] for line in (path.parent / SUMS).read_text("utf-8").splitlines())
        except (OSError, ValueError) as error:
            raise _damaged(path, f"cannot be read ({error})") from error
        if hashlib.sha256(data).hexdigest() != sums.get(path.name):
            raise _damaged(path, "does not have the SHA-256 checksum it was made with")
        archive = ZipFile(io.BytesIO(data))
        header = json.loads(archive.read("bundle.json"))
        if {key: header.get(key) for key in _HEADER} != _HEADER:
            raise _damaged(path, f"is a {header.get('format')!r} of version {header.get('version')!r}")
        return cls(archive, header)

    def names(self) -> Names:
        """The nodes' names."""
        from diskembed.graph.names import Names

        lines = self._numbers("names.txt", "u1")
        ends = np.flatnonzero(lines == ord("\n"))
        offsets = np.zeros(len(ends) + 1, np.int64)
        offsets[1:] = ends - np.arange(len(ends))
        return Names(lines[lines != ord("\n")], offsets)

    def edges(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """All edges as (ancestors, descendants), in the order of ``DAG.edges()``."""
        degrees = self._numbers("degrees.u2", "<u2")
        descendants = np.repeat(np.arange(len(degrees), dtype=np.int32), degrees)
        return self._numbers("parents.u4", "<u4").astype(np.int32), descendants

    def dag(self, on_cycle: OnCycle = "error") -> DAG:
        """The graph, through the same door as any other."""
        from diskembed.graph.dag import DAG

        return DAG.from_arrays(*self.edges(), names=self.names(), on_cycle=on_cycle)

    def edge_kinds(self) -> NDArray[np.str_]:
        """The kind of each edge, in the order of ``DAG.edges()``."""
        kinds: NDArray[np.str_] = np.array(self.header["kinds"])[self._numbers("kinds.u1", "u1")]
        return kinds

    def glosses(self) -> list[str]:
        """A few words on each node."""
        return self.archive.read("glosses.txt").decode().split("\n")[:-1]

    def _numbers(self, member: str, dtype: str) -> NDArray[Any]:
        return np.frombuffer(self.archive.read(member), dtype)


def write_bundle(
    path: Path,
    *,
    names: Sequence[str],
    edges: Sequence[tuple[int, int, int]],
    kinds: Sequence[str],
    glosses: Sequence[str] = (),
) -> str:
    """Write edges (ancestor, descendant, which of ``kinds``) and what goes with them; returns the sum."""
    ordered = sorted(edges, key=lambda edge: (edge[1], edge[0]))
    ancestors, descendants, codes = np.array(ordered, dtype="<u4").reshape(-1, 3).T
    members = {
        "bundle.json": json.dumps(
            {**_HEADER, "nodes": len(names), "edges": len(ordered), "kinds": list(kinds)}
        ).encode(),
        "names.txt": "".join(f"{name}\n" for name in names).encode(),
        "degrees.u2": np.bincount(descendants, minlength=len(names)).astype("<u2").tobytes(),
        "parents.u4": ancestors.tobytes(),
        "kinds.u1": codes.astype("u1").tobytes(),
    }
    if glosses:
        members["glosses.txt"] = "".join(f"{gloss}\n" for gloss in glosses).encode()
    packed = io.BytesIO()
    with ZipFile(packed, "w") as archive:
        for member, data in members.items():
            entry = ZipInfo(member)  # with a fixed date: the same graph makes the same bytes
            entry.create_system = 3
            archive.writestr(entry, data, ZIP_LZMA)
    write_atomically(path, packed.getvalue())
    return hashlib.sha256(packed.getvalue()).hexdigest()


def _damaged(path: Path, found: str) -> DatasetError:
    return DatasetError(f"the bundled file {path} {found}", do="install diskembed again")
