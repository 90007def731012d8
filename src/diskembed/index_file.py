"""The index of a model: built once, written beside it, mapped into memory by every process that asks.

It holds no rows, only what finds candidates, so it belongs to one model: a fingerprint of that is in it.
"""

from __future__ import annotations

import hashlib
import time
from contextlib import suppress
from dataclasses import dataclass
from os import PathLike, fspath
from pathlib import Path
from typing import get_args

import numpy as np
from numpy.typing import NDArray

from diskembed.errors import ParameterError, ReadError
from diskembed.indexes.inverted_lists import InvertedLists
from diskembed.indexes.kind import REBUILD, IndexKind, Parts, no_lift, unlike
from diskembed.indexes.trees import Trees
from diskembed.models.contract import Model
from diskembed.models.types import Array
from diskembed.query.exact import Exact
from diskembed.query.measuring import Measuring
from diskembed.query.scores import Side
from diskembed.storage.container import read_container, write_container
from diskembed.storage.header import Kind
from diskembed.storage.state import as_json

__all__ = ["INDEX", "KINDS", "IndexReport", "build_index", "index_path", "read_index"]

INDEX = Kind("index", 2)
KINDS: dict[str, IndexKind] = {kind.name: kind for kind in (Trees(), InvertedLists())}


@dataclass(frozen=True)
class IndexReport:
    """What building an index has measured: recall among the exact engine's answers to ``questions``."""

    path: str
    kind: str
    recall: dict[str, float]
    questions: int
    seconds: float
    bytes: int


def index_path(model: str | PathLike[str]) -> str:
    """Where the index of a model file is looked for: beside it."""
    return f"{fspath(model)}.index"


def build_index(
    model: Model,
    rows: Array,
    cutoff: float,
    path: str | PathLike[str],
    *,
    questions: int = 1000,
    kind: str = "tree",
) -> IndexReport:
    """Build the index of these rows, hold it against the exact engine, and write it."""
    if isinstance(questions, bool) or not isinstance(questions, int | np.integer) or questions < 1:
        raise ParameterError(f"questions={questions!r}", allowed="a number of at least 1")
    if kind not in KINDS:
        raise ParameterError(f"kind={kind!r}", allowed=f"one of {', '.join(map(repr, KINDS))}")
    began = time.perf_counter()
    exact, chosen = Exact.of(model, rows, cutoff), KINDS[kind]
    if exact is None:
        raise no_lift(model)
    index = chosen.build(exact)
    asked = np.random.default_rng(0).choice(len(rows), min(questions, len(rows)), replace=False)
    recall = {side: _recall(exact, index, asked, side) for side in get_args(Side)}
    parts = chosen.pack(index, path)
    said = {"kind": kind, "fingerprint": fingerprint(model, rows), "recall": recall, "questions": len(asked)}
    write_container(path, INDEX, parts.arrays, {**parts.state, **said})
    _discard_others(chosen, path)
    size = sum(Path(file).stat().st_size for file in (path, *chosen.beside(path)))
    return IndexReport(fspath(path), kind, recall, len(asked), time.perf_counter() - began, size)


def read_index(path: str | PathLike[str], model: Model, rows: Array, *, verify: bool = True) -> Measuring:
    """The index at ``path``, mapped into memory; ReadError where it is not that of these rows."""
    contents = read_container(path, INDEX, verify=verify)
    state = contents.state
    try:
        if state["fingerprint"] != fingerprint(model, rows):
            raise ReadError(
                path, "this is the index of another model, or of this one before it changed", do=REBUILD
            )
        return KINDS[state["kind"]].unpack(path, Parts(contents.arrays, state), model, rows)
    except (IndexError, KeyError, TypeError, ValueError) as error:
        if isinstance(error, ReadError):
            raise
        raise unlike(path) from None


def fingerprint(model: Model, rows: Array) -> str:
    """What tells a model from all others: its family, its options and every number of its rows."""
    said = as_json(
        [model.name, int(model.dim), model.options, rows.dtype.name, list(rows.shape)], "the model"
    )
    digest = hashlib.sha256(said.encode())
    digest.update(np.ascontiguousarray(rows).view(np.uint8).data)
    return digest.hexdigest()


def _recall(exact: Exact, index: Measuring, nodes: NDArray[np.int64], side: Side) -> float:
    found = wanted = 0
    for node in nodes.tolist():
        truth = exact.matching(node, side)[0]
        wanted += len(truth)
        found += len(np.intersect1d(truth, index.matching(node, side)[0], assume_unique=True))
    return found / wanted if wanted else 1.0


def _discard_others(kept: IndexKind, path: str | PathLike[str]) -> None:
    """Remove what an index of another kind has left beside ``path``."""
    for kind in KINDS.values():
        for file in kind.beside(path) if kind is not kept else []:
            with suppress(OSError):
                Path(file).unlink(missing_ok=True)
