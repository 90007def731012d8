"""The score up to which a pair counts as contained, and the options that are left to data with it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from diskembed.evaluation.columns import Columns
from diskembed.evaluation.f1 import Scored, best_threshold, score_at
from diskembed.graph.dag import DAG
from diskembed.models.contract import Model
from diskembed.models.types import Array, Vector
from diskembed.query.scores import scores
from diskembed.split.pairs import Labelled

__all__ = ["Judge", "judge_of_columns", "judge_of_pairs"]

Judge = Callable[[Array], tuple[Model, Scored]]
"""Rows of parameters -> the variant of the model that does best with them, and how well."""


def judge_of_pairs(model: Model, pairs: Labelled) -> Judge:
    """By F1 on held-out pairs, as the protocol has it."""

    def score(variant: Model, rows: Array) -> tuple[Vector, Vector]:
        positive, negative = (
            scores(variant, rows, part.ancestors.astype(np.int64), part.descendants.astype(np.int64))
            for part in (pairs.positives, pairs.negatives)
        )
        return positive, negative

    return lambda rows: _best(model, lambda variant: score(variant, rows))


def judge_of_columns(model: Model, dag: DAG, *, seed: int) -> Judge:
    """By F1 on all pairs into some nodes that have parents: the full adjacency, as questions will meet it."""
    columns = Columns.drawn(dag, seed=seed, among=np.flatnonzero(dag.in_degree))
    if not len(columns.nodes):
        return lambda rows: (model, Scored(-np.inf, 0.0, 0.0))

    def score(variant: Model, rows: Array) -> tuple[Vector, Vector]:
        positive = columns.positives(variant, rows)
        # Negatives above every positive and the model's border change no choice: they need not be kept.
        border = -np.inf if variant.contained_at is None else variant.contained_at
        return positive, columns.negatives(variant, rows, float(positive.max(initial=border)))

    return lambda rows: _best(model, lambda variant: score(variant, rows))


def _best(model: Model, score: Callable[[Model], tuple[Vector, Vector]]) -> tuple[Model, Scored]:
    """The best variant; of equals, one whose own border decides, and the model itself before others."""
    judged = [(variant, _threshold(variant, *score(variant))) for variant in model.variants()]
    return max(
        judged,
        key=lambda found: (found[1].f1, found[1].threshold == found[0].contained_at, found[0] == model),
    )


def _threshold(model: Model, positive: Vector, negative: Vector) -> Scored:
    """The best one, or the model's own border where it is as good: no pair lies right on that by choice."""
    best = best_threshold(positive, negative)
    if model.contained_at is None:
        return best
    own = score_at(positive, negative, model.contained_at)
    return own if own.f1 >= best.f1 > 0.0 else best
