"""All pairs that score low enough: found by products of lifts as by scoring every pair."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diskembed.evaluation import contained as module
from diskembed.evaluation.contained import Contained
from diskembed.models import registry
from diskembed.models.disks import Disks
from embeddings import CASES, IDS, embedding_of
from evaluation.naive import score_matrix

MATRIX_PRODUCTS = {"polyhedral", "simplex"}
"""Geometries in which the last bits of a pair's score depend on the pairs that it is scored with."""


class Rounded(Disks):
    """Scores without their last bits."""

    def score(self, above, below):
        return np.round(super().score(above, below), 5)


def found(contained, at_most, below=None):
    """The pairs, none of them twice, with their scores."""
    pairs = {}
    for block in contained.pairs(at_most, below):
        for above, node, score in zip(*(side.tolist() for side in block), strict=True):
            assert (above, node) not in pairs
            pairs[above, node] = score
    return pairs


def expected(scores, at_most, below=None):
    n = len(scores)
    nodes = range(n) if below is None else below
    limits = np.broadcast_to(at_most, len(nodes))
    return {
        (above, node): scores[above, node]
        for node, limit in zip(nodes, limits.tolist(), strict=True)
        for above in range(n)
        if above != node and scores[above, node] <= limit
    }


@pytest.mark.parametrize(("model", "rows"), CASES, ids=IDS)
def test_the_pairs_are_those_of_all_scores(model, rows):
    scores = score_matrix(embedding_of(model, rows))
    if model.options.get("geometry") in MATRIX_PRODUCTS:
        scores = np.round(scores, 5)
        model = Rounded(model.dim, *model.options.values())
    contained = Contained(model, rows)
    for at_most in (-np.inf, 0.0, np.inf, *np.unique(scores[np.isfinite(scores)])[::3]):
        assert found(contained, at_most) == expected(scores, at_most)
    each = np.random.default_rng(0).permuted(scores, axis=0)[0]
    assert found(contained, each) == expected(scores, each)
    some = np.arange(len(rows))[1::2]
    assert found(contained, each[some], some) == expected(scores, each[some], some.tolist())


@pytest.mark.parametrize("name", ["euclid", "sphere", "hyperboloid"])
def test_blocks_do_not_show(name, monkeypatch):
    model = registry.make("disks", 4, geometry=name)
    rows = model.random(150, np.random.default_rng(0), 1.0)
    all_at_once = found(Contained(model, rows), 0.2)
    assert 100 < len(all_at_once) < 150 * 149
    monkeypatch.setattr(module, "ROOM", 50)
    monkeypatch.setattr(module, "HEIGHT", 7)
    monkeypatch.setattr(module, "PRODUCT", 7 * 5 * 11)
    assert found(Contained(model, rows), 0.2) == all_at_once


@pytest.mark.parametrize("name", ["euclid", "sphere", "hyperboloid"])
@pytest.mark.parametrize("scale", [1e-4, 1.0, 4.0])
def test_disks_that_touch_are_judged_by_their_score(name, scale):
    """Radii such that the score is as near to 0 as rounding allows."""
    model = registry.make("disks", 3, geometry=name)
    rows = model.random(60, np.random.default_rng(1), min(scale, 1.0) if name == "sphere" else scale)
    rows[1:, -1] = rows[0, -1] - model.home.distance(rows[0, :-1], rows[1:, :-1])
    scores = score_matrix(embedding_of(model, rows))
    assert (np.abs(scores[0]) < 1e-12).all()
    assert found(Contained(model, rows), 0.0) == expected(scores, 0.0)


@given(st.integers(0, 1000), st.floats(-3, 3), st.sampled_from(["disks", "relative-disks"]))
def test_any_threshold(seed, at_most, name):
    options = {"geometry": "euclid"} if name == "disks" else {}
    model = registry.make(name, 3, **options)
    rows = model.random(12, np.random.default_rng(seed), 1.0)
    scores = score_matrix(embedding_of(model, rows))
    assert found(Contained(model, rows), at_most) == expected(scores, at_most)


def test_without_rows_there_is_nothing():
    model = registry.make("disks", 3, geometry="euclid")
    assert found(Contained(model, np.empty((0, 3))), 1.0) == {}
    assert found(Contained(model, np.zeros((1, 3))), 1.0) == {}


def test_float32_rows_are_scored_as_everywhere():
    model = registry.make("disks", 4, geometry="hyperboloid")
    rows = model.random(40, np.random.default_rng(2), 1.0).astype(np.float32)
    scores = score_matrix(embedding_of(model, rows))
    assert found(Contained(model, rows), 0.1) == expected(scores, 0.1)
