"""Large DAGs of a known shape, made from a seed a stretch at a time.

Nodes come one after another. Most grow downwards, below nodes that came before, and some upwards, above
them: so ancestors and descendants both become more the further one goes. Each edge ends at the end of a
random earlier edge, or at any earlier node: those that have many edges get more, and their numbers follow a
power law. No edge needs what was drawn before it: the earlier edge's end is worked out anew (Sanders and
Schulz, "Scalable generation of scale-free graphs", 2016). Memory is that of the stretch in hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from diskembed.errors import ParameterError

if TYPE_CHECKING:
    from diskembed.graph.dag import DAG

__all__ = ["Shape", "generate"]

Numbers = NDArray[np.int64]
STRETCH = 1 << 20


@dataclass(frozen=True)
class Shape:
    """How many nodes and edges, and how they grow.

    Args:
        nodes: How many there are; node ``i`` has edges with nodes before it alone.
        edges: How many are drawn, spread evenly over the nodes after the first; those drawn twice count
            twice here.
        upward: The share of nodes that grow upwards: their edges' other ends are descendants.
        preference: The chance that an edge ends where an earlier edge does. The number of nodes with k such
            ends falls as ``k^-(1 + 1 / preference)``.
        seed: The same seed gives the same graph, whatever the stretch.
    """

    nodes: int
    edges: int
    upward: float = 0.1
    preference: float = 0.5
    seed: int = 0

    def __post_init__(self) -> None:
        for name, least in (("nodes", 1), ("edges", 0), ("seed", 0)):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int) or value < least:
                raise ParameterError(f"{name}={value!r}", allowed=f"a whole number of at least {least}")
        if not 0.0 <= self.upward <= 1.0:
            raise ParameterError(f"upward={self.upward!r}", allowed="a share from 0 to 1")
        if not 0.0 <= self.preference < 1.0:
            raise ParameterError(f"preference={self.preference!r}", allowed="a chance from 0 to less than 1")
        if self.edges and self.nodes < 2:
            raise ParameterError(f"{self.edges} edges between {self.nodes} nodes", do="ask for more nodes")

    @property
    def exponent(self) -> float:
        """That of the power law; infinite where edges prefer nothing."""
        return 1.0 + 1.0 / self.preference if self.preference else float("inf")

    def stretches(self, size: int = STRETCH) -> Iterator[tuple[Numbers, Numbers]]:
        """All edges as (ancestors, descendants), ``size`` at a time."""
        from diskembed.datasets.growing import grown_edges

        if isinstance(size, bool) or not isinstance(size, int) or size < 1:
            raise ParameterError(f"size={size!r}", allowed="a whole number of at least 1")
        key = np.random.SeedSequence(self.seed).generate_state(1, np.uint64)[0]
        for first in range(0, self.edges, size):
            last = min(first + size, self.edges)
            yield grown_edges(first, last, self.nodes, self.edges, self.upward, self.preference, key)


def generate(
    nodes: int, edges: int | None = None, *, upward: float = 0.1, preference: float = 0.5, seed: int = 0
) -> DAG:
    """A DAG of that many nodes and about as many edges as asked for (``3 * nodes``), without repeated ones.

    See ``Shape``, whose ``stretches`` give the edges without holding them all.

    >>> generate(1000, 3000)
    DAG(1,000 nodes, 2,965 edges)
    """
    from diskembed.graph.csr import smallest_int
    from diskembed.graph.dag import DAG

    shape = Shape(nodes, 3 * nodes * (nodes > 1) if edges is None else edges, upward, preference, seed)
    index = smallest_int(nodes)
    above, below = np.empty(shape.edges, index), np.empty(shape.edges, index)
    done = 0
    for ancestors, descendants in shape.stretches():
        part = slice(done, done + len(ancestors))
        above[part], below[part] = ancestors, descendants
        done = part.stop
    return DAG.from_arrays(above, below, n_nodes=nodes)
