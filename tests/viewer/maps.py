"""Small maps for the viewer's tests."""

from functools import cache

import numpy as np

from diskembed.embedding import Embedding
from diskembed.graph.dag import DAG
from diskembed.graph.names import Names
from diskembed.models import registry
from diskembed.viewer.atlas import Atlas

EDGES = [
    ("animal", "mammal"),
    ("animal", "bird"),
    ("mammal", "dog"),
    ("mammal", "cat"),
    ("dog", "pug"),
    ("dog", "bea<gle"),
    ("bird", "owl"),
]


def dag():
    return DAG.from_edges(EDGES, nodes=["rock"])


def disks(geometry="euclid", dim=3):
    """Every disk holds its children's: packed by the start from the graph, without training."""
    from diskembed.training.start.packing import pack, power_radii

    graph = dag()
    model = registry.make("disks", dim, geometry=geometry)
    rows = pack(graph, model.home, power_radii(float(model.home.n), 0.8), seed=0, rim=0.9)
    return Embedding.of_dag(graph, rows, model)


@cache
def small(geometry="euclid", dim=3):
    return Atlas.of(disks(geometry, dim), "small <map>")


def random_forest(count, rng):
    """Parents of a random forest, in which a node's parent may have any number."""
    shuffled = rng.permutation(count)
    parent = np.full(count, -1)
    for at in range(1, count):
        if rng.random() < 0.9:
            parent[shuffled[at]] = shuffled[rng.integers(max(at // 3, 1))]
    return parent


def named(count):
    return Names.from_strings(f"n{i}" for i in range(count))
