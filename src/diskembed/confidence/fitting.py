"""Evidence out of the scores of pairs that are known to be edges, or not."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from diskembed.confidence.calibration import Calibration
from diskembed.confidence.isotonic import falling_evidence
from diskembed.confidence.logistic import logistic_evidence
from diskembed.errors import ParameterError
from diskembed.models.types import Vector

__all__ = ["Method", "calibration_of"]

Method = Literal["auto", "isotonic", "logistic"]

ENOUGH = 200
"""Pairs of the rarer kind from which on their own steps say more than an S-curve through them."""
MOST_BINS = 100


def calibration_of(
    positive: ArrayLike,
    negative: ArrayLike,
    *,
    prior: float,
    held_out: bool,
    beyond: int = 0,
    method: Method = "auto",
) -> Calibration | None:
    """From the scores of some edges and some other pairs, each kind a fair sample of its own.

    ``beyond`` counts further negatives that score above all pairs given. None where a kind is missing: then
    nothing is known.
    """
    if method not in ("auto", "isotonic", "logistic"):
        raise ParameterError(f"method={method!r}", allowed="'auto', 'isotonic' or 'logistic'")
    positive, negative = (np.sort(_finite(scores)) for scores in (positive, negative))
    n_positive, n_negative = len(positive), len(negative) + beyond
    if not n_positive or not n_negative or not 0.0 < prior < 1.0:
        return None
    if method == "auto":
        method = "isotonic" if min(n_positive, n_negative) >= ENOUGH else "logistic"
    edges = _bin_edges(positive, negative)
    hits = np.searchsorted(positive, edges, side="right").astype(np.float64)
    alarms = np.searchsorted(negative, edges, side="right").astype(np.float64)
    if method == "isotonic":
        knots, evidence = falling_evidence(edges, hits, alarms, n_positive, n_negative)
    else:
        knots, evidence = logistic_evidence(positive, negative, beyond)
    return Calibration(
        scores=tuple(knots),
        evidence=tuple(evidence),
        upto=tuple(edges),
        recall=tuple(hits / n_positive),
        alarm=tuple((alarms + 0.5) / (n_negative + 1.0)),
        prior=float(prior),
        positives=n_positive,
        negatives=n_negative,
        held_out=held_out,
        method=method,
    )


def _finite(scores: ArrayLike) -> Vector:
    array = np.asarray(scores, np.float64).ravel()
    return array[np.isfinite(array)]


def _bin_edges(positive: Vector, negative: Vector) -> Vector:
    """Scores that part the pairs: finest where the last positives and the first negatives are."""
    return np.unique(
        np.concatenate(
            [
                positive[_ranks(len(positive))],
                positive[len(positive) - 1 - _ranks(len(positive))],
                positive[np.linspace(0, len(positive) - 1, MOST_BINS).astype(np.int64)],
                negative[_ranks(len(negative))],
            ]
        )
    )


def _ranks(count: int) -> NDArray[np.int64]:
    """0, 1, 2, ... and then ever sparser."""
    if not count:
        return np.zeros(0, np.int64)
    return np.unique(np.geomspace(1, count, MOST_BINS).astype(np.int64)) - 1
