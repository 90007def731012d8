"""The picture: nested where the disks are nested, labelled, and safe to open."""

from xml.etree import ElementTree

import numpy as np
import pytest

from diskembed.embedding import Embedding
from diskembed.errors import ParameterError
from diskembed.graph.dag import DAG
from diskembed.graph.names import Names
from diskembed.models import registry
from diskembed.plot import euler_picture
from diskembed.plot.euler import shared_beginning

SVG = "{http://www.w3.org/2000/svg}"
ROWS = {
    "euclid": [[0.0, 0.0, 4.0], [1.0, 1.0, 1.0], [9.0, -2.0, -1.0]],
    "hyperboloid": [[1.0, 0.0, 0.0, 2.0], [np.sqrt(1.5), 0.5, 0.5, 0.5], [np.sqrt(26.0), 3.0, -4.0, 0.1]],
    "sphere": [[1.0, 0.0, 0.0, 1.0], [0.8, 0.6, 0.0, 0.2], [0.0, 0.0, -1.0, 0.1]],
}


def embedded(geometry, names=("animal", "dog", "rock & <roll>")):
    return Embedding(Names.from_strings(names), ROWS[geometry], registry.make("disks", 3, geometry=geometry))


def circles(picture):
    found = {}
    for circle in ElementTree.fromstring(picture.svg).iter(f"{SVG}circle"):
        if circle.get("class") != "rim":
            found[circle.find(f"{SVG}title").text] = [float(circle.get(key)) for key in ("cx", "cy", "r")]
    return found


def labels(picture):
    texts = ElementTree.fromstring(picture.svg).findall(f"{SVG}text")
    return [text.text for text in texts if text.get("class") != "halo"]


@pytest.mark.parametrize("geometry", ROWS)
def test_circles_are_nested_as_the_disks_are(geometry):
    embedding = embedded(geometry)
    drawn = circles(euler_picture(embedding))
    assert set(drawn) == set(embedding.names)
    for above in embedding.names:
        for below in embedding.names:
            (x, y, r), (u, v, s) = drawn[above], drawn[below]
            assert (np.hypot(x - u, y - v) <= r - s + 0.02) == embedding.contains(above, below), (
                above,
                below,
            )


def test_all_of_a_plane_is_inside_of_the_picture():
    assert all(x - r >= 0 and x + r <= 900 for x, _, r in circles(euler_picture(embedded("euclid"))).values())


def test_what_lies_in_the_middle_of_the_poincare_disk_is_enlarged_and_that_is_said():
    rows = [
        [1.0, 0.0, 0.0, 0.004],
        [np.sqrt(1 + 1e-6), 0.001, 0.0, 0.001],
        [np.sqrt(1 + 4e-6), 0.0, 0.002, 0.0],
    ]
    model = registry.make("disks", 3, geometry="hyperboloid")
    picture = euler_picture(Embedding(Names.from_strings(["a", "b", "c"]), rows, model))
    (x, y, r) = circles(picture)["a"]
    assert r > 300
    assert x - r >= 0
    assert y + r <= 900
    assert 'class="rim"' not in picture.svg
    assert "times as large" in picture.note
    assert "times as large" not in euler_picture(embedded("hyperboloid")).note


def test_a_hyperbolic_picture_has_a_rim():
    assert 'class="rim"' in euler_picture(embedded("hyperboloid")).svg
    assert 'class="rim"' not in euler_picture(embedded("euclid")).svg


def test_a_cap_of_more_than_half_the_sphere_is_the_outside_of_a_circle():
    model = registry.make("disks", 3, geometry="sphere")
    rows = [[1.0, 0.0, 0.0, 0.1], [0.8, 0.6, 0.0, 0.2], [-1.0, 0.0, 0.0, 2.5]]
    picture = euler_picture(Embedding(Names.from_strings(["a", "b", "far"]), rows, model))
    (path,) = ElementTree.fromstring(picture.svg).iter(f"{SVG}path")
    assert path.get("fill-rule") == "evenodd"
    assert path.find(f"{SVG}title").text == "far"


def test_names_are_text_and_never_markup():
    picture = euler_picture(embedded("euclid"), title="a < b")
    assert "rock &amp; &lt;roll&gt;" in picture.svg
    assert {"a < b", "animal", "dog", "rock & <roll>"} <= set(labels(picture))
    assert "animal" in labels(euler_picture(embedded("euclid"), labels=1))
    assert "dog" not in labels(euler_picture(embedded("euclid"), labels=1))


def test_more_dimensions_get_a_companion_that_says_so():
    rows = [[0.0, 0.0, 0.0, 4.0], [1.0, 1.0, 0.0, 1.0], [9.0, -2.0, 0.0, 0.5]]
    names = Names.from_strings(["animal", "dog", "rock"])
    embedding = Embedding(names, rows, registry.make("disks", 4, geometry="euclid"))
    picture = embedding.plot()
    assert "companion" in picture.note
    assert any("companion" in line for line in labels(picture))
    (x, y, r), (u, v, s) = (circles(picture)[name] for name in ("animal", "dog"))
    assert np.hypot(x - u, y - v) <= r - s
    told = embedding.plot(graph=DAG.from_edges([("rock", "dog"), ("rock", "animal")]))
    (x, y, r), (u, v, s) = (circles(told)[name] for name in ("rock", "dog"))
    assert np.hypot(x - u, y - v) <= r - s + 0.02


def test_only_the_most_general_are_drawn_and_that_is_said():
    picture = euler_picture(embedded("euclid"), most=1)
    assert list(circles(picture)) == ["animal"]
    assert "The 1 that contain the most of 3 nodes" in picture.note


def test_addresses_are_shortened_and_that_is_said():
    names = [f"https://example.org/ns#{word}" for word in ("animal", "dog", "rock")]
    picture = euler_picture(embedded("euclid", names))
    assert {"animal", "dog", "rock"} <= set(labels(picture))
    assert set(circles(picture)) == set(names)
    assert "Names begin with https://example.org/ns#, which is left out." in picture.note
    assert shared_beginning(["a/b", "a/c"]) == shared_beginning(["https://a/b"]) == shared_beginning([]) == ""


def test_one_node_can_be_drawn_and_wrong_numbers_are_refused():
    model = registry.make("disks", 3, geometry="euclid")
    alone = Embedding(Names.from_strings(["alone"]), [[2.0, 3.0, 0.5]], model)
    assert list(circles(euler_picture(alone))) == ["alone"]
    with pytest.raises(ParameterError, match="labels=-1"):
        euler_picture(alone, labels=-1)
    with pytest.raises(ParameterError, match="nodes"):
        euler_picture(alone, most=0)
