"""Nodes as they are asked for, by name or by number, become numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from diskembed.errors import GraphError, ParameterError, UnknownNameError, near_names
from diskembed.graph.names import Names

__all__ = ["Many", "Nodes", "One"]

One: TypeAlias = str | int
Many: TypeAlias = list[str] | list[int] | list[One] | tuple[One, ...] | Names | NDArray[Any]
Numbers: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Nodes:
    """Names by number; a node that stands for a merged cycle answers to the name of each of its members."""

    names: Names
    members_of: Mapping[int, Names]

    @cached_property
    def aliases(self) -> dict[str, int]:
        """The members' names that are not their node's own."""
        aliases: dict[str, int] = {}
        for node, members in self.members_of.items():
            own = self.names[node]
            aliases.update((name, node) for name in members if name != own)
        return aliases

    def members(self, node: One) -> list[str]:
        """The names that a node stands for: its own, or those that a collapsed cycle merged."""
        number = self.number(node)
        return list(self.members_of[number]) if number in self.members_of else [self.names[number]]

    def number(self, node: One) -> int:
        """The number of one node."""
        if isinstance(node, str):
            return int(self._named([node])[0])
        if isinstance(node, bool) or not isinstance(node, int | np.integer):
            raise ParameterError(f"the node {node!r} was asked for", allowed="a node is a name or a number")
        return int(self._in_range(np.array([node]))[0])

    def numbers(self, nodes: One | Many) -> Numbers:
        """The numbers of several nodes; for one node, an array without axes."""
        if isinstance(nodes, str | int | np.integer):
            return np.array(self.number(nodes))
        if isinstance(nodes, np.ndarray) and nodes.ndim != 1:
            raise ParameterError(f"nodes of shape {nodes.shape}", allowed="one node, or a flat list of nodes")
        if isinstance(nodes, np.ndarray) and np.issubdtype(nodes.dtype, np.integer):
            return self._in_range(nodes)
        asked = list(nodes)
        if all(isinstance(node, str) for node in asked):
            return self._named(asked)
        return np.array([self.number(node) for node in asked], np.int64)

    def require_sound(self) -> None:
        """Refuse members of nodes that do not exist, and names that mean two nodes."""
        if not self.members_of:
            return
        outside = [node for node in self.members_of if not 0 <= node < len(self.names)]
        if outside:
            raise GraphError(f"members of node {outside[0]} of {len(self.names)}", allowed="members of nodes")
        members = sum(map(len, self.members_of.values()))
        taken = self.names.find_all(self.aliases) >= 0
        if taken.any() or members != len(self.aliases) + len(self.members_of):
            raise GraphError(
                "a member of a merged node is a node of its own or a member of another, "
                "or a merged node is no member of itself",
                allowed="a name means one node",
            )

    def _named(self, asked: list[str]) -> Numbers:
        numbers = self.names.find_all(asked)
        for at in np.flatnonzero(numbers < 0).tolist():
            name = asked[at]
            if name not in self.aliases:
                raise UnknownNameError(name, near=near_names(name, [*self.names, *self.aliases]))
            numbers[at] = self.aliases[name]
        return numbers

    def _in_range(self, numbers: NDArray[Any]) -> Numbers:
        outside = (numbers < 0) | (numbers >= len(self.names))
        if outside.any():
            raise ParameterError(
                f"node {numbers[outside][0]} was asked for",
                allowed=f"nodes are numbered 0 to {len(self.names) - 1}",
            )
        return numbers.astype(np.int64, copy=False)
