"""Sums over blocks against the same said at once."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

import diskembed as de
from diskembed.scale import sums
from diskembed.scale.sums import Rows, count_block, hits_of_block

from .test_partitioned import disks, f1, taxonomy


def in_one(dag, function, task, parts=5):
    bounds = np.linspace(0, len(dag), parts + 1).astype(int)
    return [function(task, a, b) for a, b in pairwise(bounds)]


def test_counts_of_blocks_are_those_of_the_closure():
    dag = de.datasets.generate(300, 700)
    parts = in_one(dag, count_block, Rows(dag.parents.indptr, dag.parents.indices))
    closure = dag.closure()
    np.testing.assert_array_equal(np.concatenate([part.ancestors for part in parts]), closure.ancestor_counts)
    np.testing.assert_array_equal(sum(part.descendants for part in parts), closure.descendant_counts)


def test_hits_of_blocks_give_the_f1_of_all_pairs():
    dag = taxonomy()
    embedding = disks(epochs=5).fit(dag).embedding_
    rows = Rows(dag.parents.indptr, dag.parents.indices)
    parts = in_one(dag, hits_of_block, (rows, embedding.model, embedding.rows, embedding.cutoff))
    right, contained, true = (sum(column) for column in zip(*parts, strict=True))
    assert true == dag.closure().n_pairs
    assert 2 * right / (contained + true) == pytest.approx(f1(embedding, dag))


@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::FutureWarning", "ignore::DeprecationWarning")
def test_a_cluster_sums_the_same():
    pytest.importorskip("ray", reason="the extra ray is not installed")
    dag = taxonomy()
    embedding = disks(epochs=5).fit(dag).embedding_
    with sums.connected("local"):
        counts = sums.pair_counts(dag)
        scored = sums.adjacency_f1(embedding, dag)
    np.testing.assert_array_equal(counts.ancestors, dag.closure().ancestor_counts)
    np.testing.assert_array_equal(counts.descendants, dag.closure().descendant_counts)
    assert scored.f1 == pytest.approx(f1(embedding, dag))
    assert scored.threshold == embedding.cutoff
