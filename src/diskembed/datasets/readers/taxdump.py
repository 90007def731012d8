"""NCBI's taxonomy dump: ``nodes.dmp`` in a zip archive."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import IO
from zipfile import BadZipFile, ZipFile

import numpy as np
from numpy.typing import NDArray

from diskembed.errors import ReadError
from diskembed.graph.dag import DAG, OnCycle
from diskembed.graph.names import Names
from diskembed.jit import kernel

__all__ = ["leading_numbers", "read_taxdump"]

CHUNK = 1 << 24


def read_taxdump(path: Path, on_cycle: OnCycle) -> DAG:
    """Each line of ``nodes.dmp`` begins ``taxid | parent's taxid |``; the root is its own parent."""
    taxa, parents = _columns(path)
    number = np.full(max(taxa.max(initial=-1), parents.max(initial=-1)) + 1, -1, np.int64)
    number[taxa] = np.arange(len(taxa))
    _require(path, np.flatnonzero(number[taxa] != np.arange(len(taxa))), taxa, "is listed twice")
    _require(path, np.flatnonzero(number[parents] < 0), taxa, "has a parent that is not listed")
    below = np.flatnonzero(taxa != parents)
    names = Names.numbered(len(number)).take(taxa)
    return DAG.from_arrays(number[parents[below]], below, names=names, on_cycle=on_cycle)


@kernel
def leading_numbers(text: NDArray[np.uint8]) -> NDArray[np.int64]:
    """The first two fields of each line, as two rows; -1 where a field is no number."""
    lines = 0
    for byte in text:
        lines += byte == 10  # a line feed
    found = np.full((2, lines), -1, np.int64)
    line, field, value = 0, 0, -1
    for byte in text:
        if byte == 10:
            line, field, value = line + 1, 0, -1
        elif field < 2:
            if byte == 124:  # a vertical bar ends a field
                found[field, line] = value
                field, value = field + 1, -1
            elif 48 <= byte <= 57:
                value = max(value, 0) * 10 + byte - 48
            elif byte not in (9, 32):  # neither a digit nor a tab or blank around one
                field = 2
    return found


def _columns(path: Path) -> NDArray[np.int64]:
    try:
        with ZipFile(path) as archive, archive.open("nodes.dmp") as file:
            parts = [leading_numbers(np.frombuffer(block, np.uint8)) for block in _blocks(file)]
    except (BadZipFile, KeyError) as error:
        raise ReadError(path, str(error), allowed="a zip archive that holds NCBI's nodes.dmp") from error
    columns = np.concatenate([np.empty((2, 0), np.int64), *parts], axis=1)
    wrong = np.flatnonzero(columns.min(axis=0) < 0)
    if len(wrong):
        raise ReadError(
            path,
            f"line {int(wrong[0]) + 1} of nodes.dmp does not begin with two numbers",
            allowed="a line begins: taxid | parent's taxid |",
        )
    return columns


def _blocks(file: IO[bytes]) -> Iterator[bytes]:
    """Some whole lines at a time, each ended by a line feed: the file has several hundred megabytes."""
    rest = b""
    while block := file.read(CHUNK):
        whole, newline, rest_of_block = block.rpartition(b"\n")
        if newline:
            yield rest + whole + newline
            rest = rest_of_block
        else:
            rest += block
    if rest:
        yield rest + b"\n"


def _require(path: Path, offending: NDArray[np.int64], taxa: NDArray[np.int64], found: str) -> None:
    if len(offending):
        raise ReadError(path, f"taxon {taxa[offending[0]]} {found}", allowed="each taxon has one line")
