"""Which engine answers: scores of all pairs for few nodes and few questions, else products of lifts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from diskembed.models.types import Vector
from diskembed.query.engine import Engine, Numbers, Pairs, Plain
from diskembed.query.exact import Exact
from diskembed.query.indexed import Indexed
from diskembed.query.scores import Side

__all__ = ["Choosing"]

INDEX_FROM = 1 << 14
"""With fewer nodes an index gains nothing over products of all."""
TREE_FROM = 1 << 12
"""With fewer nodes a tree for all pairs takes longer to make than their products."""
FEW_NODES = 1024
"""Up to so many, scoring all takes no longer than what surrounds a question."""
FEW_QUESTIONS = 4
"""Lifting all rows takes as long as answering so many questions without."""
PAIRS_A_NODE = 16
"""The same for pairs."""


@dataclass(frozen=True, eq=False)
class Choosing(Engine):
    """Answers by the engine that is quickest for what is asked; all give the same answers.

    But for an index of a kind that misses some, which nobody has who did not ask for it.
    """

    open_index: Callable[[], Engine | None] | None = None
    """Gives the engine of an index, whose cutoff may be higher than this one's."""
    _asked: list[int] = field(default_factory=lambda: [0])

    def matching(self, node: int, side: Side) -> tuple[Numbers, Vector]:
        """See ``Engine``."""
        self._asked[0] += 1
        if self.index is not None:
            return self.index.matching(node, side)
        return (self.best if self._asked[0] > FEW_QUESTIONS else self._ready).matching(node, side)

    def contains(self, above: Numbers, below: Numbers) -> NDArray[np.bool_]:
        """See ``Engine``."""
        many = len(above) > PAIRS_A_NODE * len(self.rows)
        return (self.best if many else self._ready).contains(above, below)

    def pairs(self, threads: int) -> Iterator[Pairs]:
        """See ``Engine``."""
        index = self.index if isinstance(self.index, Indexed) else None  # other kinds may miss some
        return (index or self._tree or self.best).pairs(threads)

    @cached_property
    def index(self) -> Engine | None:
        """The one with an index, where there is one and it is worth its while."""
        if self.open_index is None or len(self.rows) < INDEX_FROM:
            return None
        found = self.open_index()
        return None if found is None or found.cutoff < self.cutoff else replace(found, cutoff=self.cutoff)

    @property
    def _tree(self) -> Engine | None:
        """One made for all pairs: sooner than their products, of which there are as many as pairs."""
        many = len(self.rows) >= TREE_FROM
        return Indexed.of_descendants(self.model, self.rows, self.cutoff) if many else None

    @cached_property
    def plain(self) -> Engine:
        """The one that needs no preparation."""
        return Plain(self.model, self.rows, self.cutoff)

    @cached_property
    def best(self) -> Engine:
        """The quickest for many questions."""
        few = len(self.rows) <= FEW_NODES
        return (None if few else Exact.of(self.model, self.rows, self.cutoff)) or self.plain

    @property
    def _ready(self) -> Engine:
        return self.best if "best" in self.__dict__ else self.plain
