"""The DAG: names, and sorted neighbours both ways."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from diskembed.errors import ParameterError, UnknownNameError
from diskembed.graph.csr import CSR, Ints
from diskembed.graph.names import Names
from diskembed.graph.topology import topological_order

if TYPE_CHECKING:
    from diskembed.graph.closure import Closure
    from diskembed.graph.reachability import Reachability
    from diskembed.graph.statistics import Statistics

__all__ = ["DAG", "Cleaning", "OnCycle"]

OnCycle = Literal["error", "collapse", "drop"]


@dataclass(frozen=True)
class Cleaning:
    """What was done to the edges on their way in."""

    duplicates: int = 0
    self_loops: int = 0
    dropped: tuple[tuple[str, str], ...] = ()
    collapsed_cycles: int = 0
    collapsed_nodes: int = 0


@dataclass(frozen=True, eq=False)
class DAG:
    """A directed acyclic graph: node ``i`` is ``names[i]``, its ancestors' side ``parents[i]``.

    Made by ``diskembed.read``, ``DAG.from_edges`` and its sisters. A node is given by name or number.
    """

    names: Names
    parents: CSR
    children: CSR
    cleaning: Cleaning = Cleaning()
    members_of: Mapping[int, Names] = field(default_factory=dict)
    aliases: Mapping[str, int] = field(default_factory=dict)

    # -- how one is made ---------------------------------------------------------------------------
    @staticmethod
    def from_edges(
        edges: Iterable[tuple[str, str]], *, nodes: Iterable[str] = (), on_cycle: OnCycle = "error"
    ) -> DAG:
        """From (ancestor, descendant) names; ``nodes`` lists any that may have no edge."""
        from diskembed.graph.build import build
        from diskembed.graph.raw import RawEdges

        return build(RawEdges.from_pairs(edges, nodes), on_cycle=on_cycle)

    @staticmethod
    def from_arrays(
        ancestors: ArrayLike,
        descendants: ArrayLike,
        *,
        names: Names | Iterable[str] | None = None,
        n_nodes: int | None = None,
        on_cycle: OnCycle = "error",
    ) -> DAG:
        """From two integer arrays; nodes are named by their numbers where no ``names`` are given."""
        from diskembed.graph.build import build_from_arrays

        return build_from_arrays(ancestors, descendants, names=names, n_nodes=n_nodes, on_cycle=on_cycle)

    @staticmethod
    def from_graph(graph: Any, *, order: str | None = None, on_cycle: OnCycle = "error") -> DAG:
        """From a networkx, rustworkx or igraph graph, a scipy sparse matrix, or a data frame.

        ``order`` says what an edge ``u -> v`` means: ``"parent,child"`` or ``"child,parent"``. It may be left
        out for a frame whose columns are named so.
        """
        from diskembed.graph.build import build
        from diskembed.graph.read.memory import read_object

        return build(read_object(graph, order=order), on_cycle=on_cycle)

    # -- names and numbers -------------------------------------------------------------------------
    def __len__(self) -> int:
        return len(self.names)

    def __repr__(self) -> str:
        return f"DAG({self.n_nodes:,} nodes, {self.n_edges:,} edges)"

    @property
    def n_nodes(self) -> int:
        """How many nodes there are."""
        return len(self.names)

    @property
    def n_edges(self) -> int:
        """How many distinct edges there are."""
        return len(self.parents.indices)

    def number(self, node: str | int) -> int:
        """A node's number; a merged node answers to each of its members' names."""
        if isinstance(node, str):
            found = self.names.find(node)
            if found < 0:
                found = self.aliases.get(node, -1)
            if found < 0:
                raise UnknownNameError(node, near=self.names.near(node, self.aliases))
            return found
        if not 0 <= node < self.n_nodes:
            raise ParameterError(
                f"node {node} was asked for", allowed=f"nodes are numbered 0 to {self.n_nodes - 1}"
            )
        return int(node)

    def members(self, node: str | int) -> list[str]:
        """The names that a node stands for: its own, or those that a collapsed cycle merged."""
        number = self.number(node)
        return list(self.members_of[number]) if number in self.members_of else [self.names[number]]

    def edges(self) -> tuple[Ints, Ints]:
        """All edges as (ancestors, descendants), sorted by descendant, then ancestor."""
        return self.parents.indices, self.parents.rows

    # -- shape -------------------------------------------------------------------------------------
    @cached_property
    def _walk(self) -> tuple[Ints, Ints]:
        return topological_order(self.parents.indptr, self.children.indptr, self.children.indices)

    @property
    def order(self) -> Ints:
        """All nodes, each after its ancestors."""
        return self._walk[0]

    @property
    def depth(self) -> Ints:
        """The longest way, in edges, from a root down to each node."""
        return self._walk[1]

    @property
    def in_degree(self) -> Ints:
        """How many parents each node has."""
        return self.parents.degrees

    @property
    def out_degree(self) -> Ints:
        """How many children each node has."""
        return self.children.degrees

    def roots(self) -> NDArray[np.int64]:
        """Nodes with children and no parent."""
        return np.flatnonzero((self.in_degree == 0) & (self.out_degree > 0))

    def leaves(self) -> NDArray[np.int64]:
        """Nodes with parents and no child."""
        return np.flatnonzero((self.out_degree == 0) & (self.in_degree > 0))

    def isolated(self) -> NDArray[np.int64]:
        """Nodes without any edge."""
        return np.flatnonzero((self.in_degree == 0) & (self.out_degree == 0))

    # -- other graphs made from this one -----------------------------------------------------------
    def reversed(self) -> DAG:
        """Each edge turned around: ancestors become descendants."""
        return DAG(self.names, self.children, self.parents, self.cleaning, self.members_of, self.aliases)

    def below(self, node: str | int) -> DAG:
        """A node with all its descendants, and the edges between them."""
        from diskembed.graph.subgraph import below

        return below(self, self.number(node))

    def keep(self, nodes: ArrayLike) -> DAG:
        """The nodes of a mask or of a list of numbers, and the edges between them."""
        from diskembed.graph.subgraph import keep

        return keep(self, nodes)

    def without_roots(self) -> DAG:
        """Without the nodes that have children and no parent, and without their edges."""
        mask = np.ones(self.n_nodes, np.bool_)
        mask[self.roots()] = False
        return self.keep(mask)

    def reduced(self) -> DAG:
        """Only the edges that no longer way implies: the transitive reduction."""
        from diskembed.graph.reduction import reduced

        return reduced(self)

    # -- what the edges imply ----------------------------------------------------------------------
    def closure(
        self, kind: Literal["auto", "lists", "bits", "tree", "blocked"] = "auto", *, memory: int | None = None
    ) -> Closure:
        """All (ancestor, descendant) pairs; see ``diskembed.graph.closure``. ``memory`` is in bytes."""
        from diskembed.graph.closure import closure

        return closure(self, kind, memory=memory)

    def reachability(self) -> Reachability:
        """A test for pairs that needs no closure: labels of linear size."""
        from diskembed.graph.reachability import Reachability

        return Reachability.of(self)

    def statistics(self, *, memory: int | None = None) -> Statistics:
        """The paper's tab:dataset-stat, for this graph."""
        from diskembed.graph.statistics import statistics

        return statistics(self, memory=memory)
