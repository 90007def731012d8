"""The engines' answers are those of the scores, on every pair."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as nps

from diskembed import datasets
from diskembed.errors import ParameterError
from diskembed.estimators.families import DiskEmbedding
from diskembed.geometry import registry as geometries
from diskembed.models import registry
from diskembed.query import choosing, exact, indexed
from diskembed.query.choosing import Choosing
from diskembed.query.engine import Plain
from diskembed.query.exact import Exact
from diskembed.query.indexed import Indexed
from diskembed.query.lanes import LANES
from diskembed.query.lifts import Lifts
from query.scenes import LIFTED, Scene, nested, rows_of, scenes, unlifted

SCENES = scenes()
ENGINES = {"exact": Exact.of, "indexed": Indexed.of}


def pairs_of(engine, threads=1):
    blocks = list(engine.pairs(threads))
    above, below = (np.concatenate([block[i] for block in blocks] or [[]]) for i in (0, 1))
    return np.column_stack([above, below]).astype(np.int64)


def expected_pairs(inside):
    inside = inside.copy()
    np.fill_diagonal(inside, val=False)
    return np.argwhere(inside)


def check(scene, engine):
    inside, n = scene.inside(), len(scene.rows)
    found = pairs_of(engine)
    assert np.array_equal(found[np.lexsort(found.T[::-1])], expected_pairs(inside))
    above, below = np.repeat(np.arange(n), n), np.tile(np.arange(n), n)
    assert np.array_equal(engine.contains(above, below), inside.ravel())
    plain = Plain(scene.model, scene.rows, scene.cutoff)
    for node in range(n):
        for side in ("ancestors", "descendants"):
            numbers, scores = engine.matching(node, side)
            wanted, theirs = plain.matching(node, side)
            assert numbers.tolist() == wanted.tolist()
            assert scores.tolist() == theirs.tolist()


@pytest.mark.parametrize("kind", ENGINES)
@pytest.mark.parametrize("scene", SCENES, ids=str)
@pytest.mark.filterwarnings("ignore:overflow encountered")
def test_answers_are_those_of_the_scores(scene, kind):
    engine = ENGINES[kind](scene.model, scene.rows, scene.cutoff)
    assert engine is not None
    check(scene, engine)


@pytest.mark.parametrize("scene", list(unlifted()), ids=str)
def test_without_a_lift_all_are_scored(scene, monkeypatch):
    assert Exact.of(scene.model, scene.rows, scene.cutoff) is None
    assert Indexed.of(scene.model, scene.rows, scene.cutoff) is None
    monkeypatch.setattr(choosing, "FEW_NODES", 0)
    check(scene, Choosing(scene.model, scene.rows, scene.cutoff))


@pytest.fixture(scope="module", params=["wordnet-mammals", "schema-org"])
def graph(request):
    return datasets.load(request.param)


@pytest.mark.parametrize("geometry", geometries.names())
def test_every_pair_of_a_trained_graph(graph, geometry):
    estimator = DiskEmbedding(geometry=geometry, dim=5, epochs=3, random_state=0, progress=False)
    embedding = estimator.fit(graph).embedding_
    scene = Scene(geometry, embedding.model, embedding.rows, embedding.cutoff)
    wanted = expected_pairs(scene.inside())
    assert len(wanted) > 500
    parts = scene.model, scene.rows, scene.cutoff
    engines = [Exact.of(*parts), Indexed.of(*parts)] if geometry in LIFTED else [Plain(*parts)]
    for engine in (*engines, embedding.engine):
        found = pairs_of(engine, threads=2)
        assert np.array_equal(found[np.lexsort(found.T[::-1])], wanted)


COORDINATES = st.floats(-4, 4, width=32) | st.sampled_from([0.0, 0.5, 1.0, 1e-7, np.pi, -np.pi, 3.5])


@settings(max_examples=150)
@given(
    st.sampled_from(LIFTED),
    nps.arrays(np.float64, (9, 3), elements=COORDINATES),
    nps.arrays(np.float64, 9, elements=COORDINATES),
    st.sampled_from([0.0, 0.25, -1.0, 7.0]),
)
def test_any_disks(geometry, points, radii, cutoff):
    model = registry.make("disks", 4 if geometry == "euclid" else 3, geometry=geometry)
    rows = np.column_stack([model.home.project(points), radii])
    scene = Scene(geometry, model, rows, cutoff)
    for of in ENGINES.values():
        engine = of(model, rows, cutoff)
        if engine is not None:
            check(scene, engine)


def test_most_pairs_need_no_score():
    """Else nothing would be gained: of disks of one size, one in a thousand is too close to call."""
    rng = np.random.default_rng(0)
    for geometry in LIFTED:
        model = registry.make("disks", 6, geometry=geometry)
        rows = model.random(300, rng, 1.0)
        lifts = Lifts.of(model, rows, 0.0)
        products = lifts.A.astype(np.float32) @ lifts.B.astype(np.float32).T
        assert (np.abs(products) <= lifts.single).mean() < 1e-3 + 1 / 300


@pytest.mark.parametrize("geometry", LIFTED)
def test_few_pairs_of_a_nested_forest_need_a_score(geometry):
    """Products tell nothing about siblings far smaller than the largest disk; distances do."""
    dag = datasets.load("wordnet-mammals")
    fit = DiskEmbedding(geometry=geometry, dim=5, start="nested", epochs=0, progress=False).fit(dag)
    embedding = fit.embedding_
    n, lifts = len(dag), Lifts.of(embedding.model, embedding.rows, embedding.cutoff)
    open_ = np.argwhere(np.abs(lifts.A @ lifts.B.T) <= lifts.single)
    assert len(open_) > 1.1 * n
    apart = open_[open_[:, 0] != open_[:, 1]]
    assert (lifts.measured().signs(*apart.T) == 0).mean() < 1e-3
    scene = Scene(geometry, embedding.model, embedding.rows, embedding.cutoff)
    for of in ENGINES.values():
        check(scene, of(scene.model, scene.rows, scene.cutoff))


@settings(max_examples=40)
@given(
    st.sampled_from(LIFTED),
    st.integers(0, 2**32 - 1),
    st.integers(1, 60),
    st.floats(0.4, 5.0),
    st.sampled_from([2, 3, 7]),
)
def test_any_nested_forest(geometry, seed, count, shrinking, dim):
    model = registry.make("disks", dim, geometry=geometry)
    rows = nested(model, count, np.random.default_rng(seed), shrinking)
    for of in ENGINES.values():
        check(Scene("nested", model, rows, 0.0), of(model, rows, 0.0))


@pytest.mark.parametrize("geometry", LIFTED)
@pytest.mark.parametrize("lower", [0.0, 1e-9, 0.3, 20.0])
def test_an_index_answers_below_its_own_cutoff(geometry, lower):
    model = registry.make("disks", 4, geometry=geometry)
    rows = rows_of(model, 60, np.random.default_rng(3))
    check(Scene("lower", model, rows, 0.4 - lower), replace(Indexed.of(model, rows, 0.4), cutoff=0.4 - lower))


def test_one_tree_is_enough_for_all_pairs(monkeypatch):
    monkeypatch.setattr(choosing, "TREE_FROM", 2)
    for scene in SCENES:
        found = pairs_of(Choosing(scene.model, scene.rows, scene.cutoff), threads=2)
        assert np.array_equal(found[np.lexsort(found.T[::-1])], expected_pairs(scene.inside()))


@pytest.mark.parametrize("scene", SCENES[::5], ids=str)
def test_products_lie_within_their_band(scene):
    """Of the product of the same lifts in extended precision, in any order of summation."""
    lifts = Lifts.of(scene.model, scene.rows, scene.cutoff)
    truth = lifts.A.astype(np.longdouble) @ lifts.B.astype(np.longdouble).T
    single = lifts.A.astype(np.float32), lifts.B.astype(np.float32)
    for order in (slice(None), slice(None, None, -1)):
        products = np.zeros(truth.shape, np.float32)
        for k in np.arange(lifts.A.shape[1])[order]:
            products += single[0][:, k, None] * single[1][:, k]
        assert np.abs(products - truth).max() <= lifts.single - lifts.double
    np.testing.assert_allclose(np.linalg.norm(lifts.A, axis=1), 1, rtol=1e-14)
    np.testing.assert_allclose(np.linalg.norm(lifts.B, axis=1), 1, rtol=1e-14)


def test_blocks_and_threads_do_not_show(monkeypatch):
    scene = next(scene for scene in SCENES if scene.name == "sphere6-beyond")
    engine = Exact.of(scene.model, scene.rows, scene.cutoff)
    wanted = pairs_of(engine)
    assert np.array_equal(pairs_of(engine, threads=3), wanted)
    for chunk, room in ((8, 1 << 20), (16, 5), (1024, 40)):
        monkeypatch.setattr(exact, "CHUNK", chunk)
        monkeypatch.setattr(exact, "ROOM", room)
        found = pairs_of(engine)
        assert np.array_equal(found[np.lexsort(found.T)], wanted[np.lexsort(wanted.T)])
        assert np.array_equal(pairs_of(engine, threads=2), found)


def test_little_room_does_not_show(monkeypatch):
    scene = next(scene for scene in SCENES if scene.name == "euclid6-beyond")
    engine = Indexed.of(scene.model, scene.rows, scene.cutoff)
    wanted = engine.candidates(np.arange(len(scene.rows)), "ancestors")
    monkeypatch.setattr(indexed, "ROOM", LANES)
    monkeypatch.setattr(indexed, "MOST_ROOM", 1)
    for ours, theirs in zip(engine.candidates(np.arange(len(scene.rows)), "ancestors"), wanted, strict=True):
        assert ours.tolist() == theirs.tolist()
    check(scene, engine)


def test_many_questions_at_once():
    for scene in SCENES[:6]:
        parts = scene.model, scene.rows, scene.cutoff
        nodes = np.arange(len(scene.rows))[::-1]
        for side in ("ancestors", "descendants"):
            plain = Plain(*parts)
            for engine in (Exact.of(*parts), Indexed.of(*parts)):
                place, other = engine.candidates(nodes, side)
                for i, node in enumerate(nodes.tolist()):
                    found = engine.best_of(node, other[place == i], side)[0]
                    assert found.tolist() == plain.matching(node, side)[0].tolist()


def test_an_engine_is_chosen_by_what_is_asked(monkeypatch):
    scene = SCENES[0]
    monkeypatch.setattr(choosing, "FEW_NODES", 10)
    engine = Choosing(scene.model, scene.rows, scene.cutoff)
    check(scene, engine)
    assert isinstance(engine.best, Exact)
    assert engine.index is None
    few = Choosing(scene.model, scene.rows[:5], scene.cutoff)
    assert isinstance(few.best, Plain)


def test_threads_are_checked():
    from diskembed.query.threads import checked_threads

    assert checked_threads(None) >= 1
    assert checked_threads(3) == 3
    for threads in (0, -1, True, 1.5, "2"):
        with pytest.raises(ParameterError, match="threads="):
            checked_threads(threads)
