"""New nodes: their relations are kept, or missed by the least there is; nothing else changes."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog, minimize

import diskembed as de
from diskembed.embedding import Embedding
from diskembed.errors import GraphError, ParameterError, UnknownNameError
from diskembed.geometry import registry as geometries
from diskembed.graph.names import Names
from diskembed.models import registry
from diskembed.placing.placement import Placement
from embeddings import CASES, IDS, embedding_of, nested

METRIC = ["euclid", "sphere", "hyperboloid", "cube", "simplex", "l1", "polyhedral"]


def disks(geometry, count=12, threshold=None, seed=0, dim=4):
    """Large disks around the origin and small ones in them."""
    home = geometries.make(geometry, dim - 1)
    rng = np.random.default_rng(seed)
    points = home.random(count, rng, scale=0.3)
    radii = np.where(np.arange(count) < count // 2, rng.uniform(1.0, 1.4, count), rng.uniform(0, 0.2, count))
    rows = np.column_stack([points, radii])
    names = Names.from_strings(f"n{i}" for i in range(count))
    return Embedding(names, rows, registry.make("disks", dim, geometry=geometry), threshold)


@pytest.mark.parametrize("threshold", [None, 0.2, -0.1])
@pytest.mark.parametrize("geometry", METRIC)
def test_a_node_is_inside_its_parents_and_around_its_children(geometry, threshold):
    embedding = disks(geometry, threshold=threshold)
    larger = embedding.place("new", parents=["n0", "n1", 2], children=["n8"])
    placement = larger.placement("new")
    assert placement.unmet == ()
    assert placement.violation == 0.0
    assert placement.slack >= 0
    assert larger.contains(["n0", "n1", "n2"], "new").all()
    assert larger.contains("new", "n8")
    worst = max(larger.protrusion(["n0", "n1", "n2"], "new").max(), larger.protrusion("new", "n8"))
    assert placement.slack == pytest.approx(larger.cutoff - worst)
    assert (placement.parents, placement.children) == (("n0", "n1", "n2"), ("n8",))
    assert larger.rows[:-1].tolist() == embedding.rows.tolist()
    assert len(embedding) == 12  # the one that there was is as it was


@pytest.mark.parametrize("geometry", METRIC)
def test_the_slack_is_how_far_a_node_may_move(geometry):
    embedding = disks(geometry)
    larger = embedding.place("new", parents=["n0", "n1"], children=["n9"])
    placement, home = larger.placement("new"), larger.model.home
    rng = np.random.default_rng(0)
    for _ in range(20):
        step = home.tangent(larger.rows[-1, :-1], rng.normal(size=home.width))
        size = max(home.norm(larger.rows[-1, :-1], step), home.norm(larger.rows[-1, :-1], -step))
        moved = home.exp(larger.rows[-1, :-1], 0.999 * placement.slack * step / size)
        rows = np.vstack([larger.rows[:-1], np.append(moved, larger.rows[-1, -1])])
        shifted = replace(larger, rows=rows)
        assert shifted.contains(["n0", "n1"], "new").all()
        assert shifted.contains("new", "n9")


@pytest.mark.parametrize("geometry", ["euclid", "sphere", "hyperboloid", "cube", "l1"])
def test_all_other_places_are_within_the_stated_distance(geometry):
    embedding = disks(geometry)
    larger = embedding.place("new", parents=["n0", "n1"], children=["n9"])
    placement, home = larger.placement("new"), larger.model.home
    rng = np.random.default_rng(1)
    points = home.random(4000, rng, scale=0.4)
    rows = np.vstack([larger.rows, np.column_stack([points, np.full(4000, larger.radii[-1])])])
    many = Embedding(Names.numbered(len(rows)), rows, larger.model)
    others = np.arange(len(larger), len(rows))
    fits = many.contains(0, others) & many.contains(1, others) & many.contains(others, 9)
    assert fits.any()
    assert home.distance(larger.rows[-1, :-1], points[fits]).max() <= placement.within + 1e-9


def least_worst(embedding, parents, children, floor):
    """The least of worst violations: at a centre the best radius is known, and the centre is searched for."""
    home, rows = embedding.model.home, embedding.rows

    def worst(centre):
        above = (home.distance(rows[parents, :-1], centre) - rows[parents, -1]).max()
        if not len(children):
            return above + floor
        below = (home.distance(centre, rows[children, :-1]) + rows[children, -1]).max()
        radius = max((below - above) / 2, floor)
        return max(above + radius, below - radius)

    starts = [rows[k, :-1] for k in (*parents, *children)]
    options = {"xatol": 1e-9, "fatol": 1e-12, "maxiter": 2000}
    return min(minimize(worst, start, method="Nelder-Mead", options=options).fun for start in starts)


@settings(max_examples=25)
@given(seed=st.integers(0, 2**32 - 1), parents=st.integers(1, 3), children=st.integers(0, 3))
def test_what_cannot_be_kept_is_missed_by_the_least(seed, parents, children):
    """Against a general solver: disks at random, most of which exclude each other."""
    rng = np.random.default_rng(seed)
    count = 8
    rows = np.column_stack([rng.normal(size=(count, 2)), rng.uniform(0.1, 1.0, count)])
    model = registry.make("disks", 3, geometry="euclid")
    embedding = Embedding(Names.numbered(count), rows, model)
    above, below = np.arange(parents), np.arange(4, 4 + children)
    placement = embedding.place("new", parents=above, children=below).placement("new")
    floor = rows[:, -1].min()
    least = least_worst(embedding, above, below, floor)
    assert placement.violation <= max(least, 0.0) + 2e-3
    assert placement.violation >= max(least, 0.0) - 1e-6
    assert bool(placement.unmet) == (placement.slack < 0)


@pytest.mark.parametrize("seed", range(5))
def test_the_least_violation_of_a_polyhedral_distance_is_a_linear_programme(seed):
    rng = np.random.default_rng(seed)
    rows = np.column_stack([rng.normal(size=(6, 2)), rng.uniform(0.1, 1.0, 6)])
    model = registry.make("disks", 3, geometry="simplex")
    embedding = Embedding(Names.numbered(6), rows, model)
    W = model.home.directions()
    above, below = [0, 1], [4, 5]
    lines, limits = [], []
    for k in above:  # w . (p - x) - R + r <= z
        lines += [[*-w, 1.0, -1.0] for w in W]
        limits += [rows[k, -1] - w @ rows[k, :-1] for w in W]
    for k in below:  # w . (x - c) - r + s <= z
        lines += [[*w, -1.0, -1.0] for w in W]
        limits += [w @ rows[k, :-1] - rows[k, -1] for w in W]
    bounds = [(None, None)] * 2 + [(rows[:, -1].min(), None), (None, None)]
    least = linprog([0, 0, 0, 1], A_ub=lines, b_ub=limits, bounds=bounds).fun
    placement = embedding.place("new", parents=above, children=below).placement("new")
    assert placement.violation == pytest.approx(max(least, 0.0), abs=5e-3)


@pytest.mark.parametrize(("model", "rows"), CASES, ids=IDS)
def test_any_model_with_containment_takes_new_nodes(model, rows):
    embedding = embedding_of(model, rows)
    if model.contained_at is None:
        with pytest.raises(ParameterError, match=r"cannot be placed in poincare.*such as disks"):
            embedding.place("new", parents="n0")
        return
    larger = embedding.place("new", parents="n0")
    placement = larger.placement("new")
    assert np.isfinite(larger.rows).all()
    assert placement.slack == pytest.approx(larger.cutoff - larger.protrusion("n0", "new"))
    np.testing.assert_allclose(larger.model.project(larger.rows[-1:]), larger.rows[-1:], atol=1e-9)


def test_a_leaf_has_the_ancestors_of_its_parent_and_no_descendants():
    dag = de.datasets.load("wordnet-mammals")
    model = de.DiskEmbedding(geometry="euclid", dim=6, epochs=60, random_state=0, progress=False)
    embedding = model.fit(dag).embedding_
    larger = embedding.place("puggle", parents=["pug.n.01"])
    assert "pug.n.01" in larger.ancestors("puggle")
    for name in ("dog.n.01", "canine.n.02", "mammal.n.01"):
        assert name in larger.ancestors("puggle")
    assert "cat.n.01" not in larger.ancestors("puggle")
    assert len(larger.descendants("puggle")) <= 2
    assert larger.suggest_parents("puggle", k=3).names[0] == "pug.n.01"


def test_placements_last_in_files_and_single_precision(tmp_path):
    embedding = replace(disks("sphere"), rows=disks("sphere").rows.astype(np.float32))
    larger = embedding.place("new", parents=["n0", "n1"]).place("newer", parents="new")
    assert larger.rows.dtype == np.float32
    larger.save(tmp_path / "m.disk")
    again = de.load(tmp_path / "m.disk")
    assert again.placement("newer") == larger.placement("newer")
    assert again.placement("newer").parents == ("new",)
    assert again.contains(["n0", "n1", "new"], "newer").all()
    assert Placement.of_state(again.placement("new").state()) == again.placement("new")


def test_a_graph_of_new_nodes_is_placed_in_its_order():
    embedding = disks("euclid", count=20)
    edges = [
        ("n0", "a"),
        ("a", "b"),
        ("n1", "b"),
        ("b", "n15"),
        ("top", "n0"),
        ("topmost", "top"),
        ("n2", "n3"),
    ]
    larger = embedding.place_all(de.DAG.from_edges(edges))
    assert set(larger.names[20:]) == {"a", "b", "top", "topmost"}
    for above, below in edges[:-1]:
        new = [name for name in (above, below) if name in larger.names[20:]]
        if all(not larger.placement(name).unmet for name in new):
            assert larger.contains(above, below)
    one_by_one = embedding
    for name in larger.names[20:]:
        placement = larger.placement(name)
        one_by_one = one_by_one.place(
            name, parents=list(placement.parents), children=list(placement.children)
        )
    assert one_by_one.rows.tolist() == larger.rows.tolist()
    assert embedding.place_all(de.DAG.from_edges([("n0", "n1")])).names == embedding.names
    with pytest.raises(GraphError, match=r"2 new nodes are linked to nothing.*'x'"):
        embedding.place_all(de.DAG.from_edges([("n0", "a"), ("x", "y")]))


def test_a_merged_nodes_other_names_count_as_known():
    larger = nested().place_all(de.DAG.from_edges([("beast", "cat"), ("animal", "cow")]))
    assert sorted(larger.names[4:]) == ["cat", "cow"]
    assert larger.contains("animal", ["cat", "cow"]).all()


def test_suggested_parents_are_the_smallest_disks_around_a_node():
    embedding = nested()
    assert list(embedding.suggest_parents("pug")) == [("dog", -1.0), ("animal", -2.0)]
    assert list(embedding.suggest_parents("pug", k=1).names) == ["dog"]
    assert list(embedding.suggest_parents("rock")) == []
    ring = disks("hyperboloid", count=30, threshold=0.5)
    suggested = ring.suggest_parents("n20", k=None)
    by_radius = sorted(ring.ancestors("n20").names, key=lambda name: ring.radii[ring.number(name)])
    assert list(suggested.names) == by_radius


def test_what_cannot_be_placed():
    embedding = nested()
    for name in ("dog", "beast"):
        with pytest.raises(ParameterError, match=rf"a node named '{name}' already"):
            embedding.place(name, parents="animal")
    for name in ("", 3, None):
        with pytest.raises(ParameterError, match="a name is a string"):
            embedding.place(name, parents="animal")
    with pytest.raises(ParameterError, match="'cat' was to be placed without a parent or a child"):
        embedding.place("cat")
    with pytest.raises(UnknownNameError, match=r"'animl'; did you mean 'animal'"):
        embedding.place("cat", parents=["animl"])
    with pytest.raises(ParameterError, match="'dog' was not placed, but trained"):
        embedding.placement("dog")
    with pytest.raises(ParameterError, match="k=0"):
        embedding.suggest_parents("dog", k=0)


def test_an_index_beside_the_model_is_not_the_larger_ones(tmp_path):
    embedding = disks("euclid", count=2000, seed=3)
    embedding.save(tmp_path / "m.disk")
    embedding.build_index(tmp_path / "m.disk.index", questions=5)
    larger = de.load(tmp_path / "m.disk").place("new", parents=["n0", "n1"])
    for _ in range(10):  # the index is opened when it pays
        assert "n0" in larger.ancestors("new").names
