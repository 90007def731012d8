"""Evidence that only falls as scores rise, and is otherwise what the pairs say: pooled neighbours."""

from __future__ import annotations

import numpy as np

from diskembed.models.types import Vector

__all__ = ["falling_evidence"]


def falling_evidence(
    edges: Vector, hits: Vector, alarms: Vector, n_positive: int, n_negative: int
) -> tuple[Vector, Vector]:
    """Knots (score, evidence), from how many pairs of each kind score up to each of ``edges``.

    Bins are pooled from the left until the likelihood ratio only falls. Half a pair of each kind is added to
    every pool (Jeffreys' prior), so that none of them is certain.
    """
    counts = np.column_stack(
        [np.append(hits, n_positive), np.append(alarms, n_negative), np.ones(len(edges) + 1)]
    )
    counts[1:, :2] -= counts[:-1, :2].copy()
    if not counts[-1, :2].any():  # nothing scores above the last edge
        counts = counts[:-1]
    pools: list[Vector] = []
    for bin_ in counts:
        pools.append(bin_)
        while len(pools) > 1 and _ratio(pools[-1]) >= _ratio(pools[-2]):
            pools[-2:] = [pools[-2] + pools[-1]]
    found = np.array(pools)
    last = np.cumsum(found[:, 2]).astype(np.int64) - 1
    first = np.append(0, last[:-1] + 1)
    ends = np.append(edges, edges[-1])  # what lies above the last edge is taken to begin there
    knots = 0.5 * (ends[first] + ends[last])
    evidence = np.log(_ratio(found.T)) + np.log((n_negative + 1.0) / (n_positive + 1.0))
    distinct = np.append(True, np.diff(knots) > 0)
    return knots[distinct], evidence[distinct]


def _ratio(pool: Vector) -> Vector:
    return np.asarray((pool[0] + 0.5) / (pool[1] + 0.5))
