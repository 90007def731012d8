"""The picture: nested where the disks are nested, labelled, and safe to open."""

from xml.etree import ElementTree

import numpy as np
import pytest

from diskembed.embedding import Embedding
from diskembed.errors import ParameterError, WriteError
from diskembed.graph.names import Names
from diskembed.models import registry
from diskembed.plot import euler_svg, save_euler
from embeddings import nested

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def embedding():
    names = Names.from_strings(["animal", "dog", "rock & <roll>"])
    rows = [[0.0, 0.0, 4.0], [1.0, 1.0, 1.0], [9.0, -2.0, -1.0]]
    return Embedding(names, rows, registry.make("disks", 3, geometry="euclid"))


def circles(drawing):
    found = {}
    for circle in ElementTree.fromstring(drawing).findall(f"{SVG}circle"):
        name = circle.find(f"{SVG}title").text
        found[name] = [float(circle.get(key)) for key in ("cx", "cy", "r")]
    return found


def test_circles_are_nested_as_the_disks_are(embedding):
    drawn = circles(euler_svg(embedding, title="three"))
    assert set(drawn) == set(embedding.names)
    for above in embedding.names:
        for below in embedding.names:
            (x, y, r), (u, v, s) = drawn[above], drawn[below]
            inside = np.hypot(x - u, y - v) <= r - s
            assert inside == embedding.contains(above, below)
    assert all(x - r >= 0 and x + r <= 900.1 for x, _, r in drawn.values())


def test_names_are_text_and_never_markup(embedding):
    drawing = euler_svg(embedding, title="a < b")
    assert "rock &amp; &lt;roll&gt;" in drawing
    assert "a &lt; b" in drawing
    labels = [text.text for text in ElementTree.fromstring(drawing).findall(f"{SVG}text")]
    assert labels == ["a < b", "animal", "dog", "rock & <roll>"]
    assert len(ElementTree.fromstring(euler_svg(embedding, labels=1)).findall(f"{SVG}text")) == 2


def test_one_node_can_be_drawn():
    model = registry.make("disks", 3, geometry="euclid")
    alone = Embedding(Names.from_strings(["alone"]), [[2.0, 3.0, 0.5]], model)
    assert list(circles(euler_svg(alone))) == ["alone"]


def test_what_is_not_in_the_plane_is_refused(embedding, tmp_path):
    with pytest.raises(ParameterError, match="train such a companion"):
        euler_svg(nested())
    with pytest.raises(WriteError, match="cannot be written"):
        save_euler(embedding, tmp_path / "no" / "picture.svg")
    save_euler(embedding, tmp_path / "picture.svg", title="three")
    assert (tmp_path / "picture.svg").read_text() == euler_svg(embedding, title="three")
