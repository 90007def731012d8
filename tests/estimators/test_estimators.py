"""Estimators as people use them: parameters in, an embedding that knows ancestors from descendants out."""

from __future__ import annotations

import pickle
from dataclasses import fields

import numpy as np
import pytest

import diskembed as de
from diskembed.cli.fit import MODELS
from diskembed.errors import GraphError, ParameterError
from diskembed.estimators import run
from diskembed.estimators.base import ENOUGH_POSITIVES, FEWEST_EPOCHS, MOST_EPOCHS
from diskembed.geometry import registry as geometries
from diskembed.models import registry
from diskembed.training.plan import Plan

from .graphs import f1_of_all_pairs, taxonomy

FAMILIES = [
    de.DiskEmbedding,
    de.OrderEmbedding,
    de.HyperbolicCones,
    de.EuclideanCones,
    de.PoincareEmbedding,
    de.ShadowCones,
]
QUICK = {"dim": 4, "epochs": 3, "progress": False}


def disks(**parameters):
    return de.DiskEmbedding(**{"geometry": "euclid", **QUICK, **parameters})


def test_every_registered_model_has_an_estimator_and_a_name_on_the_command_line():
    made = {family().model().name for family in FAMILIES} | {disks(relative=True).model().name}
    assert made == set(registry.names())
    assert {getattr(de, name) for name in MODELS.values()} == set(FAMILIES)


@pytest.mark.parametrize("family", FAMILIES)
def test_parameters_come_and_go_in_the_manner_of_scikit_learn(family):
    estimator = family(dim=7, random_state=3)
    parameters = estimator.get_params()
    assert parameters["dim"] == 7
    assert repr(family(**parameters)) == repr(estimator)
    assert repr(estimator) == f"{family.__name__}(dim=7, random_state=3)"
    assert estimator.set_params(dim=5, epochs=2) is estimator
    assert (estimator.dim, estimator.epochs) == (5, 2)
    with pytest.raises(ParameterError, match=r"has no parameter 'epoch'; .*did you mean epochs"):
        estimator.set_params(epoch=2)
    with pytest.raises(TypeError):
        family(7)
    assert repr(pickle.loads(pickle.dumps(estimator))) == repr(estimator)


@pytest.mark.parametrize("family", FAMILIES)
def test_scikit_learn_clones_it(family):
    base = pytest.importorskip("sklearn.base", reason="scikit-learn is not installed")
    estimator = family(callbacks=[print], random_state=3, positive_rate=0.2)
    estimator.embedding_ = "fitted"
    copy = base.clone(estimator)
    assert type(copy) is family
    assert copy.get_params() == estimator.get_params()
    assert not hasattr(copy, "embedding_")
    with pytest.raises(ParameterError, match="random_state=None"):
        base.clone(estimator).set_params(random_state=None).fit(taxonomy(30))


def test_every_parameter_of_a_plan_can_be_given():
    given = {field.name for field in fields(Plan)} - {"seed"}
    assert given <= set(de.DiskEmbedding().get_params())


@pytest.mark.parametrize(
    ("parameters", "says"),
    [
        ({"dim": 1}, "dim=1; dim is a whole number of at least 2"),
        ({"geometry": "eucild"}, "did you mean euclid"),
        ({"geometry": "sphere", "relative": True}, r"relative=True with geometry='sphere'"),
        ({"nu": -1.0}, "nu=-1.0"),
        ({"epochs": -1}, "epochs=-1"),
        ({"threads": 0}, "threads=0"),
        ({"start": "middle"}, "start='middle'; one of 'graph', 'nested', 'poincare', 'random'"),
        ({"known": "all"}, "known='all'; one of 'closure', 'edges', 'nothing'"),
        ({"energy": "dark"}, "energy='dark'"),
        ({"positive_rate": float("nan")}, "positive_rate=nan"),
        ({"patience": 3}, "patience=3 without validation pairs; fit a Split, or say validation="),
        ({"random_state": -1}, "random_state=-1; a whole number of at least 0"),
        ({"start_scale": float("nan"), "start": "random"}, "start_scale=nan"),
        ({"patience": 0, "validation": 0.2}, "patience=0; a whole number of at least 1, or None"),
        ({"validation": 1.0}, "validation=1.0; a share above 0 and below 1"),
        ({"callbacks": print}, "a list of what can be called with an Epoch"),
        ({"callbacks": [3]}, r"callbacks=\[3\]"),
        ({"checkpoint": 3}, "checkpoint=3; a path"),
        ({"progress": "yes"}, "progress='yes'; True, False, or None"),
        ({"transitive": "no"}, "transitive='no'; True or False"),
        ({"memory": "1 GB"}, "memory='1 GB'; a number of bytes"),
        ({"geometry": None}, "geometry=None; the name of a geometry"),
        ({"geometry_options": 3}, "geometry_options=3; a dict"),
        (
            {"checkpoint": "x", "checkpoint_seconds": -1},
            "checkpoint_seconds=-1; a number of seconds from 0 up",
        ),
        ({"objective": "softmax", "n_below": 0, "n_above": 0, "n_up": 0, "n_down": 0}, "without negatives"),
    ],
)
def test_impossible_parameters_are_refused_with_what_is_allowed(parameters, says, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ParameterError, match=says):
        disks(**parameters).fit(taxonomy(30))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("source", [[("a", "b")], "wordnet-nouns", None])
def test_what_is_no_graph_is_refused_with_how_to_make_one(source):
    with pytest.raises(ParameterError, match="a DAG or a Split; make one"):
        disks().fit(source)


@pytest.mark.parametrize("geometry", geometries.names())
def test_disks_in_every_geometry_tell_ancestors_from_descendants(geometry):
    dag = taxonomy()
    embedding = disks(geometry=geometry, dim=6, epochs=150).fit(dag).embedding_
    assert f1_of_all_pairs(embedding, dag) > 0.9
    assert f1_of_all_pairs(embedding, dag.reversed()) < 0.05


@pytest.mark.parametrize("family", FAMILIES)
def test_every_family_learns_the_direction_that_it_was_given(family):
    dag = taxonomy()
    for graph in (dag, dag.reversed()):
        embedding = family(dim=6, progress=False, epochs=150).fit(graph).embedding_
        right, wrong = (f1_of_all_pairs(embedding, way) for way in (graph, graph.reversed()))
        assert right > 0.35
        if family is de.PoincareEmbedding and graph is not dag:
            # Points near the origin are near to all, so whoever is related to many goes there: in a taxonomy
            # the ancestors, whom the is-a score takes for the ancestors. Turned around they are the
            # descendants, and what validation can do at best is leave depth out of the score (alpha = 0).
            # Then the score is a distance, and a distance has no direction.
            assert embedding.model.alpha == 0.0
            assert right == wrong
        else:
            assert right > 2 * wrong


def test_a_reversed_graph_does_as_well_as_the_graph():
    dag = taxonomy()
    forward, backward = (disks(dim=6, epochs=150).fit(graph).embedding_ for graph in (dag, dag.reversed()))
    assert abs(f1_of_all_pairs(forward, dag) - f1_of_all_pairs(backward, dag.reversed())) < 0.05


def test_one_thread_repeats_bit_by_bit_and_seeds_differ():
    dag = taxonomy()
    first, again, other = (disks(random_state=seed).fit(dag).embedding_.rows for seed in (1, 1, 2))
    np.testing.assert_array_equal(first, again)
    assert (first != other).any()


def test_two_threads_do_as_well():
    dag = taxonomy()
    embedding = disks(dim=6, epochs=150, threads=2).fit(dag).embedding_
    assert f1_of_all_pairs(embedding, dag) > 0.9


def test_implied_pairs_are_walked_only_where_that_is_asked_for():
    assert disks().plan().walked > 0
    assert disks(walked=2).plan().walked == 2
    assert disks(transitive=False, walked=2).plan().walked == 0


def test_few_edges_get_more_epochs():
    unset = disks(epochs=None)
    assert unset.plan(positives=10**9).epochs == FEWEST_EPOCHS
    assert unset.plan(positives=ENOUGH_POSITIVES // 100).epochs == 100
    assert unset.plan(positives=1).epochs == MOST_EPOCHS
    assert unset.plan(positives=0).epochs == 1
    assert disks(epochs=7).plan(positives=1).epochs == 7


def test_history_tells_each_epoch_and_a_callback_may_stop_the_run():
    told = []
    estimator = disks(callbacks=[lambda epoch: told.append(epoch) or epoch.epoch == 2]).fit(taxonomy())
    assert list(estimator.history_) == told
    assert [epoch.epoch for epoch in told] == [1, 2]
    assert all(epoch.pairs > 0 and epoch.f1 is None for epoch in told)


def test_a_split_chooses_epoch_and_threshold_on_its_validation_pairs():
    dag = taxonomy(400)
    split = de.Split.draw(dag, percent=50, seed=0, valid=0.2, test=0.2)
    estimator = disks(dim=6, epochs=20, polish=0).fit(split)
    curve = [epoch.f1 for epoch in estimator.history_]
    origin = estimator.embedding_.provenance
    assert origin["best_epoch"] == 1 + int(np.argmax(curve))
    assert origin["threshold_from"] == "validation pairs"
    result = de.evaluate(estimator.embedding_, split)
    assert result.result.valid_f1 == pytest.approx(max(curve))
    assert result.result.threshold == estimator.embedding_.threshold


def test_patience_ends_a_run_that_gets_no_better():
    dag = taxonomy(400)
    estimator = disks(epochs=400, patience=5, validation=0.2).fit(dag)
    best, done = (estimator.embedding_.provenance[name] for name in ("best_epoch", "epochs"))
    assert done < 400
    assert done == best + 5


def test_partial_fit_goes_on_where_the_last_one_ended():
    dag = taxonomy()
    estimator = disks(epochs=1).partial_fit(dag)
    first = f1_of_all_pairs(estimator.embedding_, dag)
    before = estimator.embedding_.rows.copy()
    estimator.partial_fit(dag, epochs=100)
    assert f1_of_all_pairs(estimator.embedding_, dag) > first
    moved = np.abs(estimator.embedding_.rows - before).max()
    assert 0 < moved < np.abs(disks(epochs=1, random_state=9).fit(dag).embedding_.rows - before).max() * 50


def test_each_partial_fit_draws_other_negatives_and_all_of_them_repeat():
    dag = taxonomy()

    def fitted(*epochs):
        estimator = disks()
        pairs = []
        for count in epochs:
            estimator.partial_fit(dag, epochs=count)
            pairs += [(epoch.loss, epoch.active) for epoch in estimator.history_]
        return estimator, pairs

    (first, losses), (again, _) = fitted(1, 1, 1), fitted(1, 1, 1)
    np.testing.assert_array_equal(first.embedding_.rows, again.embedding_.rows)
    assert first.epochs_ == 3
    assert first.fit(dag).epochs_ == QUICK["epochs"]
    seeds = [first.embedding_.provenance["plan"]["seed"]]
    seeds += [first.partial_fit(dag).embedding_.provenance["plan"]["seed"] for _ in range(2)]
    assert len({*seeds, *losses}) == 6


def test_a_warm_start_that_knows_every_node_needs_no_other(monkeypatch):
    dag = taxonomy()
    older = disks().fit(dag).embedding_
    monkeypatch.setattr(run, "start_rows", None)
    disks().fit(dag, warm_start=older)
    grown = de.DAG.from_edges([("n3", "new"), ("new", "newer")], nodes=list(dag.names))
    disks().fit(grown, warm_start=older)
    with pytest.raises(TypeError):
        disks().fit(de.DAG.from_edges([("elsewhere", "n3")]), warm_start=older)


def test_a_warm_start_from_another_space_is_refused():
    """Rows of the sphere are as wide as those of the hyperboloid."""
    dag = taxonomy(30)
    older = disks(geometry="hyperboloid").fit(dag).embedding_
    for geometry, options in (("sphere", {}), ("hyperboloid", {"curvature": -0.5})):
        with pytest.raises(ParameterError, match="in the same space"):
            disks(geometry=geometry, geometry_options=options).fit(dag, warm_start=older)
    disks(geometry="hyperboloid", nu=0.2).fit(dag, warm_start=older)


def test_a_grown_graph_starts_warm_from_the_older_embedding():
    dag = taxonomy()
    older = disks(dim=6, epochs=150).fit(dag).embedding_
    edges = [(dag.names[int(a)], dag.names[int(b)]) for a, b in zip(*dag.edges(), strict=True)]
    grown = de.DAG.from_edges([*edges, ("n3", "new"), ("new", "newer"), ("elsewhere", "newest")])
    warm = disks(dim=6, epochs=1, negative_rate=1e-9, positive_rate=1e-9).fit(grown, warm_start=older)
    embedding = warm.embedding_
    for name in ("n0", "n5", "n119"):
        np.testing.assert_allclose(
            embedding.rows[embedding.number(name)], older.rows[older.number(name)], atol=1e-4
        )
    np.testing.assert_allclose(
        embedding.rows[embedding.number("newer")], older.rows[older.number("n3")], atol=1e-4
    )
    trained = disks(dim=6, epochs=60).fit(grown, warm_start=older).embedding_
    assert f1_of_all_pairs(trained, grown) > 0.9
    with pytest.raises(ParameterError, match="the same model with the same dimension in the same space"):
        disks(dim=5).fit(grown, warm_start=older)


@pytest.mark.parametrize("start", ["random", "poincare", "graph"])
def test_every_start_leads_somewhere(start):
    dag = taxonomy()
    embedding = disks(geometry="hyperboloid", dim=6, epochs=100, start=start).fit(dag).embedding_
    assert f1_of_all_pairs(embedding, dag) > 0.8


def test_a_start_that_a_model_does_not_have_is_refused():
    for family, start in ((de.PoincareEmbedding, "graph"), (de.OrderEmbedding, "poincare")):
        with pytest.raises(ParameterError, match="cannot start from"):
            family(start=start, **QUICK).fit(taxonomy(30))


# -- graphs with hardly anything in them ---------------------------------------------------------------


def test_an_empty_graph_is_refused():
    with pytest.raises(GraphError, match="the graph is empty"):
        disks().fit(de.DAG.from_edges([]))


@pytest.mark.parametrize("geometry", ["euclid", "sphere", "hyperboloid"])
@pytest.mark.parametrize("count", [1, 2, 50])
def test_nodes_without_edges_contain_nothing(geometry, count):
    dag = de.DAG.from_edges([], nodes=[f"n{i}" for i in range(count)])
    embedding = disks(geometry=geometry, epochs=None).fit(dag).embedding_
    assert all(len(embedding.descendants(i)) == 0 for i in range(count))


def test_a_model_that_cannot_start_without_edges_says_so():
    with pytest.raises(GraphError, match="the graph of 1 node has no edge; poincare needs at least one"):
        de.PoincareEmbedding(**QUICK).fit(de.DAG.from_edges([], nodes=["alone"]))


def test_a_million_isolated_nodes_and_an_edge():
    n = 1_000_000
    dag = de.DAG.from_arrays([0], [1], n_nodes=n)
    embedding = disks(dim=3, epochs=None).fit(dag).embedding_
    assert len(embedding) == n
    assert np.isfinite(embedding.rows).all()
    assert embedding.contains(0, 1)
    assert embedding.protrusion(0, 1) < embedding.protrusion(1, 0)


def test_one_edge_and_two_components():
    embedding = disks(epochs=None).fit(de.DAG.from_edges([("a", "b")])).embedding_
    assert embedding.contains("a", "b")
    assert not embedding.contains("b", "a")
    dag = de.DAG.from_edges([("a", "b"), ("b", "c"), ("x", "y"), ("y", "z")])
    assert f1_of_all_pairs(disks(epochs=None).fit(dag).embedding_, dag) == 1.0
