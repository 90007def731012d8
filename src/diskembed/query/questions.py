"""What an embedding can be asked about many nodes at once; ``Embedding`` has these beside its own."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import final

import numpy as np

from diskembed.errors import ParameterError
from diskembed.graph.names import Names
from diskembed.models.types import Vector
from diskembed.query.engine import Engine, Numbers, Pairs
from diskembed.query.matches import Matches
from diskembed.query.nodes import Many, Nodes, One
from diskembed.query.threads import checked_threads
from diskembed.query.together import chain, common_ancestors, nearest, smallest

__all__ = ["Questions", "checked_k"]


class Questions(ABC):
    """Needs to know who is who and who answers."""

    names: Names

    @property
    @abstractmethod
    def engine(self) -> Engine:
        """Who answers."""

    @property
    @abstractmethod
    def _nodes(self) -> Nodes:
        """Who is who."""

    @property
    @abstractmethod
    def _sizes(self) -> Vector | None:
        """The radii, where there are any."""

    @abstractmethod
    def _answer(self, numbers: Numbers, scores: Vector) -> Matches:
        """Nodes with scores."""

    @final
    def common_ancestors(self, nodes: Many, k: int | None = None) -> Matches:
        """All nodes that contain each of ``nodes`` and are none of them; or only the first ``k``.

        Each has the score of the one that it contains least deeply.
        """
        numbers, scores = common_ancestors(self.engine, self._some(nodes))
        most = checked_k(k)
        return self._answer(numbers[:most], scores[:most])

    @final
    def most_specific(self, nodes: Many) -> str | None:
        """The smallest disk that contains all of ``nodes`` and is none of them; None if no disk does.

        Where nodes have no radius it is the common ancestor that contains the fewest of the others.
        """
        numbers, _ = common_ancestors(self.engine, self._some(nodes))
        found = smallest(self.engine, numbers, self._sizes)
        return None if found is None else self.names[found]

    @final
    def neighbours(self, node: One, k: int = 10) -> Matches:
        """The ``k`` nodes that differ least from ``node``, by the mean of the scores in both directions.

        For disks that is the distance between centres.
        """
        most = checked_k(k)
        if most is None:
            raise ParameterError("k=None", allowed="a number of at least 1")
        numbers, apart = nearest(self.engine, self._nodes.number(node), most)
        return Matches(self.names.take(numbers), apart)

    @final
    def path(self, ancestor: One, descendant: One) -> list[str]:
        """The longest chain from ``ancestor`` to ``descendant``, both included: each contains the next.

        Empty where the first does not contain the second.
        """
        ends = self._nodes.number(ancestor), self._nodes.number(descendant)
        return list(self.names.take(chain(self.engine, *ends)))

    @final
    def all_pairs(self, *, threads: int | None = None) -> Iterator[Pairs]:
        """All pairs (ancestor, descendant) of different nodes, by number, in blocks of bounded memory.

        In no particular order, but in the same one whatever ``threads`` is (all cores by default).
        """
        return self.engine.pairs(checked_threads(threads))

    def _some(self, nodes: Many) -> Numbers:
        numbers = np.atleast_1d(self._nodes.numbers(nodes))
        if not len(numbers):
            raise ParameterError("no nodes were given", allowed="at least one node")
        return numbers


def checked_k(k: int | None) -> int | None:
    """How many answers are wanted."""
    if k is not None and (isinstance(k, bool) or not isinstance(k, int | np.integer) or k < 1):
        raise ParameterError(f"k={k!r}", allowed="a number of at least 1, or None for all")
    return None if k is None else int(k)
