"""Positives and graphs of buckets, against the same said slowly."""

from __future__ import annotations

import numpy as np
import pytest

import diskembed as de
from diskembed.scale.bucket import bucket_graph, local_numbers, nodes_of
from diskembed.scale.job import Job
from diskembed.training.material import Material

from .test_layout import graph

BLOCKS = 4


def job_of(dag=None, **parameters) -> Job:
    estimator = de.DiskEmbedding(geometry="euclid", dim=4, **parameters)
    material = Material.of(dag or graph())
    return Job.of(estimator.model(), material, estimator.plan(), BLOCKS)


def test_each_edge_is_a_positive_of_one_bucket_that_holds_it():
    job, dag = job_of(transitive=False), graph()
    layout, found = job.layout, []
    for block in range(BLOCKS + 1):
        drawn = job.draw(block, epoch=0)
        for bucket, blocks in enumerate(layout.buckets):
            above, below = drawn.of(bucket)
            held = {*blocks, BLOCKS}
            assert {int(layout.block[node]) for node in (*above, *below)} <= held
            assert all(layout.block[node] == block for node in below)
            found += zip(above.tolist(), below.tolist(), strict=True)
    assert sorted(found) == sorted(zip(*(side.tolist() for side in dag.edges()), strict=True))


def test_walked_positives_are_implied_and_drawn_anew_each_epoch():
    job, dag = job_of(walked=3), graph()
    closure = dag.closure()
    epochs = [[job.draw(block, epoch) for block in range(BLOCKS + 1)] for epoch in (0, 0, 1)]
    for drawn in epochs[0]:
        assert closure.contains(drawn.above, drawn.below).all()
    assert sum(len(drawn.above) for drawn in epochs[0]) == 4 * dag.n_edges
    for one, again in zip(*epochs[:2], strict=True):
        np.testing.assert_array_equal(one.above, again.above)
    assert any((one.above != other.above).any() for one, other in zip(epochs[0], epochs[2], strict=True))


def test_pairs_with_hot_nodes_are_spread_over_all_buckets():
    job = job_of(walked=20)
    drawn = [job.draw(block, 0) for block in range(BLOCKS + 1)]
    counts = np.sum([np.diff(each.start) for each in drawn], axis=0)
    assert counts.min() > counts.max() / 2


@pytest.mark.parametrize("known", ["closure", "edges", "nothing"])
def test_a_bucket_sees_what_the_whole_graph_has_between_its_nodes(known):
    dag = graph()
    estimator = de.DiskEmbedding(geometry="euclid", dim=4)
    material = Material.of(dag, known=known)
    job = Job.of(estimator.model(), material, estimator.plan(), BLOCKS)
    layout, closure = job.layout, dag.closure()
    for blocks in layout.buckets:
        nodes = nodes_of(layout, blocks)
        np.testing.assert_array_equal(local_numbers(layout, blocks, nodes), np.arange(len(nodes)))
        seen = bucket_graph(job.graph, job.near, layout, blocks)
        numbers = {int(node): i for i, node in enumerate(nodes)}
        for i, node in enumerate(nodes.tolist()):
            whole = job.graph.known[job.graph.known_ptr[node] : job.graph.known_ptr[node + 1]]
            expected = sorted(numbers[int(a)] for a in whole if int(a) in numbers)
            assert seen.known[seen.known_ptr[i] : seen.known_ptr[i + 1]].tolist() == expected
            up = seen.up[seen.up_ptr[i] : seen.up_ptr[i + 1]].tolist()
            assert {numbers[int(a)] for a in dag.parents[node] if int(a) in numbers} <= set(up)
            assert all(closure.contains(nodes[a], node) for a in up)
            assert all(int(a) in numbers for a in dag.parents[node]) or up or job.near[node] < 0
        assert len(job.graph.spans) == (len(dag) if known == "closure" else 0)
        np.testing.assert_array_equal(
            seen.spans, job.graph.spans[nodes] if known == "closure" else job.graph.spans
        )


def test_walks_down_mirror_walks_up():
    job = job_of()
    seen = bucket_graph(job.graph, job.near, job.layout, (0, 1))
    ups = {
        (int(a), i) for i in range(len(seen.up_ptr) - 1) for a in seen.up[seen.up_ptr[i] : seen.up_ptr[i + 1]]
    }
    downs = {
        (i, int(b))
        for i in range(len(seen.down_ptr) - 1)
        for b in seen.down[seen.down_ptr[i] : seen.down_ptr[i + 1]]
    }
    assert ups == downs
