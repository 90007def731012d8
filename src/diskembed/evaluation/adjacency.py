"""Full adjacency: F1 over all n (n - 1) ordered pairs, which no sampling of negatives can flatter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from diskembed.evaluation.contained import Contained
from diskembed.evaluation.curve import Curve
from diskembed.evaluation.f1 import Scored
from diskembed.evaluation.matched import cutoff_of, rows_of
from diskembed.evaluation.table import text_table
from diskembed.graph.dag import DAG

if TYPE_CHECKING:
    from diskembed.embedding import Embedding

__all__ = ["FullAdjacency", "evaluate_full"]

SHOWN = 100
"""Points of the curve that ``as_dict`` keeps."""


@dataclass(frozen=True)
class FullAdjacency:
    """How well scores pick out the closure's pairs from all ordered pairs of different nodes.

    ``own`` is at the embedding's cutoff (None without one); ``best`` at the threshold that makes F1 largest,
    chosen on the very pairs that it is judged on. No threshold does better than ``bound``: up to a million
    positives that is ``best``'s own F1, for more it may lie a little above.
    """

    nodes: int
    own: Scored | None
    best: Scored
    bound: float
    curve: Curve

    @property
    def positives(self) -> int:
        """The closure's pairs."""
        return self.curve.positives

    @property
    def pairs(self) -> int:
        """All ordered pairs of different nodes."""
        return self.nodes * (self.nodes - 1)

    def baselines(self) -> dict[str, Scored]:
        """What needs no embedding: every pair; and every pair in a topological order."""
        taken = {"all pairs": self.pairs, "topological order": self.pairs // 2}
        some = float(self.positives > 0)
        return {name: Scored(np.inf, self.positives / max(count, 1), some) for name, count in taken.items()}

    def lines(self) -> dict[str, Scored]:
        """What the table shows."""
        own = {} if self.own is None else {"own threshold": self.own}
        return {**own, "best threshold": self.best, **self.baselines()}

    def table(self) -> str:
        """Everything but the curve as aligned text, in percent."""
        rows = [
            (
                name,
                *(f"{100 * value:.2f}" for value in (line.f1, line.precision, line.recall)),
                f"{line.threshold:.4g}",
            )
            for name, line in self.lines().items()
        ]
        head = f"full adjacency: {self.positives:,} of {self.pairs:,} ordered pairs of {self.nodes:,} nodes"
        return f"{head}\n{text_table(('', 'F1', 'precision', 'recall', 'threshold'), rows)}"

    def as_dict(self) -> dict[str, Any]:
        """As JSON can hold it, the curve thinned out."""
        curve = self.curve
        last = len(curve.thresholds) - 1
        at = np.unique(np.linspace(0, last, SHOWN).astype(int)) if last >= 0 else np.empty(0, int)
        points = {"threshold": curve.thresholds, "precision": curve.precision, "recall": curve.recall}
        return {
            "nodes": self.nodes,
            "pairs": self.pairs,
            "positives": self.positives,
            **{name.replace(" ", "_"): _as_dict(line) for name, line in self.lines().items()},
            "bound": self.bound,
            "curve": {name: values[at].tolist() for name, values in points.items()},
        }

    def __str__(self) -> str:
        return self.table()


def evaluate_full(
    embedding: Embedding, dag: DAG, *, memory: int | None = None, threads: int = 1
) -> FullAdjacency:
    """Precision, recall and F1 over all ordered pairs of the graph's nodes, which are matched by name.

    Exact: counted, not sampled. ``memory`` bounds the graph's closure, in bytes.
    """
    contained = Contained(embedding.model, rows_of(embedding, dag.names), threads=threads)
    cutoff = cutoff_of(embedding)
    curve = Curve.of(contained, dag.closure(memory=memory), cutoff)
    own = None if cutoff is None else curve.at(cutoff)
    return FullAdjacency(len(dag), own, curve.best, curve.bound, curve)


def _as_dict(line: Scored) -> dict[str, float | None]:
    threshold = line.threshold if np.isfinite(line.threshold) else None
    return {"f1": line.f1, "precision": line.precision, "recall": line.recall, "threshold": threshold}
