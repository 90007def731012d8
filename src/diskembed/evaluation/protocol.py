"""The protocol: the threshold from the validation pairs, applied unchanged to the test pairs."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from diskembed.evaluation.baselines import BASELINES, Scorer
from diskembed.evaluation.f1 import best_threshold, score_at
from diskembed.evaluation.names import rows_of
from diskembed.evaluation.table import text_table
from diskembed.split.pairs import Labelled, Pairs
from diskembed.split.split import Split

if TYPE_CHECKING:
    from diskembed.embedding import Embedding

__all__ = ["Evaluation", "Result", "evaluate"]


@dataclass(frozen=True)
class Result:
    """One line of the table. F1 and its parts lie between 0 and 1."""

    name: str
    valid_f1: float
    test_f1: float
    test_precision: float
    test_recall: float
    threshold: float


@dataclass(frozen=True)
class Evaluation:
    """An embedding's result on a split, and those of the trivial baselines."""

    result: Result
    baselines: tuple[Result, ...]
    split: str
    positives: str
    """Which pairs trained it: strict and transitive results must not be compared."""

    @property
    def f1(self) -> float:
        """On the test pairs."""
        return self.result.test_f1

    def table(self) -> str:
        """Everything as aligned text, in percent."""
        rows = [
            (
                row.name,
                *(
                    f"{100 * value:.2f}"
                    for value in (row.valid_f1, row.test_f1, row.test_precision, row.test_recall)
                ),
                f"{row.threshold:.4g}",
            )
            for row in (self.result, *self.baselines)
        ]
        head = ("", "valid F1", "test F1", "precision", "recall", "threshold")
        return f"{self.split}; {self.positives}\n{text_table(head, rows)}"

    def as_dict(self) -> dict[str, Any]:
        """As JSON can hold it."""
        return asdict(self)

    def __str__(self) -> str:
        return self.table()


def evaluate(embedding: Embedding, split: Split) -> Evaluation:
    """F1 by the protocol. Nodes are matched by name; every node of the split has to be there."""
    at = rows_of(embedding, split.names)

    def score(pairs: Pairs) -> NDArray[np.float64]:
        above, below = pairs.ancestors, pairs.descendants
        if at is not None:
            above, below = at[above], at[below]
        return np.asarray(embedding.protrusion(above, below))

    trained = embedding.provenance
    transitive = trained.get("plan", {}).get("walked", 0) > 0
    return Evaluation(
        _judge(_describe(embedding), score, split),
        tuple(_judge(name, make(split), split) for name, make in BASELINES.items()),
        split=repr(split),
        positives="transitive: trained on implied pairs too"
        if transitive
        else "strict: trained on the given pairs",
    )


def _judge(name: str, score: Scorer, split: Split) -> Result:
    chosen = best_threshold(*_scored(score, split.valid))
    tested = score_at(*_scored(score, split.test), chosen.threshold)
    return Result(name, chosen.f1, tested.f1, tested.precision, tested.recall, chosen.threshold)


def _scored(score: Scorer, pairs: Labelled) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    return score(pairs.positives), score(pairs.negatives)


def _describe(embedding: Embedding) -> str:
    model = embedding.model
    return f"{model.options.get('geometry', '')} {model.name}, dim {model.dim}".strip()
