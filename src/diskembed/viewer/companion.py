"""A companion in the plane of a model that has more dimensions: disks trained for the picture alone.

Two candidates are judged by how well their nesting tells what the model tells: circles packed by one parent
each, which no forest can be drawn better than, and disks of two coordinates trained on the whole relation.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from diskembed.errors import RunawayError
from diskembed.graph.csr import CSR, Ints, transpose
from diskembed.graph.dag import DAG
from diskembed.graph.names import Names
from diskembed.jit import kernel
from diskembed.models import registry
from diskembed.models.contract import Model
from diskembed.models.disks import usual_nu
from diskembed.models.types import Array, Matrix
from diskembed.training.material import Material
from diskembed.training.plan import Plan
from diskembed.training.start import start_rows
from diskembed.training.state import State
from diskembed.training.trainer import Trainer
from diskembed.viewer.hierarchy import Hierarchy, placed_edges
from diskembed.viewer.packing import packed

__all__ = ["Companion", "Judge"]

PAIRS = 40_000_000
"""About how many pairs training looks at: two or three seconds of one core."""
FEWEST_EPOCHS, MOST_EPOCHS = 3, 150
IMPLIED_AN_EDGE = 6
"""Implied pairs beside each edge of a graph, as estimators take them."""
ALL, SAMPLED = 3000, 1000
"""Up to so many nodes all pairs are judged, of more those into a sample."""


@dataclass(frozen=True, eq=False)
class Companion:
    """Rows (x, y, radius); of trained ones a radius may be negative, and all may be moved by one number.

    ``agreement`` is the F1 of its nesting against what the model tells, ``others`` that of the other kind of
    circles; None where there is nothing to tell or nothing to train on. ``judged_on`` counts the nodes that
    it was found on.
    """

    rows: Matrix
    trained: bool
    agreement: float | None
    others: float | None
    judged_on: int

    @staticmethod
    def of(hierarchy: Hierarchy, names: Names, *, graph: DAG | None = None) -> Companion:
        """The better of both; training is on the graph where there is one, else on what the model tells."""
        circles, judge = packed(hierarchy.parent), Judge(hierarchy.ancestors)
        if not judge.relations:
            return Companion(circles, False, None, None, len(judge.nodes))
        flat = judge(circles)
        rows = trained_rows(material_of(hierarchy, names, graph), judge)
        fitted = None if rows is None else judge(rows)
        if rows is None or fitted is None or fitted <= flat:
            return Companion(circles, False, flat, fitted, len(judge.nodes))
        return Companion(rows, True, fitted, flat, len(judge.nodes))


@dataclass(frozen=True, eq=False)
class Judge:
    """F1 of how rows (x, y, radius) nest against each node's ``ancestors``, over all pairs into ``nodes``."""

    ancestors: CSR

    @cached_property
    def nodes(self) -> NDArray[np.int64]:
        """All, or a sample of many."""
        count = len(self.ancestors)
        if count <= ALL:
            return np.arange(count)
        return np.sort(np.random.default_rng(0).choice(count, SAMPLED, replace=False))

    @cached_property
    def relations(self) -> int:
        """The pairs that should be found."""
        return int(self.ancestors.degrees[self.nodes].sum())

    def __call__(self, rows: Array) -> float:
        """Between 0 and 1."""
        circles: Matrix = np.asarray(rows, np.float64)
        taken, hits = nested_pairs(circles, self.ancestors.indptr, self.ancestors.indices, self.nodes)
        return 2.0 * hits / max(taken + self.relations, 1)


def material_of(hierarchy: Hierarchy, names: Names, graph: DAG | None) -> Material:
    """What to train on: the graph's edges among the nodes of the map, or all that the model tells of them."""
    if graph is not None:
        return Material.of(DAG.from_arrays(*placed_edges(graph, names), names=names))
    parents = without_circles(hierarchy.ancestors, hierarchy.descendants.degrees)
    return Material.of(DAG(names, parents, transpose(parents)), known="edges")


def without_circles(ancestors: CSR, sizes: Ints) -> CSR:
    """Of each node's ancestors those that contain more, or as many at a lower number.

    By a threshold above the border two nodes may contain each other, which no graph takes.
    """
    above, below = ancestors.indices, ancestors.rows
    higher = (sizes[above] > sizes[below]) | ((sizes[above] == sizes[below]) & (above < below))
    indptr = np.append(0, np.cumsum(higher))[ancestors.indptr]
    return CSR(indptr, above[higher])


def trained_rows(material: Material, judge: Judge) -> Matrix | None:
    """The best epoch of a short run on disks of two coordinates; None if there is nothing to learn from."""
    if not len(material.above):
        return None
    model = registry.make("disks", 3, geometry="euclid", nu=usual_nu("euclid"))
    material, plan = _in_time(material, model)
    state = State.fresh(start_rows(model, material, "graph", plan, scale=1.0), plan.threads)
    try:
        Trainer(model, material, plan, judge=judge).run(state)
    except RunawayError:  # a picture needs no trained rows
        return None
    if not state.finished:
        raise KeyboardInterrupt
    return None if state.best_rows is None else np.asarray(state.best_rows, np.float64)


def _in_time(material: Material, model: Model) -> tuple[Material, Plan]:
    """A plan of about ``PAIRS`` pairs, and a sample of the positives where even a few epochs are too many."""
    plan = Plan(**{**model.defaults, "walked": IMPLIED_AN_EDGE if material.known == "closure" else 0})
    each = (1 + plan.walked) * (1 + plan.n_negatives)
    most = max(PAIRS // each // FEWEST_EPOCHS, 1)
    count = len(material.above)
    if count > most:
        some = np.sort(np.random.default_rng(0).choice(count, most, replace=False))
        material = replace(material, above=material.above[some], below=material.below[some])
    epochs = int(np.clip(PAIRS // (each * min(count, most)), FEWEST_EPOCHS, MOST_EPOCHS))
    return material, replace(plan, epochs=epochs)


@kernel
def nested_pairs(rows: Matrix, indptr: Ints, ancestors: Ints, nodes: Ints) -> tuple[int, int]:
    """Pairs (any node, one of ``nodes``) that lie within one another, and how many of them are relations."""
    taken, hits = 0, 0
    for node in nodes:
        at, end = indptr[node], indptr[node + 1]
        for other in range(len(rows)):
            while at < end and ancestors[at] < other:
                at += 1
            room = rows[other, 2] - rows[node, 2]
            if other == node or room < 0.0:
                continue
            dx, dy = rows[other, 0] - rows[node, 0], rows[other, 1] - rows[node, 1]
            if dx * dx + dy * dy <= room * room:
                taken += 1
                if at < end and ancestors[at] == other:
                    hits += 1
    return taken, hits
