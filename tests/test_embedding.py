"""The fitted thing: what it answers, and what it refuses."""

from dataclasses import replace

import numpy as np
import pytest

from diskembed.embedding import Embedding, load
from diskembed.errors import GraphError, ParameterError, UnknownNameError
from diskembed.graph.names import Names
from diskembed.models import registry
from embeddings import CASES, IDS, embedding_of, nested


def naive_score(embedding, above, below):
    """One pair alone."""
    rows = embedding.rows.astype(np.float64)
    if embedding.rows.dtype == np.float32:
        rows = embedding.model.project(rows)
    return float(embedding.model.score(rows[above : above + 1], rows[below : below + 1])[0])


def naive_matches(embedding, node, side):
    found = []
    for other in range(len(embedding)):
        pair = (other, node) if side == "ancestors" else (node, other)
        score = naive_score(embedding, *pair)
        if other != node and score <= embedding.cutoff:
            found.append((score, other))
    return [(embedding.names[other], score) for score, other in sorted(found)]


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize(("model", "rows"), CASES, ids=IDS)
def test_answers_are_those_of_pairs_taken_one_by_one(model, rows, dtype):
    embedding = embedding_of(model, rows.astype(dtype))
    n = len(embedding)
    pairs = [(a, b) for a in range(n) for b in range(n)]
    expected = [naive_score(embedding, a, b) for a, b in pairs]
    above, below = ([f"n{pair[side]}" for pair in pairs] for side in (0, 1))
    np.testing.assert_allclose(embedding.protrusion(above, below), expected, rtol=1e-12, atol=1e-12)
    inside = embedding.contains(above, below)
    assert inside.tolist() == (embedding.protrusion(above, below) <= embedding.cutoff).tolist()
    for node in (0, n // 2, n - 1):
        for side in ("ancestors", "descendants"):
            matches = getattr(embedding, side)(node)
            wanted = naive_matches(embedding, node, side)
            assert sorted(matches.names) == sorted(name for name, _ in wanted)
            np.testing.assert_allclose(matches.scores, [score for _, score in wanted], rtol=1e-12, atol=1e-12)


def test_nested_disks():
    embedding = nested()
    assert len(embedding) == 4
    assert embedding.protrusion("animal", "dog") == -1.0
    assert embedding.protrusion("animal", ["dog", "rock"]).tolist() == [-1.0, 6.0]
    assert embedding.protrusion(["animal", "dog"], ["dog", "rock"]).tolist() == [-1.0, 7.0]
    assert embedding.protrusion(["animal", "dog"], "pug").tolist() == [-2.0, -1.0]
    assert embedding.contains("animal", "dog") is True
    assert embedding.contains("dog", "animal") is False
    assert embedding.contains("animal", ["dog", "rock"]).tolist() == [True, False]
    assert list(embedding.ancestors("pug")) == [("animal", -2.0), ("dog", -1.0)]
    assert list(embedding.descendants("animal")) == [("pug", -2.0), ("dog", -1.0)]
    assert list(embedding.descendants("animal", k=1)) == [("pug", -2.0)]
    assert list(embedding.descendants("animal", k=9)) == list(embedding.descendants("animal"))
    assert list(embedding.descendants("rock")) == []
    assert embedding.centers.tolist() == [[9.0], [0.0], [1.0], [1.5]]
    assert embedding.radii.tolist() == [1.0, 4.0, 2.0, 0.5]
    assert repr(embedding).startswith("Embedding(4 nodes, Disks(dim=2, geometry='euclid'")


def test_numbers_do_for_names():
    embedding = nested()
    rock, animal, dog, pug = range(4)
    assert embedding.number("dog") == dog
    assert embedding.protrusion(animal, dog) == embedding.protrusion("animal", "dog") == -1.0
    assert embedding.protrusion(np.array([animal, dog]), "pug").tolist() == [-2.0, -1.0]
    assert embedding.protrusion(embedding.names, "pug").tolist() == [7.0, -2.0, -1.0, 0.0]
    assert list(embedding.ancestors(np.int64(pug))) == list(embedding.ancestors("pug"))
    assert list(embedding.descendants(rock)) == []
    assert embedding.protrusion([], "pug").tolist() == []
    assert embedding.contains([], []).tolist() == []


def test_members_of_a_collapsed_cycle_stay_themselves(tmp_path):
    nested().save(tmp_path / "m.disk")
    for embedding in (nested(), load(tmp_path / "m.disk")):
        assert embedding.number("beast") == embedding.number("animal") == 1
        assert embedding.members("beast") == ["animal", "beast"]
        assert embedding.members("dog") == ["dog"]
        assert embedding.contains("beast", "pug") is True
        assert "animal" in embedding.ancestors("pug")


def test_the_threshold_decides_before_the_geometry():
    deep = nested(threshold=-1.5)
    assert deep.cutoff == -1.5
    assert deep.contains("animal", ["dog", "pug"]).tolist() == [False, True]
    assert list(deep.descendants("animal")) == [("pug", -2.0)]
    assert deep.contains("dog", "dog") is False
    wide = replace(deep, threshold=np.float64(6.0))
    assert list(wide.descendants("animal").names) == ["pug", "dog", "rock"]
    assert "animal" not in wide.descendants("animal")


def test_a_model_without_a_border_needs_a_threshold():
    points = Embedding(
        Names.from_strings("ab"), np.array([[0.1, 0.0], [0.5, 0.0]]), registry.make("poincare", 2)
    )
    assert points.protrusion("a", "b") > 0
    for ask in (lambda: points.cutoff, lambda: points.contains("a", "b"), lambda: points.ancestors("a")):
        with pytest.raises(ParameterError, match=r"poincare has no border.*threshold"):
            ask()
    assert replace(points, threshold=9.0).contains("a", "b") is True
    for what in ("centers", "radii"):
        with pytest.raises(ParameterError, match=f"poincare has no {what}; its parameters are in rows"):
            getattr(points, what)


@pytest.mark.parametrize("name", ["disks", "relative-disks"])
def test_centers_and_radii_are_the_columns(name):
    model, rows = next(case for case in CASES if case[0].name == name)
    embedding = embedding_of(model, rows)
    assert np.column_stack([embedding.centers, embedding.radii]).tolist() == rows.tolist()


def test_touching_disks_are_contained_however_they_are_asked():
    rng = np.random.default_rng(5)
    for geometry in ("euclid", "sphere", "hyperboloid"):
        model = registry.make("disks", 4, geometry=geometry)
        rows = model.random(500, rng, 0.4)
        rows[1:, -1] = rows[0, -1] - model.home.distance(rows[0, :-1], rows[1:, :-1])
        embedding = embedding_of(model, rows)
        inside = embedding.contains(0, np.arange(500))
        assert embedding.contains(np.zeros(500, int), np.arange(500)).tolist() == inside.tolist()
        assert [embedding.contains(0, i) for i in range(100)] == inside[:100].tolist()
        descendants = set(embedding.descendants(0).names)
        assert descendants == {f"n{i}" for i in np.flatnonzero(inside) if i}


def test_equal_scores_come_in_the_order_of_the_nodes():
    model = registry.make("disks", 2, geometry="euclid")
    embedding = embedding_of(model, np.array([[1.0, 0.5]] * 40 + [[1.0, 9.0]]))
    assert list(embedding.descendants("n40").names) == [f"n{i}" for i in range(40)]
    assert list(embedding.descendants("n40", k=3).names) == ["n0", "n1", "n2"]


def test_one_node_and_none(tmp_path):
    model = registry.make("disks", 3, geometry="sphere")
    for count in (0, 1):
        embedding = embedding_of(model, model.random(count, np.random.default_rng(0), 0.1))
        embedding.save(tmp_path / "m.disk")
        again = load(tmp_path / "m.disk")
        assert len(again) == count
        assert [len(again.ancestors(i)) for i in range(count)] == [0] * count
        assert [again.contains(i, i) for i in range(count)] == [True] * count


def test_what_it_is_made_of_is_checked():
    good = nested()
    for rows, message in (
        (np.ones((3, 2)), r"shape \(3, 2\).*one row for each of 4 names, with the 2 numbers"),
        (np.ones((4, 3)), r"shape \(4, 3\)"),
        (np.ones(8), r"shape \(8,\)"),
        (np.ones((4, 2), int), "rows of int64; rows are float32 or float64"),
        (np.ones((4, 2), np.float16), "rows of float16"),
        (np.array([[0, 1.0]] * 2 + [[np.nan, 1]] + [[1, np.inf]]), "row 2 holds NaN or an infinity"),
    ):
        with pytest.raises(ParameterError, match=message):
            replace(good, rows=rows)
    for threshold in (np.nan, np.inf, "0", True):
        with pytest.raises(ParameterError, match="threshold="):
            replace(good, threshold=threshold)
    for provenance in ({"seed": {1}}, {"loss": np.nan}, {("a",): 1}):
        with pytest.raises(ParameterError, match="provenance cannot be held as JSON"):
            replace(good, provenance=provenance)
    for members in (
        {9: good.names},
        {1: Names.from_strings(["animal", "dog"])},
        {1: Names.from_strings(["x"])},
    ):
        with pytest.raises(GraphError):
            replace(good, members_of=members)


def test_provenance_is_kept_as_a_file_gives_it_back():
    given = {"seed": np.int64(3), "losses": np.array([0.5, 0.25]), "range": (1, 2)}
    embedding = nested(provenance=given)
    assert embedding.provenance == {"seed": 3, "losses": [0.5, 0.25], "range": [1, 2]}


def test_rows_are_read_only_and_not_copied():
    rows = np.arange(8.0).reshape(4, 2)
    embedding = replace(nested(), rows=rows)
    assert np.shares_memory(embedding.rows, rows)
    for array in (embedding.rows, embedding.centers, embedding.radii):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1.0
    rows[0, 0] = 5.0  # the array given stays its owner's
    assert replace(embedding, rows=np.asfortranarray(rows)).rows.flags.c_contiguous
    swapped = rows.astype(rows.dtype.newbyteorder())
    assert replace(embedding, rows=swapped).rows.tolist() == rows.tolist()


def test_questions_are_checked():
    embedding = nested()
    with pytest.raises(UnknownNameError, match=r"no node is named 'dgo'; did you mean 'dog'"):
        embedding.ancestors("dgo")
    with pytest.raises(UnknownNameError, match=r"'beats'.*'beast'"):
        embedding.protrusion("animal", ["dog", "beats"])
    for node in (-1, 4, [0, 4], np.array([-1])):
        with pytest.raises(ParameterError, match="nodes are numbered 0 to 3"):
            embedding.protrusion("animal", node)
    for k in (0, -1, 1.5, True, "2"):
        with pytest.raises(ParameterError, match=r"k=.*at least 1"):
            embedding.descendants("animal", k)
    with pytest.raises(ParameterError, match="2 ancestors and 1 descendants"):
        embedding.contains(["animal", "dog"], ["pug"])
