"""The rule as SQL gives the engine's answers, on all pairs, in every geometry, in real databases."""

from dataclasses import replace

import numpy as np
import pytest

import diskembed as de
from diskembed.embedding import Embedding
from diskembed.errors import ParameterError
from diskembed.exchange.content import Content
from diskembed.geometry import registry as geometries
from diskembed.graph.names import Names
from diskembed.models import registry
from diskembed.query import lifts
from embeddings import nested

from .databases import QUERY, duckdb, postgres_server, sqlite

GEOMETRIES = [home for name in geometries.names() for home, _ in geometries.examples(name)]
CASES = [(home, cutoff) for home in GEOMETRIES for cutoff in (None, 0.3, -0.2)]
IDS = [f"{home.name}-{home.n}-{number // 3}-{cutoff}" for number, (home, cutoff) in enumerate(CASES)]


@pytest.fixture(scope="module")
def postgres():
    with postgres_server() as server:
        yield server


@pytest.fixture(params=["sqlite", "duckdb", "pgvector"])
def database(request):
    """A format's name, and what runs its scripts."""
    if request.param == "pgvector":
        return request.param, request.getfixturevalue("postgres")
    return request.param, {"sqlite": sqlite, "duckdb": duckdb}[request.param]


def crowd(home, cutoff, count=24):
    """Nested, overlapping, coincident, equal and touching disks, large ones inside of small ones' reach."""
    rng = np.random.default_rng(home.n)
    points = home.random(count, rng, scale=0.7)
    radii = rng.uniform(-0.5, 2.5, count)
    points[1], radii[1] = points[0], radii[0]
    points[2] = points[0]
    radii[3] = radii[4] + home.distance(points[3], points[4]) + 1e-9
    radii[5] = radii[6] + home.distance(points[5], points[6]) - 1e-9
    radii[7] = radii[8] + min(home.diameter, 9.0)
    model = registry.make("disks", home.n + 1, geometry=home.name, geometry_options=home.options)
    names = Names.from_strings(f"n{i}" for i in range(count))
    return Embedding(names, np.column_stack([points, radii]), model, cutoff)


def answers(embedding):
    n = len(embedding)
    above, below = (side.ravel() for side in np.indices((n, n)))
    different = above != below
    above, below = above[different], below[different]
    inside, scores = embedding.contains(above, below), embedding.protrusion(above, below)
    names = list(embedding.names)
    return {
        (names[a], names[b]): score
        for a, b, yes, score in zip(above.tolist(), below.tolist(), inside, scores.tolist(), strict=True)
        if yes
    }


def check(embedding, database, folder):
    name, run = database
    (script,) = embedding.export(folder / "m.sql", to=name)
    rows = run(script)
    found = {(above, below): protrusion for above, below, protrusion in rows}
    expected = answers(embedding)
    assert len(found) == len(rows)
    assert found.keys() == expected.keys()
    for pair, protrusion in found.items():
        assert protrusion == pytest.approx(expected[pair], rel=1e-9, abs=1e-9)
    return expected


@pytest.mark.parametrize(("home", "cutoff"), CASES, ids=IDS)
def test_sql_answers_are_the_engines(home, cutoff, database, tmp_path):
    assert check(crowd(home, cutoff), database, tmp_path)


@pytest.mark.parametrize("cutoff", [None, 0.3, -0.2])
def test_relative_disks(cutoff, database, tmp_path):
    embedding = crowd(geometries.make("euclid", 2), cutoff)
    rows = np.abs(embedding.rows) + np.array([0.0, 0.0, 0.1])
    check(replace(embedding, rows=rows, model=registry.make("relative-disks", 3)), database, tmp_path)


def test_a_fitted_graph(database, tmp_path):
    dag = de.datasets.load("wordnet-mammals").below("carnivore.n.01")
    model = de.DiskEmbedding(geometry="hyperboloid", dim=5, epochs=30, progress=False, random_state=0)
    assert len(check(model.fit(dag).embedding_, database, tmp_path)) > len(dag)


def test_rounded_rows(database, tmp_path):
    embedding = crowd(geometries.make("hyperboloid", 3), 0.1)
    check(replace(embedding, rows=embedding.rows.astype(np.float32)), database, tmp_path)


def test_names_are_quoted(database, tmp_path):
    embedding = nested()
    names = ["it's", "a; DROP TABLE disk; --", 'the "dog"\n:x \\', "犬 🐕"]
    check(replace(embedding, names=Names.from_strings(names), members_of={}), database, tmp_path)


def test_nobody_and_one(database, tmp_path):
    embedding = crowd(geometries.make("sphere", 2), None)
    for count in (0, 1):
        few = replace(embedding, names=embedding.names[:count], rows=embedding.rows[:count])
        assert check(few, database, tmp_path) == {}


def test_without_the_side_condition_the_reverse_would_be_taken():
    """What the rule's r >= s is for: the product alone accepts both of a nested pair."""
    embedding = crowd(geometries.make("euclid", 2), None)
    found = lifts.Lifts.of(embedding.model, embedding.rows, 0.0)
    both = (found.A @ found.B.T >= 0) & (found.A @ found.B.T >= 0).T
    assert both.sum() > 2 * len(embedding)


@pytest.mark.parametrize("side", ["ancestor", "descendant"])
def test_a_question_as_the_script_shows_it(database, tmp_path, side, monkeypatch):
    name, run = database
    embedding = crowd(geometries.make("euclid", 3), 0.2)
    (script,) = embedding.export(tmp_path / "m.sql", to=name)
    module = __import__(run.__module__, fromlist=["QUERY"]) if hasattr(run, "__module__") else None
    monkeypatch.setattr(module, "QUERY", f"{QUERY} WHERE {side} = 'n5' ORDER BY protrusion")
    matches = embedding.descendants("n5") if side == "ancestor" else embedding.ancestors("n5")
    other = 1 if side == "ancestor" else 0
    assert [row[other] for row in run(script)] == list(matches.names)


def test_what_has_no_rule(tmp_path):
    order = registry.make("order", 2)
    embedding = Embedding(Names.from_strings("ab"), np.ones((2, 2)), order, 0.1)
    for format_ in ("sqlite", "duckdb", "pgvector"):
        with pytest.raises(ParameterError, match=r"order was to be exported.*containment of disks"):
            embedding.export(tmp_path / "m.sql", to=format_)
        named = replace(nested(), names=Names.from_strings(["a\0b", "c", "d", "e"]), members_of={})
        with pytest.raises(ParameterError, match="holds a NUL"):
            named.export(tmp_path / "m.sql", to=format_)
    assert not list(tmp_path.iterdir())


def test_where_there_are_no_lifts_the_distance_decides():
    embedding = crowd(geometries.make("cube", 2), None)
    assert Content(embedding.names, embedding.rows, embedding.model, 0.0).lifts is None
