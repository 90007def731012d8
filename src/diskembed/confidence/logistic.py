"""Evidence as a straight line in the score (Platt): two numbers, for when few pairs are known."""

from __future__ import annotations

import math

import numpy as np
from scipy.special import expit

from diskembed.models.types import Vector

__all__ = ["logistic_evidence"]

STEPS = 100


def logistic_evidence(positive: Vector, negative: Vector, beyond: int) -> tuple[Vector, Vector]:
    """Two knots, at the evidence that so many pairs can give at most and at least.

    Both kinds weigh the same, which makes log-odds evidence. Targets are drawn in from 1 and 0 as Platt has
    it, so that kinds that do not overlap leave a finite slope. The negatives ``beyond`` all other scores only
    count for what can be known at most.
    """
    scores = np.concatenate([positive, negative])
    middle, spread = float(np.median(scores)), float(np.ptp(scores)) or 1.0
    n_positive, n_negative = len(positive), max(len(negative), 1)
    target = np.concatenate(
        [
            np.full(len(positive), (n_positive + 1.0) / (n_positive + 2.0)),
            np.full(len(negative), 1.0 / (n_negative + 2.0)),
        ]
    )
    weight = np.concatenate(
        [np.full(len(positive), 0.5 / n_positive), np.full(len(negative), 0.5 / n_negative)]
    )
    slope, level = _fit((scores - middle) / spread, target, weight)
    most, least = math.log(2.0 * (n_negative + beyond) + 1.0), -math.log(2.0 * n_positive + 1.0)
    if slope > -1e-9:  # scores say nothing, or the contrary of what they should
        return np.array([middle]), np.array([0.0])
    knots = middle + spread * (np.array([most, least]) - level) / slope
    return knots, np.array([most, least])


def _fit(x: Vector, target: Vector, weight: Vector) -> tuple[float, float]:
    """Slope and level of the log-odds by Newton's method, each step halved until it helps."""
    design = np.column_stack([x, np.ones(len(x))])
    found, loss = np.zeros(2), math.inf
    for _ in range(STEPS):
        odds = design @ found
        p = expit(odds)
        gradient = design.T @ (weight * (p - target))
        curvature = design.T @ (design * (weight * p * (1.0 - p))[:, None]) + 1e-12 * np.eye(2)
        step = np.linalg.solve(curvature, gradient)
        loss = _loss(odds, target, weight)
        while _loss(design @ (found - step), target, weight) > loss and np.abs(step).max() > 1e-12:
            step = step / 2.0
        found = found - step
        if np.abs(step).max() < 1e-10:
            break
    return float(found[0]), float(found[1])


def _loss(odds: Vector, target: Vector, weight: Vector) -> float:
    return float((weight * (np.logaddexp(0.0, odds) - target * odds)).sum())
