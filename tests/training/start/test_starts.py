"""What a run starts from, for every model that there is."""

from __future__ import annotations

import numpy as np
import pytest

from diskembed.errors import ParameterError
from diskembed.graph.dag import DAG
from diskembed.models import registry
from diskembed.models.contract import Model
from diskembed.training.material import Material
from diskembed.training.plan import Plan
from diskembed.training.start import START, chosen_start, start_rows

CONTAINING = [
    registry.make("disks", 5, geometry="euclid"),
    registry.make("disks", 5, geometry="sphere"),
    registry.make("disks", 5, geometry="hyperboloid"),
    registry.make("disks", 5, geometry="simplex"),
    registry.make("relative-disks", 5),
    registry.make("shadow-cones", 5),
    registry.make("shadow-cones", 3, object_radius=0.8),
    registry.make("hyperbolic-cones", 5),
    registry.make("hyperbolic-cones", 3, K=0.4),
    registry.make("euclidean-cones", 5),
    registry.make("euclidean-cones", 3, K=2.0),
    registry.make("order", 5),
    registry.make("order", 5, orthant=False),
]
FLAT_IN_SMALL = [
    model for model in CONTAINING if model.options.get("geometry", model.name) not in ("simplex", "order")
]


def tree(n: int = 150) -> DAG:
    below = np.arange(1, n)
    return DAG.from_arrays(np.random.default_rng(0).integers(0, below), below)


def two_trees_and_a_stranger() -> DAG:
    edges = [("a", "b"), ("a", "c"), ("c", "d"), ("A", "B"), ("B", "C"), ("B", "D")]
    return DAG.from_edges(edges, nodes=["alone"])


def told(model: Model, dag: DAG, start: str) -> tuple[np.ndarray, np.ndarray]:
    """Scores of all implied pairs, and of all others."""
    rows = start_rows(model, Material.of(dag), start, Plan(), scale=model.spread)
    scores = model.score(rows[:, None], rows[None, :])
    true = np.zeros(scores.shape, bool)
    closure = dag.closure().to_csr()
    true[closure.indices, closure.rows] = True
    return scores[true], scores[~(true | np.eye(len(dag), dtype=bool))]


@pytest.mark.parametrize("model", CONTAINING, ids=repr)
@pytest.mark.parametrize("graph", [tree, two_trees_and_a_stranger])
def test_a_forest_is_contained_from_the_start_either_way_up(model, graph):
    for dag in (graph(), graph().reversed()):
        true, others = told(model, dag, "graph")
        assert true.max() <= 1e-9
        assert (others <= 1e-9).mean() < 0.1


@pytest.mark.parametrize("model", FLAT_IN_SMALL, ids=repr)
def test_nested_disks_stay_nested_in_every_model_that_holds_disks(model):
    for dag in (tree(), tree().reversed()):
        true, others = told(model, dag, "nested")
        assert true.max() < 0.0
        assert others.min() > 0.0


def test_every_model_has_a_usual_start_and_a_random_one():
    for name in registry.names():
        model = registry.make(name, 4)
        usual = chosen_start(model, None)
        assert usual == ("random" if name in ("poincare", "shadow-cones") else "graph")
        for start in (usual, "random"):
            rows = start_rows(model, Material.of(tree(20)), start, Plan(), scale=model.spread)
            assert rows.shape == (20, model.width)
            np.testing.assert_allclose(model.project(rows), rows, rtol=1e-12, atol=1e-15)


def test_what_a_model_cannot_start_from_says_so():
    points = registry.make("poincare", 4)
    for start in set(START) - {"random"}:
        with pytest.raises(ParameterError, match="poincare cannot start from"):
            start_rows(points, Material.of(tree(20)), start, Plan(), scale=1.0)
    with pytest.raises(ParameterError, match="start='middle'; one of 'graph'"):
        start_rows(points, Material.of(tree(20)), "middle", Plan(), scale=1.0)
