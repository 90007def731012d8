"""Losses over the energies of positive and negative pairs, each with its slopes dL/dE.

A low energy means "is an edge". Every loss returns the sum over all pairs; every ``..._slopes`` returns two
arrays, shaped like the positive and like the negative energies. Energies and margins may be any finite
numbers; a loss with NaN in it is NaN.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from diskembed.geometry.arrays import Array, column, floats
from diskembed.order.energies import clipped_slope, positive_part

__all__ = [
    "contrastive_loss",
    "contrastive_loss_slopes",
    "logistic_loss",
    "logistic_loss_slopes",
    "margin_loss",
    "margin_loss_slopes",
    "softmax_loss",
    "softmax_loss_slopes",
]


def margin_loss(positive: ArrayLike, negative: ArrayLike, *, margin: float) -> Array:
    """L = sum h+(E) over positives + sum h+(mu - E) over negatives, eq:loss-relu with mu = ``margin``."""
    positive, negative = floats(positive, negative)
    return np.asarray(positive_part(positive).sum() + positive_part(margin - negative).sum())


def margin_loss_slopes(positive: ArrayLike, negative: ArrayLike, *, margin: float) -> tuple[Array, Array]:
    """1 for positives with E > 0, -1 for negatives with E < mu, 0 for all others (kinks included)."""
    positive, negative = floats(positive, negative)
    return clipped_slope(positive), -clipped_slope(margin - negative)


def softmax_loss(positive: ArrayLike, negatives: ArrayLike) -> Array:
    """L = -sum log( e^-E / (e^-E + sum_k e^-E_k) ): one positive against its own row of ``negatives``.

    With E = d this is the loss of Poincare Embeddings (sec:experiments). ``negatives`` has one axis more,
    the last; it may be empty, and the loss is then 0. No energy overflows.
    """
    positive, negatives = floats(positive, negatives)
    shift, _, total = _weights(positive, negatives)
    return np.asarray((shift + np.log(total)).sum())


def softmax_loss_slopes(positive: ArrayLike, negatives: ArrayLike) -> tuple[Array, Array]:
    """1 - p for the positive and -p_k for its negatives, p the softmax of -E."""
    positive, negatives = floats(positive, negatives)
    _, weights, total = _weights(positive, negatives)
    return np.asarray(weights.sum(axis=-1) / total), -weights / column(total)


def logistic_loss(positive: ArrayLike, negative: ArrayLike, *, bias: float = 0.0) -> Array:
    """L = sum log(1 + e^(E - b)) over positives + sum log(1 + e^(b - E)) over negatives, b = ``bias``."""
    positive, negative = floats(positive, negative)
    zero = positive.dtype.type(0)
    return np.asarray(np.logaddexp(zero, positive - bias).sum() + np.logaddexp(zero, bias - negative).sum())


def logistic_loss_slopes(
    positive: ArrayLike, negative: ArrayLike, *, bias: float = 0.0
) -> tuple[Array, Array]:
    """The logistic function of E - b for positives, minus that of b - E for negatives."""
    positive, negative = floats(positive, negative)
    return _logistic(positive - bias), -_logistic(bias - negative)


def contrastive_loss(positive: ArrayLike, negatives: ArrayLike, *, margin: float) -> Array:
    """The softmax loss of h+(E) against -h+(margin - E_k): the one that Shadow Cones train with."""
    positive, negatives = floats(positive, negatives)
    return softmax_loss(positive_part(positive), -positive_part(margin - negatives))


def contrastive_loss_slopes(
    positive: ArrayLike, negatives: ArrayLike, *, margin: float
) -> tuple[Array, Array]:
    """The softmax slopes, cut to 0 where the positive has E <= 0 or the negative E_k >= margin."""
    positive, negatives = floats(positive, negatives)
    for_positive, for_negatives = softmax_loss_slopes(
        positive_part(positive), -positive_part(margin - negatives)
    )
    return for_positive * clipped_slope(positive), for_negatives * clipped_slope(margin - negatives)


def _weights(positive: Array, negatives: Array) -> tuple[Array, Array, Array]:
    """A shift, exp(E - E_k - shift), and their sum with the positive's own exp(-shift)."""
    gaps = column(positive) - negatives
    shift = np.asarray(gaps.max(axis=-1, initial=0.0))
    weights = np.exp(gaps - column(shift))
    return shift, weights, np.exp(-shift) + weights.sum(axis=-1)


def _logistic(values: Array) -> Array:
    """1 / (1 + exp(-values)) without overflow on either side."""
    small = np.exp(-np.abs(values))
    return np.asarray(np.where(values >= 0, 1, small) / (1 + small), dtype=values.dtype)
