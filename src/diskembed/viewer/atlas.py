"""All that a page asks for: the circles, the names, and the answers about nodes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diskembed.embedding import Embedding
from diskembed.errors import ParameterError, UnknownNameError
from diskembed.graph.dag import DAG
from diskembed.query.scores import Side, matching, scores
from diskembed.viewer.drawing import Drawing, is_plane
from diskembed.viewer.hierarchy import Hierarchy

__all__ = ["FIELDS", "MOST_DRAWN", "Atlas"]

Numbers = NDArray[np.int64]

MOST_DRAWN = 100_000
SAMPLED = 64
FIELDS = (
    ("circles", "float64", 3),
    ("order", "int32", 1),
    ("parent", "int32", 1),
    ("depth", "int32", 1),
    ("below", "int32", 1),
)
"""What ``Atlas.disks`` holds, one after another, little-endian: name, type, numbers a node."""


@dataclass(frozen=True, eq=False)
class Atlas:
    """The map of ``embedding``: its node ``i`` is row ``numbers[i]`` of the embedding."""

    title: str
    embedding: Embedding
    numbers: Numbers
    hierarchy: Hierarchy
    drawing: Drawing

    @classmethod
    def of(
        cls,
        embedding: Embedding,
        title: str,
        *,
        graph: DAG | None = None,
        most: int = MOST_DRAWN,
        threads: int = 1,
    ) -> Atlas:
        """Up to ``most`` nodes, those that contain the most; ``graph`` tells of parents if it is given."""
        if not 1 <= most <= MOST_DRAWN:
            raise ParameterError(f"a map of {most} nodes", allowed=f"1 to {MOST_DRAWN:,} nodes are drawn")
        numbers = most_general(embedding, most)
        own = is_plane(embedding)
        hierarchy = Hierarchy.of(embedding, numbers, graph=graph, entirely=own, threads=threads)
        drawing = Drawing.of(embedding, numbers, hierarchy, graph=graph)
        return cls(title, embedding, numbers, hierarchy, drawing)

    def __len__(self) -> int:
        return len(self.numbers)

    # -- what is drawn -----------------------------------------------------------------------------
    def facts(self) -> dict[str, Any]:
        """What the map is, and how ``disks`` is laid out."""
        model = self.embedding.model
        return {
            "title": self.title,
            "nodes": len(self),
            "nodes_of_model": len(self.embedding),
            "pairs": len(self.hierarchy.ancestors.indices),
            "model": model.name,
            "geometry": model.options.get("geometry"),
            "dim": model.dim,
            "cutoff": self.embedding.cutoff,
            "curvature": self.drawing.curvature,
            "exact": self.drawing.exact,
            "note": self.drawing.note + self._left_out(),
            "fields": [{"name": name, "type": kind, "each": each} for name, kind, each in FIELDS],
        }

    @cached_property
    def names(self) -> list[str]:
        """In the map's order."""
        return list(self.embedding.names.take(self.numbers))

    @cached_property
    def disks(self) -> bytes:
        """The arrays of ``FIELDS``."""
        parts = {
            "circles": self.drawing.circles,
            "order": self.drawing.order,
            "parent": self.hierarchy.parent,
            "depth": self.hierarchy.depth,
            "below": self.hierarchy.descendants.degrees,
        }
        return b"".join(
            np.ascontiguousarray(parts[name], np.dtype(kind).newbyteorder("<")).tobytes()
            for name, kind, _ in FIELDS
        )

    # -- questions ---------------------------------------------------------------------------------
    def place(self, name: str) -> int:
        """The map's number of a name that is on it."""
        number = self._number(name)
        at = int(np.searchsorted(self.numbers, number))
        if at == len(self) or self.numbers[at] != number:
            raise UnknownNameError(name, kind="node of the map")
        return at

    def node(self, node: int) -> dict[str, Any]:
        """Its name, depth and counts, and the way down to it."""
        self._require(node)
        return {
            "node": node,
            "name": self.names[node],
            "members": self.embedding.members(int(self.numbers[node])),
            "depth": int(self.hierarchy.depth[node]),
            "path": self.hierarchy.path(node),
            "ancestors": len(self.hierarchy.ancestors[node]),
            "descendants": len(self.hierarchy.descendants[node]),
        }

    def related(self, node: int, side: Side, most: int) -> dict[str, Any]:
        """At most ``most`` nodes on that side and their protrusions, the deepest inside first."""
        self._require(node)
        rows = self.hierarchy.ancestors if side == "ancestors" else self.hierarchy.descendants
        found = rows[node].astype(np.int64)
        others, same = self.numbers[found], np.full(len(found), self.numbers[node])
        above, below = (others, same) if side == "ancestors" else (same, others)
        sticking = scores(self.embedding.model, self.embedding.rows, above, below)
        best = np.argsort(sticking, kind="stable")[:most]
        return {
            "node": node,
            "total": len(found),
            "nodes": found[best].tolist(),
            "protrusions": sticking[best].tolist(),
        }

    def contains(self, ancestor: str, descendant: str) -> dict[str, Any]:
        """The model's answer for two names, which need not be on the map."""
        pair = self._number(ancestor), self._number(descendant)
        return {
            "ancestor": ancestor,
            "descendant": descendant,
            "contains": self.embedding.contains(*pair),
            "protrusion": self.embedding.protrusion(*pair),
            "cutoff": self.embedding.cutoff,
        }

    # -- inside ------------------------------------------------------------------------------------
    @cached_property
    def _merged(self) -> dict[str, int]:
        return {name: node for node, members in self.embedding.members_of.items() for name in members}

    def _number(self, name: str) -> int:
        """As ``Embedding.number``, but strangers are refused quickly: anybody may send many of them."""
        names = self.embedding.names
        found = self._merged.get(name, -1)
        return found if found >= 0 else names.number(name)

    def _require(self, node: int) -> None:
        if not 0 <= node < len(self):
            raise UnknownNameError(str(node), kind="node of the map")

    def _left_out(self) -> str:
        if len(self) == len(self.embedding):
            return ""
        return (
            f" Only the {len(self):,} most general of {len(self.embedding):,} nodes are on the map, and only "
            "they are highlighted, counted and found."
        )


def most_general(embedding: Embedding, most: int) -> Numbers:
    """The nodes that contain the most of a sample, in the embedding's order."""
    count = len(embedding)
    if count <= most:
        return np.arange(count)
    hits = np.zeros(count, np.int64)
    for node in np.random.default_rng(0).choice(count, min(SAMPLED, count), replace=False).tolist():
        above, _ = matching(embedding.model, embedding.rows, node, "ancestors", embedding.cutoff)
        hits[above] += 1
    return np.sort(np.lexsort((np.arange(count), -hits))[:most])
