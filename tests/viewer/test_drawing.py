"""Circles: exact ones nest where the model contains, companions are called companions."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diskembed.embedding import Embedding
from diskembed.models import registry
from diskembed.viewer.atlas import Atlas
from diskembed.viewer.companion import Companion
from diskembed.viewer.drawing import companion_note, is_plane, least_radius, turned_to_pole
from embeddings import CASES, IDS, embedding_of
from viewer.maps import dag, disks, named, small

PLANES = [(g, dim) for g in ("euclid", "hyperboloid", "sphere") for dim in (2, 3)]


def unlifted(circle, curvature):
    """A drawn circle's proper middle, a point of three coordinates (last the pole), and proper radius."""
    x, y, q = circle
    z = (1 - curvature * (x * x + y * y - q * q)) / 2
    sign = 1.0 if q > 0 else -1.0
    size = np.sqrt(z * z + curvature * (x * x + y * y))
    point = sign * np.array([x, y, z]) / size
    along = sign * (1 - z) / size
    radius = np.arctan2(abs(q) / size, along) if curvature > 0 else np.arcsinh(abs(q) / size)
    return point, radius


def apart(first, second, curvature):
    """The distance in the plane of that curvature, by chords."""
    difference = first - second
    square = (difference[:2] ** 2).sum() + curvature * difference[2] ** 2
    half = np.sqrt(max(square, 0.0)) / 2
    return 2 * (np.arcsin(min(half, 1.0)) if curvature > 0 else np.arcsinh(half))


@pytest.mark.parametrize(("geometry", "dim"), PLANES)
@given(seed=st.integers(0, 2**32 - 1))
def test_exact_circles_are_the_models_disks(geometry, dim, seed):
    rng = np.random.default_rng(seed)
    model = registry.make("disks", dim, geometry=geometry)
    rows = np.column_stack([model.home.random(9, rng), rng.uniform(-1, 1, 9)])
    embedding = Embedding(named(9), rows, model)
    drawing = Atlas.of(embedding, "own").drawing
    assert drawing.exact
    if geometry == "euclid":
        scale = (drawing.circles[:, 2].max() - drawing.circles[:, 2].min()) / np.ptp(rows[:, -1])
        found = np.hypot(*(drawing.circles[0, :2] - drawing.circles[1, :2])) / scale
        assert found == pytest.approx(float(model.home.distance(rows[0, :-1], rows[1, :-1])), rel=1e-6)
        assert np.ptp(drawing.circles[:, 2] / scale - rows[:, -1]) < 1e-9
        return
    proper = [unlifted(circle, drawing.curvature) for circle in drawing.circles]
    for i in range(9):
        for j in range(i):
            distance = float(model.home.distance(rows[i, :-1], rows[j, :-1]))
            assert apart(proper[i][0], proper[j][0], drawing.curvature) == pytest.approx(distance, abs=1e-5)
    shift = np.array([radius for _, radius in proper]) - rows[:, -1]
    assert np.ptp(shift) < 1e-5


@pytest.mark.parametrize("geometry", ["euclid", "hyperboloid"])
def test_drawn_circles_nest_where_the_model_contains(geometry):
    atlas = small(geometry)
    circles = atlas.drawing.circles
    for i in range(len(atlas)):
        for j in range(len(atlas)):
            gap = circles[i, 2] - circles[j, 2] - np.hypot(*(circles[i, :2] - circles[j, :2]))
            if abs(gap) > 1e-9:
                assert (gap > 0) == atlas.embedding.contains(i, j)


def test_a_cap_over_the_far_pole_is_an_outside():
    model = registry.make("disks", 3, geometry="sphere")
    rows = np.array([[1.0, 0, 0, 0.1], [1.0, 0, 0, 0.2], [-1.0, 0, 0, 0.7]])
    drawing = Atlas.of(Embedding(named(3), rows, model), "cap").drawing
    assert (drawing.circles[:, 2] < 0).tolist() == [False, False, True]
    assert np.isfinite(drawing.circles).all()


@pytest.mark.parametrize(("model", "rows"), CASES, ids=IDS)
def test_every_model_can_be_drawn(model, rows):
    embedding = embedding_of(model, rows)
    drawing = Atlas.of(embedding, "any").drawing
    assert np.isfinite(drawing.circles).all()
    assert (drawing.circles[:, 2] != 0).all()
    assert sorted(drawing.order.tolist()) == list(range(len(rows)))
    assert drawing.exact == is_plane(embedding)
    assert drawing.note.startswith("The model's own" if drawing.exact else "A companion")


def test_companions_say_where_their_parents_come_from():
    embedding = disks("hyperboloid", 5)
    told, known = Atlas.of(embedding, "t").drawing, Atlas.of(embedding, "t", graph=dag()).drawing
    assert (told.curvature, told.exact) == (-1, False)
    assert "A companion packed for this picture" in told.note
    assert "the one that fits best with what the model tells" in told.note
    assert "taken from the graph" in known.note
    assert "not the model's own 5 numbers" in known.note
    assert "agrees with the model at an F1 of 100.0 % over all pairs" in known.note
    for drawing in (told, known):
        assert np.hypot(*drawing.circles[:, :2].T).max() < 1


def test_a_trained_companion_says_so():
    rows = np.array([[0.0, 0, 2], [1, 0, 1], [0, 1, -1]])
    made = Companion(rows, True, 0.931, 0.4, 1000)
    note = companion_note(made, 10, from_graph=False)
    for part in (
        "A companion trained for this picture, not the model's own 10 numbers a node",
        "fitted to what the model tells of these nodes",
        "an F1 of 93.1 % over pairs into 1,000 of the nodes (circles packed by one parent each reach 40.0 %)",
    ):
        assert part in note
    assert "fitted to the graph" in companion_note(made, 10, from_graph=True)


@pytest.mark.parametrize("geometry", ["hyperboloid", "sphere"])
def test_what_is_small_is_not_drowned_by_the_smallest_radius(geometry):
    model = registry.make("disks", 3, geometry=geometry)
    home, tiny = model.home, 1e-4
    vectors = tiny * np.array([[0.0, 0, 0], [0, 1, 0], [0, 0, 1], [0, -1, -1]])
    rows = np.column_stack(
        [home.exp(np.tile(home.origin(), (4, 1)), vectors), tiny * np.array([2.0, 0, 0, 0])]
    )
    circles = Atlas.of(Embedding(named(4), rows, model), "tiny").drawing.circles
    assert circles[0, 2] > 10 * circles[1:, 2].max()


def test_few_disks_are_drawn_larger_than_many():
    assert least_radius(1) == least_radius(9) == 0.03
    assert least_radius(400) == pytest.approx(0.0075)
    assert least_radius(100_000) == 0.004


def test_the_threshold_is_told():
    embedding = disks()
    assert "threshold" not in small().drawing.note
    chosen = Embedding(embedding.names, embedding.rows, embedding.model, threshold=0.25)
    assert "0.25, the threshold" in Atlas.of(chosen, "t").drawing.note


def test_the_pole_is_where_it_should_be():
    rng = np.random.default_rng(0)
    for pole in [*rng.normal(size=(5, 3)), np.array([-1.0, 0, 0]), np.array([1.0, 0, 0])]:
        pole = pole / np.linalg.norm(pole)  # noqa: PLW2901
        points = rng.normal(size=(4, 3))
        turned = turned_to_pole(np.vstack([pole, points]), pole)
        assert turned[0] == pytest.approx([1, 0, 0], abs=1e-12)
        assert turned[1:] @ turned[1:].T == pytest.approx(points @ points.T)
