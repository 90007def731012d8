"""New nodes for an embedding; ``Embedding`` has this beside its own."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Self, cast, final

import numpy as np
from numpy.typing import NDArray

from diskembed.errors import ParameterError
from diskembed.graph.dag import DAG
from diskembed.graph.names import Names
from diskembed.models.contract import Model
from diskembed.models.types import Array
from diskembed.placing.adding import Placer, appended
from diskembed.placing.graph_order import placing_order
from diskembed.placing.placement import Placement
from diskembed.placing.suggesting import most_specific_first
from diskembed.query.matches import Matches
from diskembed.query.nodes import Many, Nodes, One
from diskembed.query.questions import checked_k

__all__ = ["Growing"]

PLACED = "placed"
"""Where a model file's provenance keeps what is known of placed nodes."""


class Growing(ABC):
    """Needs all of an embedding's parts; gives new embeddings, for one that is there never changes."""

    names: Names
    rows: Array
    model: Model
    provenance: Mapping[str, Any]

    @property
    @abstractmethod
    def cutoff(self) -> float:
        """The score up to which a pair is contained."""

    @property
    @abstractmethod
    def _nodes(self) -> Nodes:
        """Who is who."""

    @abstractmethod
    def ancestors(self, node: Any, k: int | None = None) -> Any:
        """All that contain a node."""

    @abstractmethod
    def _answer(self, numbers: NDArray[np.int64], scores: NDArray[np.float64]) -> Matches:
        """Nodes with scores."""

    @final
    def place(self, name: str, *, parents: One | Many = (), children: One | Many = ()) -> Self:
        """The same with a new node inside its parents and around its children; nothing is trained.

        ``placement(name)`` tells how well that went and how much it leaves open. Relations that exclude each
        other are missed by as little as can be.
        """
        above, below = (np.atleast_1d(self._nodes.numbers(side)) for side in (parents, children))
        _refuse_known(self._nodes, [name])
        placer = self._placer(1)
        known = [*self.names.take(above), *self.names.take(below)]
        return self._grown(placer, [placer.place(name, above, below, known)])

    @final
    def place_all(self, dag: DAG) -> Self:
        """The same with all nodes of a graph that it lacks, placed by their edges there, parents first."""
        at, order = placing_order(self._nodes, dag)
        placer = self._placer(len(order))
        placed = []
        for node in order:
            sides = dag.parents[node], dag.children[node]
            above, below = (side[at[side] >= 0].astype(np.int64) for side in sides)
            known = [*dag.names.take(above), *dag.names.take(below)]
            placed.append(placer.place(dag.names[node], at[above], at[below], known))
            at[node] = len(self.names) + len(placed) - 1
        return self._grown(placer, placed)

    @final
    def placement(self, node: One) -> Placement:
        """How well a placed node fits; only of those that were placed, not of those that were trained."""
        name = self.names[self._nodes.number(node)]
        placed = self.provenance.get(PLACED, {})
        if name not in placed:
            raise ParameterError(
                f"{name!r} was not placed, but trained", allowed=f"the {len(placed):,} nodes that were placed"
            )
        return Placement.of_state(placed[name])

    @final
    def suggest_parents(self, node: One, k: int | None = 5) -> Matches:
        """The ``k`` most specific nodes that contain ``node``, the likeliest parent first."""
        most, found = checked_k(k), self.ancestors(self._nodes.number(node))
        numbers = self.names.find_all(found.names)
        chosen = most_specific_first(self.model, self.rows, numbers)[:most]
        return self._answer(numbers[chosen], found.scores[chosen])

    def _placer(self, room: int) -> Placer:
        return Placer.of(self.model, self.rows, self.cutoff, self.provenance, room=room)

    def _grown(self, placer: Placer, placed: Sequence[Placement]) -> Self:
        news = {placement.name: placement.state() for placement in placed}
        provenance = {**self.provenance, PLACED: {**self.provenance.get(PLACED, {}), **news}}
        names = appended(self.names, list(news))
        parts = {"names": names, "rows": placer.rows, "provenance": provenance, "index_file": None}
        grown = replace(cast(Any, self), **parts)
        return cast(Self, grown)


def _refuse_known(nodes: Nodes, names: Sequence[str]) -> None:
    for name in names:
        if not isinstance(name, str) or not name:
            raise ParameterError(f"a node named {name!r}", allowed="a name is a string, and not empty")
        if name in nodes.names or name in nodes.aliases:
            raise ParameterError(
                f"there is a node named {name!r} already",
                do="place it under a name of its own, or train again to move what is there",
            )
