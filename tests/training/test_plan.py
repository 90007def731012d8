"""What decides a run: checked in one place, with errors that say what is allowed."""

import math

import pytest

from diskembed.errors import ParameterError
from diskembed.training.plan import NEGATIVES, Plan
from diskembed.training.recipe import ENERGIES
from diskembed.training.schedule import SCHEDULES, factor


def test_schedules_fall_from_one_to_where_they_end():
    ends = {"constant": 1.0, "linear": 0.0, "cosine": 0.0}
    assert set(ends) == set(SCHEDULES)
    for name, end in ends.items():
        assert factor(name, 0.0) == 1.0
        assert factor(name, 1.0) == pytest.approx(end, abs=1e-15)
        assert factor(name, 7.0) == factor(name, 1.0)
        values = [factor(name, k / 10) for k in range(11)]
        assert values == sorted(values, reverse=True)
    assert factor("cosine", 0.5) == pytest.approx(0.5)
    assert factor("linear", 0.25) == 0.75


def test_a_recipe_follows_the_schedules_and_the_burn_in():
    plan = Plan(positive_rate=0.4, negative_rate=0.2, burn_in=2, burn_in_factor=0.5)
    assert plan.recipe(0.0, 0).positive_rate == 0.2
    assert plan.recipe(0.5, 5).positive_rate == 0.4
    assert plan.recipe(0.5, 5).negative_rate == pytest.approx(0.1)
    assert plan.recipe(1.0, 14).negative_rate == 0.0


def test_a_squared_energy_has_its_margin_in_the_score():
    assert Plan(energy="squared", negative_margin=0.25).recipe(0.0, 0).negative_margin == 0.5
    assert Plan(energy="squared").recipe(0.0, 0).energy == ENERGIES["squared"]


def test_every_kind_of_negative_counts():
    ones = Plan(**dict.fromkeys(NEGATIVES, 1))
    assert ones.n_negatives == len(NEGATIVES)
    assert [getattr(ones.recipe(0.0, 0), name) for name in NEGATIVES] == [1] * len(NEGATIVES)


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("epochs", -1, "at least 0"),
        ("epochs", 1.5, "whole number"),
        ("threads", True, "whole number"),
        ("threads", 100_000, "at least 1 and at most 1,024"),
        ("n_up", -1, "at least 0"),
        ("n_below", 10**9, "at most 100,000"),
        ("walked", 10**9, "at most 100,000"),
        ("positive_rate", 0.0, "above 0"),
        ("negative_margin", math.nan, "above 0"),
        ("positive_margin", -0.1, "of at least 0"),
        ("negative_rate", "fast", "a finite number above 0"),
        ("steps", "leaps", "'landing', 'gradient'"),
        ("energy", "dark", "'natural', 'clipped', 'squared'"),
        ("objective", "win", "'margin', 'softmax'"),
        ("negative_schedule", "sometimes", "'constant', 'linear', 'cosine'"),
    ],
)
def test_what_is_outside_is_refused_with_what_is_allowed(name, value, allowed):
    with pytest.raises(ParameterError, match=f"{name}=.*{allowed}"):
        Plan(**{name: value})


def test_an_unknown_schedule_is_refused():
    with pytest.raises(ParameterError, match="schedule='never'"):
        factor("never", 0.0)


def test_windows_move_with_the_place_in_the_run_and_only_where_there_are_more_nodes():
    plan = Plan(window=100)
    recipe = plan.recipe(0.0, 0)
    assert plan.looking(recipe, 100, 0, 0) is recipe
    assert Plan().looking(recipe, 1000, 0, 0) is recipe
    starts = {plan.looking(recipe, 1000, 0, piece).window_from for piece in range(50)}
    assert len(starts) > 40
    assert all(0 <= start < 1000 for start in starts)
    assert plan.looking(recipe, 1000, 3, 4) == plan.looking(recipe, 1000, 3, 4)
    assert plan.looking(recipe, 1000, 3, 4).window == 100
