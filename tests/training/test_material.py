"""What a run learns from."""

import numpy as np

from diskembed.graph.dag import DAG
from diskembed.training.material import Material


def test_the_intervals_of_a_forest_are_its_closure():
    rng = np.random.default_rng(0)
    below = np.arange(3, 60)
    dag = DAG.from_arrays(rng.integers(0, below // 2), below, n_nodes=61)
    material = Material.of(dag)
    graph, closure = material.graph, dag.closure()
    assert material.known == "closure"
    assert len(graph.known) == 0
    above, below = (side.ravel() for side in np.indices((61, 61)))
    first, last = graph.spans.T
    inside = (first[above] <= last[below]) & (last[below] <= last[above])
    np.testing.assert_array_equal(inside & (above != below), closure.contains(above, below))
