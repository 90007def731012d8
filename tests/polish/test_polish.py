"""Polishing against a naive twin, and what it promises: better rows, no rival that is worse, a way out."""

from __future__ import annotations

import numpy as np
import pytest

from diskembed.embedding import Embedding
from diskembed.errors import ParameterError
from diskembed.estimators import rivals
from diskembed.estimators.families import DiskEmbedding, PoincareEmbedding
from diskembed.graph.dag import DAG
from diskembed.models import registry
from diskembed.models.disks import Disks
from diskembed.polish import polished
from diskembed.polish.mining import false_pairs
from diskembed.polish.steps import Force, pass_over
from diskembed.training.material import Material
from diskembed.training.rows import WORK_ROWS

GEOMETRIES = ["euclid", "sphere", "hyperboloid"]
LENGTHS = {"euclid": 0.78, "sphere": 0.16, "hyperboloid": 0.47}


def tangled(n=300, seed=0):
    """Two parents a node: no forest holds nearly all of its pairs."""
    rng = np.random.default_rng(seed)
    below = np.repeat(np.arange(5, n), 2)
    return DAG.from_arrays(rng.integers(0, below), below)


def trained(geometry, dag, **options):
    options = {"dim": 5, "epochs": 15, "polish": 0, "progress": False, **options}
    return DiskEmbedding(geometry=geometry, **options).fit(dag).embedding_


def implied(dag):
    closure = dag.closure().to_csr()
    below = np.repeat(np.arange(len(dag)), np.diff(closure.indptr))
    return set(zip(closure.indices.tolist(), below.tolist(), strict=True))


def f1(model, rows, dag):
    """Of all pairs at the border, by definition."""
    scores = model.score(rows[:, None], rows[None, :])
    told = scores <= 0.0
    np.fill_diagonal(told, False)
    found = set(zip(*(part.tolist() for part in np.nonzero(told)), strict=True))
    true = implied(dag)
    return 2 * len(found & true) / (len(found) + len(true))


@pytest.mark.parametrize("geometry", GEOMETRIES)
def test_false_pairs_are_those_that_the_definition_finds(geometry):
    dag = tangled()
    embedding = trained(geometry, dag, epochs=3)
    columns = np.random.default_rng(1).permutation(len(dag))[:90]
    near = 0.4 * LENGTHS[geometry]
    scores = embedding.model.score(embedding.rows[:, None], embedding.rows[None, columns])
    above, place = np.nonzero(scores <= near)
    expected = set(zip(above.tolist(), columns[place].tolist(), strict=True)) - implied(dag)
    expected -= {(v, v) for v in range(len(dag))}
    material = Material.of(dag)
    found = false_pairs(embedding.model, embedding.rows, material.graph, columns, near)
    assert len(found) == len(set(map(tuple, found.tolist())))
    extra = set(map(tuple, found.tolist())) - expected
    assert expected <= set(map(tuple, found.tolist()))
    assert all(abs(embedding.model.score(*embedding.rows[list(pair)]) - near) < 1e-3 for pair in extra)
    assert len(expected) > 30


@pytest.mark.parametrize("geometry", GEOMETRIES)
def test_a_pass_is_the_naive_pass(geometry):
    dag, rng = tangled(), np.random.default_rng(2)
    embedding = trained(geometry, dag, epochs=3)
    model, rows = embedding.model, np.array(embedding.rows)
    true = rng.permutation(sorted(implied(dag)))[:200]
    false = false_pairs(model, rows, Material.of(dag).graph, np.arange(len(dag)), 0.1)[:200]
    pairs = np.concatenate([true, false]).astype(np.int32)
    order = rng.permutation(len(pairs)).astype(np.int32)
    force = Force(0.3, 0.1, 0.01, 0.04, 0.05)
    expected = naive_pass(model, rows.copy(), force, pairs, len(true), order)
    above, below = np.ascontiguousarray(pairs[:, 0]), np.ascontiguousarray(pairs[:, 1])
    work = np.zeros((WORK_ROWS, model.width))
    model.compile(pass_over)(rows, model.space, model.knobs, force, above, below, len(true), order, work)
    np.testing.assert_allclose(rows, expected, rtol=1e-6, atol=1e-9)
    assert (rows != embedding.rows).any()


def naive_pass(model, rows, force, pairs, true_ones, order):
    """In the words of the docstrings: centres along their geodesic, radii by nu."""
    home = model.home
    for i in order:
        u, v = pairs[i]
        score = float(model.score(rows[u], rows[v]))
        violation = score + force.positive_margin if i < true_ones else force.negative_margin - score
        if violation <= 0:
            continue
        rate = force.positive_rate if i < true_ones else -force.negative_rate
        wished = rate * violation / (1 + (violation / force.softness) ** 2)
        amount = wished / (2 + 2 * model.nu)
        x, y = rows[u, :-1].copy(), rows[v, :-1].copy()
        d = float(home.distance(x, y))
        step = min(amount, d / 2) / d
        rows[u, :-1] = home.exp(x, step * home.log(x, y))
        rows[v, :-1] = home.exp(y, step * home.log(y, x))
        rows[u, -1] += model.nu * amount
        rows[v, -1] -= model.nu * amount
    return rows


def test_a_small_step_mends_its_share_of_a_violation():
    model, force = Disks(3, "euclid", nu=0.5), Force(0.25, 0.1, 0.0, 0.0, 10.0)
    rows = np.array([[0.0, 0.0, 1.0], [2.0, 0.0, 0.2]])
    before = float(model.score(rows[0], rows[1]))
    one, work = np.zeros(1, np.int32), np.zeros((WORK_ROWS, model.width))
    kernel = model.compile(pass_over)
    kernel(rows, model.space, model.knobs, force, one, one + 1, 1, one, work)
    share = 0.25 / (1 + (before / 10.0) ** 2)
    assert float(model.score(rows[0], rows[1])) == pytest.approx(before * (1 - share), rel=1e-12)


@pytest.mark.parametrize("geometry", GEOMETRIES)
@pytest.mark.parametrize("turned", [False, True])
def test_polished_rows_are_better(geometry, turned):
    dag = tangled().reversed() if turned else tangled()
    embedding = trained(geometry, dag)
    better = polished(embedding.model, embedding.rows, Material.of(dag), length=LENGTHS[geometry], rounds=40)
    before, after = (f1(embedding.model, rows, dag) for rows in (embedding.rows, better))
    assert after > before + 0.25 * (1 - before)


def test_it_repeats_itself_and_leaves_the_rows_alone():
    dag = tangled()
    embedding = trained("euclid", dag)
    rows = np.array(embedding.rows)
    first, second = (
        polished(embedding.model, rows, Material.of(dag), length=0.78, rounds=5, seed=3) for _ in range(2)
    )
    np.testing.assert_array_equal(first, second)
    np.testing.assert_array_equal(rows, embedding.rows)


def test_it_ends_when_it_is_told_to():
    dag, heard = tangled(), []
    embedding = trained("euclid", dag)
    settings = {"length": 0.78, "rounds": 30}
    polished(
        embedding.model,
        embedding.rows,
        Material.of(dag),
        **settings,
        tell=lambda done: heard.append(done) or done == 4,
    )
    assert heard == [1, 2, 3, 4]


def test_without_lifts_nothing_is_polished():
    dag = tangled(40)
    model = registry.make("disks", 4, geometry="simplex")
    rows = model.random(len(dag), np.random.default_rng(0), 0.1)
    assert polished(model, rows, Material.of(dag), length=0.78, rounds=2) is None


@pytest.mark.parametrize("edges", [[], ["ab"], ["ab", "ac", "bc"]])
def test_small_graphs(edges):
    dag = DAG.from_edges([tuple(pair) for pair in edges], nodes="abcd")
    embedding = DiskEmbedding(dim=3, epochs=5, polish=3, progress=False).fit(dag).embedding_
    assert np.isfinite(embedding.rows).all()


def test_fit_polishes_by_itself_and_says_so():
    dag = tangled()
    plain, whole = (
        DiskEmbedding(dim=5, epochs=15, polish=polish, progress=False).fit(dag).embedding_
        for polish in (0, None)
    )
    assert plain.provenance["construction"] == "trained"
    assert whole.provenance["construction"] == "polished"
    assert f1(whole.model, whole.rows, dag) > f1(plain.model, plain.rows, dag)


def test_what_is_polished_worse_is_not_kept(monkeypatch):
    monkeypatch.setattr(rivals, "polished", lambda model, rows, *rest, **options: rows[::-1].copy())
    embedding = DiskEmbedding(dim=5, epochs=15, progress=False).fit(tangled()).embedding_
    assert embedding.provenance["construction"] == "trained"


@pytest.mark.parametrize(
    "options",
    [{"transitive": False}, {"epochs": 0}, {"known": "edges"}],
    ids=lambda options: next(iter(options)),
)
def test_it_is_usual_only_where_all_that_is_implied_is_learnt(options, monkeypatch):
    monkeypatch.setattr(rivals, "polished", lambda *rest, **more: pytest.fail("polished"))
    DiskEmbedding(dim=4, progress=False, **{"epochs": 2, **options}).fit(tangled(60))
    PoincareEmbedding(dim=4, epochs=2, progress=False).fit(tangled(60))


def test_strict_polishing_takes_the_edges_alone():
    """Pairs that the edges imply are neither drawn in nor pushed out."""
    dag = tangled()
    embedding = trained("euclid", dag, transitive=False)
    better = polished(
        embedding.model, embedding.rows, Material.of(dag), length=0.78, rounds=20, transitive=False
    )
    above, below = dag.edges()
    before, after = (
        (embedding.model.score(rows[above], rows[below]) <= 0).mean() for rows in (embedding.rows, better)
    )
    assert after >= before
    assert isinstance(embedding, Embedding)


def test_rounds_are_checked():
    for wrong in (-1, 1.5, True):
        with pytest.raises(ParameterError, match="polish="):
            DiskEmbedding(polish=wrong).fit(tangled(20))


@pytest.mark.parametrize("known", ["edges", "nothing"])
def test_where_the_closure_is_not_known_it_is_refused(known):
    with pytest.raises(ParameterError, match="only known where the closure is"):
        DiskEmbedding(polish=3, known=known).fit(tangled(20))


def test_what_has_no_lengths_is_not_polished():
    with pytest.raises(ParameterError, match="polish=3 for poincare"):
        PoincareEmbedding(polish=3).fit(tangled(20))
    assert PoincareEmbedding(polish=0, epochs=1, progress=False).fit(tangled(20)).embedding_ is not None
