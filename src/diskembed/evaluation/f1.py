"""F1 of "a low score means an edge", and the threshold that makes it largest."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

__all__ = ["Scored", "best_threshold", "score_at"]


@dataclass(frozen=True)
class Scored:
    """How well scores up to ``threshold`` pick out the positives."""

    threshold: float
    precision: float
    recall: float

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both > 0 else 0.0


def score_at(positive: ArrayLike, negative: ArrayLike, threshold: float) -> Scored:
    """With a threshold from elsewhere; a score that is NaN counts as no edge."""
    positive, negative = np.asarray(positive), np.asarray(negative)
    hits = int((positive <= threshold).sum())
    alarms = int((negative <= threshold).sum())
    precision = hits / (hits + alarms) if hits + alarms else 0.0
    return Scored(float(threshold), precision, hits / len(positive) if len(positive) else 0.0)


def best_threshold(positive: ArrayLike, negative: ArrayLike) -> Scored:
    """The score that is best used as the threshold, the lowest if several are; -inf without a positive."""
    positive, negative = np.asarray(positive, np.float64), np.asarray(negative, np.float64)
    negative = negative[negative <= positive.max(initial=-np.inf)]  # those above lower no F1
    scores = np.concatenate([positive, negative])
    order = np.argsort(scores, kind="stable")  # NaN goes last
    scores = scores[order]
    hits = np.cumsum(order < len(positive))
    taken = np.arange(1, len(scores) + 1)
    last_of_its_kind = np.append(scores[1:] != scores[:-1], True) if len(scores) else np.zeros(0, np.bool_)
    usable = np.flatnonzero(last_of_its_kind & np.isfinite(scores))
    if not len(usable) or not len(positive):
        return Scored(-np.inf, 0.0, 0.0)
    f1 = 2 * hits[usable] / (taken[usable] + len(positive))
    at = usable[int(f1.argmax())]
    return Scored(float(scores[at]), float(hits[at] / taken[at]), float(hits[at] / len(positive)))
