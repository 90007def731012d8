"""What queries are raced against: NumPy's two forms, faiss, and structures that answer exactly."""

from __future__ import annotations

import time
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from timing import race, text

from diskembed.embedding import Embedding
from diskembed.errors import MissingExtraError
from diskembed.graph.closure import closure
from diskembed.graph.dag import DAG
from diskembed.graph.reachability import Reachability
from diskembed.query.exact import Exact
from diskembed.query.inverted import Inverted, faiss_module
from diskembed.query.scores import Side

FEW_ROWS = 256
"""Rows that NumPy takes against all others; its time grows with their number."""
BLAS_ROWS, BLAS_COLUMNS = 128, 1024

Numbers = NDArray[np.int64]


def direct_pairs(embedding: Embedding, sample: Numbers) -> int:
    """``d(x, y) - r + s <= t`` in float64, one row against all: the formula as one would write it."""
    centres, radii = embedding.centers, embedding.radii
    cutoff, geometry, count = embedding.cutoff, getattr(embedding.model, "geometry", "euclid"), 0
    for i in sample:
        if geometry == "sphere":
            distance = np.arccos(np.clip(centres @ centres[i], -1, 1))
        elif geometry == "hyperboloid":
            product = centres[:, 1:] @ centres[i, 1:] - centres[:, 0] * centres[i, 0]
            distance = np.arccosh(np.maximum(-product, 1))
        else:
            distance = np.sqrt(((centres[i] - centres) ** 2).sum(axis=1))
        count += np.count_nonzero(distance - radii[i] + radii <= cutoff)
    return count


def blas_pairs(embedding: Embedding, sample: Numbers) -> int:
    """The same by matrix products, in blocks that stay in the cache: ``|x|^2 + |y|^2 - 2 x.y`` if flat."""
    centres, radii = np.ascontiguousarray(embedding.centers), embedding.radii
    cutoff, geometry, count = embedding.cutoff, getattr(embedding.model, "geometry", "euclid"), 0
    squares, rows = np.einsum("ij,ij->i", centres, centres), centres[sample]
    if geometry == "hyperboloid":
        rows = rows * np.r_[1.0, -np.ones(centres.shape[1] - 1)]
    for up in range(0, len(sample), BLAS_ROWS):
        one = slice(up, up + BLAS_ROWS)
        outer = radii[sample[one], None] + cutoff
        for at in range(0, len(centres), BLAS_COLUMNS):
            two = slice(at, at + BLAS_COLUMNS)
            product, reach = rows[one] @ centres[two].T, outer - radii[two]
            if geometry == "sphere":
                inside = product >= np.cos(np.clip(reach, 0, np.pi))
            elif geometry == "hyperboloid":
                inside = product <= np.cosh(reach)
            else:
                product *= -2
                product += squares[sample[one], None]
                product += squares[two]
                inside = product <= np.square(reach)
            count += np.count_nonzero(inside & (reach >= 0))
    return count


def inverted_lists(engine: Exact) -> Inverted | None:
    """The index that ``--kind faiss`` builds, on one thread; None where faiss is not installed."""
    try:
        faiss_module().omp_set_num_threads(1)
    except MissingExtraError:
        return None
    return Inverted.of(engine)


def faiss_rows(
    engine: Exact, index: Inverted | None, nodes: Numbers, side: Side, truth: list[Numbers]
) -> Iterator[tuple[str, float, float]]:
    """(name, seconds a question, recall) of faiss: all lifts, no scores, then our index with its lists."""
    if index is None:
        return
    lifts = engine.lifts
    kept, asked = (lifts.A, lifts.B) if side == "ancestors" else (lifts.B, lifts.A)
    kept, asked = np.ascontiguousarray(kept, np.float32), np.ascontiguousarray(asked[nodes], np.float32)
    flat = faiss_module().IndexFlatIP(kept.shape[1])
    flat.add(kept)
    few = slice(0, FEW_ROWS)
    start = time.process_time()
    limits, _, found = flat.range_search(asked[few], -lifts.single)
    took = (time.process_time() - start) / len(asked[few])
    answers = [found[limits[i] : limits[i + 1]] for i in range(len(limits) - 1)]
    yield "faiss flat", took, _share(answers, truth[few])
    index.candidates(nodes[:4], side)
    start = time.process_time()
    place, other = index.candidates(nodes, side)
    took = (time.process_time() - start) / len(nodes)
    order = np.argsort(place, kind="stable")
    answers = np.split(other[order], np.searchsorted(place[order], np.arange(1, len(nodes))))
    yield f"faiss IVF, {index.probes} of {index.above.nlist} lists", took, _share(answers, truth)


def _share(answers: list[Numbers], truth: list[Numbers]) -> float:
    right = sum(len(np.intersect1d(*both)) for both in zip(answers, truth, strict=True))
    return right / max(1, sum(map(len, truth)))


def reachability_rows(dag: DAG) -> list[list[str]]:
    """Interval labels (with a search where they are unsure) and closure lists."""
    rng, n = np.random.default_rng(3), dag.n_nodes
    above, below = rng.integers(n, size=(2, 100_000))
    some = below[:1000].tolist()
    labels, lists = Reachability.of(dag), closure(dag)
    labels.reaches(above, below)
    lists.contains(above, below)
    took = race(
        {
            "label": lambda: Reachability.of(dag),
            "label pairs": lambda: labels.reaches(above, below),
            "label up": lambda: labels.reaches(np.arange(n), some[0]),
            "list": lambda: closure(DAG(dag.names, dag.parents, dag.children)),
            "list pairs": lambda: lists.contains(above, below),
            "list up": lambda: [lists.ancestors(node) for node in some],
        },
        clock=time.process_time,
    )
    sizes = (labels.down.nbytes + labels.up.nbytes + _bytes(dag)) / n, (8 * n + 4 * lists.n_pairs) / n
    return [
        [
            name,
            text(took[key]),
            f"{size:,.0f}",
            text(took[f"{key} pairs"] / 1e5),
            text(took[f"{key} up"] / some_),
            say,
        ]
        for name, key, size, some_, say in (
            ("interval labels", "label", sizes[0], 1, "exact, about this graph as it is"),
            (f"closure, {lists.kind}", "list", sizes[1], 1000, "exact, about this graph as it is"),
        )
    ]


def _bytes(dag: DAG) -> int:
    return sum(part.nbytes for csr in (dag.parents, dag.children) for part in (csr.indptr, csr.indices))
