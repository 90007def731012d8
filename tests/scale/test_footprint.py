"""What a run takes, against what its arrays hold."""

from __future__ import annotations

import numpy as np
import pytest

import diskembed as de
from diskembed.estimators.footprint import footprint_of
from diskembed.scale.footprint import Footprint
from diskembed.training.material import Material

SIZES = {"n_nodes": 10**6, "n_edges": 10**6, "name_bytes": 7 * 10**6, "known_bytes": 0, "width": 10}


def tree(n: int) -> de.DAG:
    below = np.arange(1, n)
    return de.DAG.from_arrays(np.random.default_rng(0).integers(0, below), below)


@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_it_is_no_less_than_the_arrays(dtype):
    dag = tree(3000)
    estimator = de.DiskEmbedding(geometry="euclid", dim=10, dtype=dtype)
    found = footprint_of(estimator, dag)
    graph = Material.of(dag).graph
    lists = [dag.parents.indices, dag.parents.indptr, dag.children.indices, dag.children.indptr]
    assert found.rows == 3000 * 10 * np.dtype(dtype).itemsize
    assert found.names >= dag.names.blob.nbytes + dag.names.offsets.nbytes
    assert found.graph >= sum(part.nbytes for part in [*lists, graph.spans, dag.order, dag.depth])
    assert found.known == 0
    assert found.disk == 0


def test_several_parents_may_need_the_closure():
    dag = de.DAG.from_arrays([0, 0, 1, 2], [1, 2, 3, 3])
    estimator = de.DiskEmbedding(memory=10**6)
    assert footprint_of(estimator, dag).known == 12 * 6  # four nodes have six pairs at most
    assert footprint_of(estimator, dag, n_pairs=5).known == 60
    assert footprint_of(de.DiskEmbedding(known="edges"), dag).known == 0
    split = de.Split.draw(de.datasets.load("wordnet-mammals").without_roots(), percent=50)
    assert footprint_of(estimator, split).known == 10**6


def test_partitions_save_memory_and_take_disk():
    whole, parts = Footprint.of(**SIZES), Footprint.of(**SIZES, partitions=16)
    assert whole.disk == 0
    assert parts.disk > 2 * whole.rows
    assert parts.epoch < whole.rows
    halved = Footprint.of(**SIZES, itemsize=4)
    assert halved.rows * 2 == whole.rows
    assert halved.peak < whole.peak + whole.rows


def test_it_can_be_read():
    few = footprint_of(de.DiskEmbedding(), de.DAG.from_arrays([0, 0, 1], [1, 2, 2]))
    assert str(few) == "at most 0.34 GB of memory"
    shown = str(Footprint.of(**SIZES, partitions=4))
    assert shown.startswith("at most ")
    assert "of memory (graph 79 MB, to start " in shown
    assert shown.endswith("of disk")
    assert Footprint.of(**SIZES).as_dict()["peak"] == Footprint.of(**SIZES).peak
