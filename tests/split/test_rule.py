"""How many pairs go where."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diskembed.errors import ParameterError, SplitError
from diskembed.split.rule import (
    Rule,
    Sizes,
    as_percent,
    held_stream,
    negatives_stream,
    percent_text,
    train_stream,
)


@pytest.mark.parametrize(
    ("percent", "train"), [(0, 84_363), (10, 142_039), (25, 228_554), (50, 372_745), (90, 603_450)]
)
def test_the_sizes_of_the_protocol(percent, train):
    """The noun hierarchy without its root: 84,363 basic and 576,764 non-basic pairs."""
    assert Rule().sizes(576_764, percent) == Sizes(train - 84_363, 28_838, 28_838)


@given(st.integers(20, 10**9), st.integers(0, 90))
def test_sizes_are_rounded_down_and_fit(n_non_basic, percent):
    sizes = Rule().sizes(n_non_basic, percent)
    assert sizes.valid == sizes.test == n_non_basic * 5 // 100
    assert sizes.train == n_non_basic * percent // 100
    assert sizes.train + sizes.valid + sizes.test <= n_non_basic


@given(st.integers(1, 99), st.integers(1, 1000))
def test_a_fraction_is_the_decimal_that_was_written(hundredths, hundreds):
    assert Rule(valid=hundredths / 100, test=0).sizes(100 * hundreds, 0).valid == hundredths * hundreds


def test_too_large_a_percent_names_the_largest():
    with pytest.raises(SplitError, match=r"^91 % of .* leave at most 90 %"):
        Rule().sizes(1000, 91)
    with pytest.raises(SplitError, match=r"at most 77.5 %"):
        Rule(valid=0.2, test=0.025).sizes(1000, 77.6)
    assert Rule(valid=0.2, test=0.025).sizes(1000, 77.5).train == 775


def test_too_few_pairs_are_refused_unless_empty_parts_are_asked_for():
    with pytest.raises(SplitError, match=r"has 19 non-basic pairs .* at least 20 are needed"):
        Rule().sizes(19, 50)
    assert Rule(allow_empty=True).sizes(19, 50) == Sizes(9, 0, 0)
    assert Rule(valid=0).sizes(20, 50) == Sizes(10, 0, 1)


@pytest.mark.parametrize(
    "wrong",
    [
        {"seed": -1},
        {"seed": 0.5},
        {"seed": True},
        {"valid": -0.1},
        {"valid": 0.6, "test": 0.6},
        {"valid": float("nan")},
        {"test": "a tenth"},
        {"negatives": 5},
        {"negatives": 0},
        {"negatives": 2.0},
    ],
)
def test_parameters_are_checked(wrong):
    with pytest.raises(ParameterError, match=next(iter(wrong))):
        Rule(**wrong)


@pytest.mark.parametrize("percent", [-1, float("inf"), float("nan"), True, "half"])
def test_a_percent_is_a_number_from_0(percent):
    with pytest.raises(ParameterError, match="percent="):
        Rule().sizes(100, percent)


def test_percents_as_text():
    assert [percent_text(p) for p in (50, 50.0, 12.5, np.float64(0.1), 0, 0.000001)] == [
        "50",
        "50",
        "12.5",
        "0.1",
        "0",
        "0.000001",
    ]
    assert as_percent(25.0) == 25
    assert isinstance(as_percent(25.0), int)


def test_each_part_has_a_stream_of_its_own():
    streams = [
        *(held_stream(seed) for seed in (0, 1)),
        *(negatives_stream(0, part) for part in ("valid", "test", "full")),
        *(train_stream(0, percent) for percent in (0, 10, 12.5, 50, 1e-9)),
        train_stream(1, 10),
    ]
    first = [stream.integers(2**62) for stream in streams]
    assert len(set(first)) == len(streams)
    assert train_stream(0, 10.0).integers(2**62) == first[6]
