"""Calibrating an embedding: held-out edges against a piece of the full adjacency."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from diskembed.confidence.calibration import Calibration
from diskembed.confidence.fitting import Method, calibration_of
from diskembed.errors import GraphError
from diskembed.evaluation.columns import Columns
from diskembed.evaluation.names import rows_of
from diskembed.graph.dag import DAG
from diskembed.models.contract import Model
from diskembed.models.types import Array
from diskembed.query.scores import scores
from diskembed.split.pairs import Pairs
from diskembed.split.split import Split

if TYPE_CHECKING:
    from diskembed.embedding import Embedding

__all__ = ["calibrate", "calibrated"]


def calibrate(
    embedding: Embedding, source: Split | DAG, *, seed: int = 0, method: Method = "auto"
) -> Embedding:
    """The embedding with probabilities.

    Of a ``Split`` the edges are its validation pairs, which training has not seen; of a ``DAG`` they are the
    graph's own, which it has, so that new pairs are told too much. What is no edge comes from all pairs into
    some nodes, drawn at random: a query runs through all pairs, and those that the protocol draws beside each
    edge are too few to say how rarely a far pair looks like one. The prior is the share of edges there.
    """
    dag = source if isinstance(source, DAG) else source.dag()
    valid = None if isinstance(source, DAG) else source.valid.positives
    at = rows_of(embedding, dag.names)
    rows = embedding.rows if at is None else embedding.rows[at]
    found = calibrated(embedding.model, rows, dag, valid, seed=seed, method=method)
    if found is None:
        raise GraphError(
            f"a graph of {len(dag):,} nodes and {dag.n_edges:,} edges tells nothing about scores",
            allowed="some pairs are edges and some are not, among those held out as well",
            do="calibrate on the graph that was embedded, or on a split of it",
        )
    return replace(embedding, calibration=found)


def calibrated(
    model: Model, rows: Array, dag: DAG, held_out: Pairs | None, *, seed: int, method: Method = "auto"
) -> Calibration | None:
    """What scores of these rows are worth on this graph; None where all pairs, or none, are edges."""
    columns = Columns.drawn(dag, seed=seed)
    pairs = len(columns.nodes) * (len(dag) - 1)
    if not pairs:
        return None
    if held_out is not None and len(held_out):
        above, below = held_out.ancestors.astype(np.int64), held_out.descendants.astype(np.int64)
        positive = scores(model, rows, above, below)
    else:
        held_out, positive = None, columns.positives(model, rows)
    negative = columns.negatives(model, rows, float(positive.max(initial=-np.inf)))
    return calibration_of(
        positive,
        negative,
        prior=columns.edges / pairs,
        held_out=held_out is not None,
        beyond=pairs - columns.edges - len(negative),
        method=method,
    )
