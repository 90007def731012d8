"""Where an embedding is wrong: by depth, by degree, in the tree and beside it, and at which nodes most."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from diskembed.errors import ParameterError
from diskembed.evaluation.contained import Contained
from diskembed.evaluation.f1 import Scored
from diskembed.evaluation.matched import rows_of
from diskembed.evaluation.table import text_table
from diskembed.evaluation.tallies import Side, Tallies
from diskembed.graph.closure import Closure
from diskembed.graph.dag import DAG
from diskembed.training.start.forest import Forest

if TYPE_CHECKING:
    from diskembed.embedding import Embedding

__all__ = ["Group", "Report", "WrongNode", "report"]


@dataclass(frozen=True)
class Group:
    """Some nodes, the pairs into them (or, by ``as_ancestor``, out of them), and how those are told."""

    label: str
    nodes: int
    true: int
    taken: int
    hits: int

    @property
    def scored(self) -> Scored:
        """Precision, recall, F1."""
        return Scored(
            np.nan, self.hits / self.taken if self.taken else 0.0, self.hits / self.true if self.true else 0.0
        )


@dataclass(frozen=True)
class WrongNode:
    """A node with its errors: pairs that are missed, and pairs that are taken and not true."""

    name: str
    missed: int
    alarms: int


@dataclass(frozen=True)
class Report:
    """All ordered pairs at one threshold, told apart in several ways.

    ``by_depth`` groups descendants by the longest way down to them, ``by_parents`` by the number of their
    parents, ``by_children`` ancestors by the number of their children, and ``by_tree`` descendants by whether
    they or any of their ancestors have several parents. ``tree_pairs`` are true pairs in which the ancestor
    is met going up by each node's deepest parent; the others exist by second parents alone.
    """

    threshold: float
    by_depth: tuple[Group, ...]
    by_parents: tuple[Group, ...]
    by_children: tuple[Group, ...]
    by_tree: tuple[Group, ...]
    tree_pairs: int
    tree_recall: float
    other_pairs: int
    other_recall: float
    worst_ancestors: tuple[WrongNode, ...]
    worst_descendants: tuple[WrongNode, ...]

    def as_dict(self) -> dict[str, Any]:
        """As JSON can hold it."""
        return asdict(self)

    def table(self) -> str:
        """Everything as aligned text, in percent."""
        parts = [
            _group_table("descendants by depth", self.by_depth),
            _group_table("descendants by parents", self.by_parents),
            _group_table("ancestors by children", self.by_children),
            _group_table("descendants", self.by_tree),
            f"recall of the {self.tree_pairs:,} pairs of the tree of deepest parents "
            f"{100 * self.tree_recall:.2f}, of the {self.other_pairs:,} others {100 * self.other_recall:.2f}",
            _node_table("worst ancestors", self.worst_ancestors),
            _node_table("worst descendants", self.worst_descendants),
        ]
        return "\n\n".join(parts)

    def __str__(self) -> str:
        return self.table()


def report(
    embedding: Embedding,
    dag: DAG,
    *,
    threshold: float | None = None,
    worst: int = 10,
    memory: int | None = None,
    threads: int = 1,
) -> Report:
    """Where errors lie among all ordered pairs; the threshold is the embedding's own if none is given."""
    if isinstance(worst, bool) or not isinstance(worst, int) or worst < 0:
        raise ParameterError(f"worst={worst!r}", allowed="a number of nodes, 0 or more")
    cut = embedding.cutoff if threshold is None else float(threshold)
    if not np.isfinite(cut):
        raise ParameterError(f"threshold={cut}", allowed="a finite number")
    contained = Contained(embedding.model, rows_of(embedding, dag.names), threads=threads)
    closure, tree = dag.closure(memory=memory), _tree(dag, memory)
    tallies = Tallies.of(contained, closure, cut, tree)
    up, down = tallies.as_descendant, tallies.as_ancestor
    others, hits = closure.n_pairs - tallies.special, int(up.hits.sum()) - tallies.special_hits
    return Report(
        cut,
        _groups(up, dag.depth, "depth {}"),
        _groups(up, *_doubling(dag.in_degree, "parents")),
        _groups(down, *_doubling(dag.out_degree, "children")),
        _groups(up, _beside_the_tree(dag), ("one parent all the way up", "several parents on the way")),
        tallies.special,
        tallies.special_hits / tallies.special if tallies.special else 0.0,
        others,
        hits / others if others else 0.0,
        _worst(dag, down, worst),
        _worst(dag, up, worst),
    )


def _tree(dag: DAG, memory: int | None) -> Closure:
    parent = Forest.of(dag).parent
    below = np.flatnonzero(parent >= 0)
    return DAG.from_arrays(parent[below], below, names=dag.names).closure(memory=memory)


def _beside_the_tree(dag: DAG) -> NDArray[np.int64]:
    """1 for nodes that have, or of whose ancestors one has, several parents."""
    beside = (dag.in_degree > 1).astype(np.int64)
    for node in dag.order.tolist():
        beside[node] |= beside[dag.parents[node]].max(initial=0)
    return beside


def _doubling(degree: NDArray[np.integer[Any]], what: str) -> tuple[NDArray[np.int64], list[str]]:
    """Classes 0, 1, 2-3, 4-7 and so on."""
    classes = np.ceil(np.log2(np.maximum(degree, 0) + 1)).astype(np.int64)
    labels = [
        "no " + what,
        "1",
        *(f"{1 << k - 1:,} to {(1 << k) - 1:,}" for k in range(2, int(classes.max(initial=0)) + 1)),
    ]
    return classes, labels


def _groups(side: Side, classes: NDArray[np.integer[Any]], labels: str | Sequence[str]) -> tuple[Group, ...]:
    found = []
    for number in np.unique(classes).tolist():
        members = classes == number
        label = labels.format(number) if isinstance(labels, str) else labels[number]
        sums = [int(counts[members].sum()) for counts in (side.true, side.taken, side.hits)]
        found.append(Group(label, int(members.sum()), *sums))
    return tuple(found)


def _worst(dag: DAG, side: Side, count: int) -> tuple[WrongNode, ...]:
    order = np.argsort(-side.errors, kind="stable")[:count]
    return tuple(
        WrongNode(dag.names[node], int(side.missed[node]), int(side.alarms[node]))
        for node in order.tolist()
        if side.errors[node]
    )


def _group_table(title: str, groups: Sequence[Group]) -> str:
    rows = [
        (
            group.label,
            f"{group.nodes:,}",
            f"{group.true:,}",
            *(
                f"{100 * value:.2f}"
                for value in (group.scored.f1, group.scored.precision, group.scored.recall)
            ),
        )
        for group in groups
    ]
    return text_table((title, "nodes", "true pairs", "F1", "precision", "recall"), rows)


def _node_table(title: str, nodes: Sequence[WrongNode]) -> str:
    rows = [(node.name, f"{node.missed:,}", f"{node.alarms:,}") for node in nodes]
    return text_table((title, "missed", "false"), rows)
