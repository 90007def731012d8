"""Curves, histograms, losses and cones show the numbers that they are given."""

from xml.etree import ElementTree

import numpy as np
import pytest

import diskembed as de
from diskembed.embedding import Embedding
from diskembed.errors import ParameterError, ReadError
from diskembed.graph.names import Names
from diskembed.models import registry
from diskembed.plot import cones_picture, curves_picture, losses_picture, read_curves, scores_picture
from diskembed.training.progress import CsvLog, Epoch

SVG = "{http://www.w3.org/2000/svg}"
RUN = [Epoch(at, 3, 1.0 / at, 0.5 / at, 0.25, 100, 0.5, f1) for at, f1 in ((1, 0.5), (2, 0.75), (3, 1.0))]


def lines(picture):
    found = ElementTree.fromstring(picture.svg).iter(f"{SVG}polyline")
    return [np.array([point.split(",") for point in line.get("points").split()], float) for line in found]


def test_a_log_is_read_as_it_was_written(tmp_path):
    log = CsvLog(tmp_path / "run.csv")
    for epoch in RUN:
        log(epoch)
    assert read_curves(tmp_path / "run.csv") == RUN


@pytest.mark.parametrize(
    ("content", "match"),
    [(b"a,b\n1,2\n", "no log of a run"), (b"\xff\xfe", "cannot be read"), (b"", "no log")],
)
def test_what_is_no_log_is_refused(tmp_path, content, match):
    (tmp_path / "run.csv").write_bytes(content)
    with pytest.raises(ReadError, match=match):
        read_curves(tmp_path / "run.csv")
    with pytest.raises(ReadError, match="cannot be read"):
        read_curves(tmp_path / "none.csv")


def test_a_log_with_words_for_numbers_or_a_torn_line_is_refused(tmp_path):
    head = "epoch,epochs,loss,violated,active,pairs,seconds,f1\n"
    for line in ("1,3,many,0,0,1,1,\n", "1,3\n"):
        (tmp_path / "run.csv").write_text(head + line)
        with pytest.raises(ReadError, match="not of numbers"):
            read_curves(tmp_path / "run.csv")


def test_curves_fall_and_rise_as_the_run_did():
    loss, violated, active, f1 = lines(curves_picture(RUN))
    assert all(len(line) == 3 for line in (loss, violated, active, f1))
    assert (np.diff(loss[:, 1]) > 0).all()  # down on the paper
    assert (np.diff(f1[:, 1]) < 0).all()
    assert np.ptp(active[:, 1]) == 0
    assert "1.5 s" in curves_picture(RUN).note
    assert len(lines(curves_picture([Epoch(1, 1, 0.0, 0.0, 0.0, 1, 0.1)]))) == 3  # no F1, one epoch, no loss
    with pytest.raises(ParameterError, match="no epochs"):
        curves_picture([])


def test_scores_are_shares_of_their_own_pairs():
    dag = de.datasets.load("schema-org")
    split = de.Split.draw(dag, percent=50)
    fit = de.DiskEmbedding(geometry="euclid", dim=3, epochs=2, progress=False).fit(split)
    embedding = fit.embedding_
    for part in ("test", "valid"):
        picture = scores_picture(embedding, split, part=part)
        pairs = getattr(split, part)
        assert f"{len(pairs.positives):,} positives" in picture.svg
        missed = np.mean(
            embedding.protrusion(pairs.positives.ancestors, pairs.positives.descendants) > embedding.cutoff
        )
        assert f"lie {100 * missed:.2f} % of the positives" in picture.note
    with pytest.raises(ParameterError, match="valid"):
        scores_picture(embedding, split, part="train")


def test_losses_are_those_of_the_paper():
    picture = losses_picture(margin=2.0)
    positive, negative, clipped, flat = lines(picture)
    assert np.allclose(positive, clipped)
    middle = len(flat) * 2 // 5  # l = 0
    assert np.ptp(flat[:middle, 1]) == 0
    assert np.allclose(negative[middle + 1 :], flat[middle + 1 :], atol=0.02)
    assert (np.diff(negative[:middle, 1]) > 0).all()
    for margin in (0.0, float("nan"), float("inf")):
        with pytest.raises(ParameterError, match="above 0"):
            losses_picture(margin=margin)


def test_losses_take_the_margin_that_a_model_was_trained_with():
    dag = de.DAG.from_edges([("a", "b"), ("a", "c")])
    fit = de.DiskEmbedding(geometry="euclid", dim=2, epochs=1, negative_margin=0.25, progress=False).fit(dag)
    assert "= 0.25<" in losses_picture(fit.embedding_).svg


@pytest.fixture
def line():
    names = Names.from_strings(["root", "middle", "below", "aside"])
    rows = [[0.0, 5.0], [1.0, 2.0], [1.5, -1.0], [-4.0, 0.5]]
    return Embedding(names, rows, registry.make("disks", 2, geometry="euclid"))


def test_a_cone_has_slope_one_below_its_apex(line):
    picture = cones_picture(line, "below")
    assert "below and 2 of the 2 that contain it, among 4 formal disks" in picture.note
    cones = [points for points in lines(picture) if len(points) == 3]
    assert len(cones) == 3
    slopes = [(low[1] - top[1]) / (low[0] - top[0]) for low, top, _ in cones]
    assert np.allclose(slopes, slopes[0], rtol=1e-3)
    assert picture.svg.count("4 4") == 1  # one negative radius
    assert cones_picture(line).svg == picture.svg  # the one that most contain


def test_cones_of_one_node_and_of_other_models(line):
    model = registry.make("disks", 2, geometry="euclid")
    assert "alone" in cones_picture(Embedding(Names.from_strings(["alone"]), [[2.0, 0.0]], model)).svg
    with pytest.raises(ParameterError, match="dim=2"):
        cones_picture(
            Embedding(line.names, [[0.0, 0.0, 1.0]] * 4, registry.make("disks", 3, geometry="euclid"))
        )
