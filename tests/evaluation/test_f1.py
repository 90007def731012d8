"""F1 and its threshold, against trying every threshold."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diskembed.evaluation.f1 import best_threshold, score_at

scores = st.lists(st.integers(-4, 4).map(float), max_size=30)


def naive_f1(positive, negative, threshold):
    hits = sum(score <= threshold for score in positive)
    wrong = sum(score <= threshold for score in negative)
    missed = len(positive) - hits
    return 2 * hits / (2 * hits + wrong + missed) if hits else 0.0


@given(scores, scores)
def test_the_threshold_is_the_best_of_all(positive, negative):
    chosen = best_threshold(positive, negative)
    every = [naive_f1(positive, negative, t) for t in {*positive, *negative}]
    assert chosen.f1 == pytest.approx(max(every, default=0.0))
    if positive:
        assert naive_f1(positive, negative, chosen.threshold) == pytest.approx(chosen.f1)


@given(scores, scores, st.integers(-5, 5).map(float))
def test_a_given_threshold_is_applied_as_it_is(positive, negative, threshold):
    assert score_at(positive, negative, threshold).f1 == pytest.approx(
        naive_f1(positive, negative, threshold)
    )


def test_ties_are_taken_whole():
    assert best_threshold([0.0, 0.0], [0.0] * 20).f1 == pytest.approx(2 * 2 / (22 + 2))


def test_nan_is_no_edge():
    chosen = best_threshold([0.0, np.nan], [np.nan, 1.0])
    assert (chosen.threshold, chosen.precision, chosen.recall) == (0.0, 1.0, 0.5)
    assert score_at([np.nan], [np.nan], np.inf).recall == 0.0
