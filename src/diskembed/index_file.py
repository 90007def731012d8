"""The index of a model: built once, written beside it, mapped into memory by every process that asks.

It holds no rows, only what finds candidates, so it belongs to one model: a fingerprint of that is in it.
"""

from __future__ import annotations

import hashlib
import math
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from itertools import pairwise
from os import PathLike, fspath
from pathlib import Path
from typing import Any, get_args

import numpy as np
from numpy.typing import NDArray

from diskembed.errors import ParameterError, ReadError
from diskembed.geometry.contract import Geometry
from diskembed.models.contract import Model
from diskembed.models.types import Array, Matrix
from diskembed.query.exact import Exact
from diskembed.query.indexed import Bounds, Indexed
from diskembed.query.measured import Measured
from diskembed.query.rows import doubles
from diskembed.query.scores import Side
from diskembed.query.tree import Tree
from diskembed.storage.container import read_container, write_container
from diskembed.storage.header import Kind
from diskembed.storage.state import as_json

__all__ = ["INDEX", "IndexReport", "build_index", "index_path", "read_index"]

INDEX = Kind("index", 2)
DISKS = ("centres", "outer", "inner")
REBUILD = 'build it again with "diskembed index MODEL", or remove it'


@dataclass(frozen=True)
class IndexReport:
    """What building an index has measured: recall among the exact engine's answers to ``questions``."""

    path: str
    recall: dict[str, float]
    questions: int
    seconds: float
    bytes: int


def index_path(model: str | PathLike[str]) -> str:
    """Where the index of a model file is looked for: beside it."""
    return f"{fspath(model)}.index"


def build_index(
    model: Model, rows: Array, cutoff: float, path: str | PathLike[str], *, questions: int = 1000
) -> IndexReport:
    """Build the index of these rows, hold it against the exact engine, and write it."""
    if isinstance(questions, bool) or not isinstance(questions, int | np.integer) or questions < 1:
        raise ParameterError(f"questions={questions!r}", allowed="a number of at least 1")
    began = time.perf_counter()
    exact, index = Exact.of(model, rows, cutoff), Indexed.of(model, rows, cutoff)
    if exact is None or index is None:
        raise ParameterError(
            f"containment in {model!r} is not the sign of one product, or its numbers are too large for it",
            allowed="an index needs a lift: disks in Euclidean, spherical or hyperbolic space",
            do="ask without an index: every node is scored then",
        )
    asked = np.random.default_rng(0).choice(len(rows), min(questions, len(rows)), replace=False)
    recall = {side: _recall(exact, index, asked, side) for side in get_args(Side)}
    state = {
        "fingerprint": fingerprint(model, rows),
        "cutoff": cutoff,
        "bounds": {**asdict(index.bounds), "diameter": _or_none(index.bounds.diameter)},
        "slack": index.disks.slack,
        "recall": recall,
        "questions": len(asked),
    }
    trees = {**index.above.arrays("above"), **index.below.arrays("below")}
    disks = {name: getattr(index.disks, name) for name in DISKS}
    write_container(path, INDEX, {**trees, **disks}, state)
    took = time.perf_counter() - began
    return IndexReport(fspath(path), recall, len(asked), took, Path(path).stat().st_size)


def read_index(path: str | PathLike[str], model: Model, rows: Array, *, verify: bool = True) -> Indexed:
    """The index at ``path``, mapped into memory; ReadError where it is not that of these rows."""
    contents = read_container(path, INDEX, verify=verify)
    state = contents.state
    try:
        belongs, cutoff, bounds = state["fingerprint"], float(state["cutoff"]), dict(state["bounds"])
        if belongs != fingerprint(model, rows):
            raise ReadError(
                path,
                "this is the index of another model, or of this one before it changed",
                do=REBUILD,
            )
        bounds["diameter"] = math.inf if bounds["diameter"] is None else bounds["diameter"]
        disks = _disks(model, rows, contents.arrays, (float(state["slack"]), cutoff))
        above, below = (
            _sound(Tree.from_arrays(contents.arrays, side), disks.centres) for side in ("above", "below")
        )
        return Indexed(model, rows, cutoff, disks, Bounds(**bounds), above, below)
    except (IndexError, KeyError, TypeError, ValueError) as error:
        if isinstance(error, ReadError):
            raise
        raise ReadError(path, "what it holds makes no index", do=REBUILD) from None


def fingerprint(model: Model, rows: Array) -> str:
    """What tells a model from all others: its family, its options and every number of its rows."""
    said = as_json(
        [model.name, int(model.dim), model.options, rows.dtype.name, list(rows.shape)], "the model"
    )
    digest = hashlib.sha256(said.encode())
    digest.update(np.ascontiguousarray(rows).view(np.uint8).data)
    return digest.hexdigest()


def _recall(exact: Exact, index: Indexed, nodes: NDArray[np.int64], side: Side) -> float:
    found = wanted = 0
    for node in nodes.tolist():
        truth = exact.matching(node, side)[0]
        wanted += len(truth)
        found += len(np.intersect1d(truth, index.matching(node, side)[0], assume_unique=True))
    return found / wanted if wanted else 1.0


def _sound(tree: Tree, centres: Matrix) -> Tree:
    """The kernel trusts a tree's places, so they are looked at before."""
    levels, nodes, count = tree.levels, len(tree.keys), len(centres)
    right = tree.blocks.dtype == tree.keys.dtype == np.float32 and tree.blocks.shape[::2] == tree.keys.shape
    right &= tree.blocks.shape[1] % 4 == 0 and levels.dtype == np.int64 and len(levels) >= 2
    right &= bool(levels[0] == 0 and levels[-1] == nodes and (np.diff(levels) > 0).all())
    below = count
    for first, last in pairwise(levels.tolist()):
        right &= last - first == -(-below // tree.keys.shape[1])
        right &= bool(np.isposinf(tree.keys[first:last].ravel()[below:]).all())  # or there is nothing below
        below = last - first
    right &= below == 1
    for numbers in (tree.order, tree.places):
        right &= numbers.dtype == np.int32 and numbers.shape == (count,)
        right &= bool(((numbers >= 0) & (numbers < count)).all())
    hulls = (nodes - int(levels[1])) * tree.keys.shape[1]
    right &= tree.hulls.shape == (hulls, centres.shape[1]) and tree.reach.shape == (hulls,)
    right &= tree.hulls.dtype == tree.reach.dtype == np.float64
    if not right:
        raise ValueError("no tree")
    return tree


def _disks(
    model: Model, rows: Array, arrays: Mapping[str, NDArray[Any]], limits: tuple[float, float]
) -> Measured:
    """What distances are measured with, of the shapes that a kernel trusts."""
    centres, outer, inner = (arrays[name] for name in DISKS)
    home = _home(model, rows)
    right = centres.shape == (len(rows), home.width) and outer.shape == inner.shape == (len(rows),)
    if not right or not centres.dtype == outer.dtype == inner.dtype == np.float64:
        raise ValueError("no disks")
    return Measured(home, centres, outer, inner, *limits)


def _home(model: Model, rows: Array) -> Geometry:
    form = model.disk_form(doubles(model, rows[:1]), 0.0)
    if form is None:
        raise ValueError("no disks")
    return form.geometry


def _or_none(value: float) -> float | None:
    """JSON knows no infinity."""
    return value if math.isfinite(value) else None
