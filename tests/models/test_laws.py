"""Every law over every registered model's examples, and proof that none can stay out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pytest

from diskembed.models import registry
from diskembed.models.order import OrderEmbeddings, move, score, shortfall, square_excess, steepness
from diskembed.models.plain import PlainModel
from diskembed.models.scalars import ModelScalars

from . import laws
from .table import LAWS, Case, cases, lacking_examples


@pytest.mark.parametrize("case", cases(), ids=str)
@pytest.mark.parametrize("name", [name for name in vars(laws) if name in LAWS])
def test_law(name, case):
    LAWS[name](case)


def test_every_law_is_run():
    assert set(LAWS) <= set(vars(laws))
    assert len(LAWS) >= 10


def test_every_registered_model_has_examples():
    assert lacking_examples() == []
    assert {case.model.name for case in cases()} == set(registry.names())


def too_eager(space, knobs, above, below, margin):
    return margin - square_excess(above, below)


def always_clear(space, knobs, above, below, margin):
    return True


def upwards(space, knobs, above, below, amount, work):
    move(space, knobs, above, below, -amount, work)


def too_steep(space, knobs, above, below, work):
    return 1.5 * steepness(space, knobs, above, below, work)


def the_other_way_round(space, knobs, above, below):
    return score(space, knobs, below, above)


@pytest.mark.parametrize(
    ("bad", "broken"),
    [
        (ModelScalars(the_other_way_round, shortfall, steepness, move), "scalar_score_is_the_arrays_twin"),
        (ModelScalars(score, too_eager, steepness, move), "shortfall_is_what_the_score_lacks"),
        (ModelScalars(score, shortfall, steepness, move, always_clear), "clear_is_never_wrong"),
        (
            ModelScalars(score, shortfall, too_steep, move),
            "a_small_step_takes_its_steepness_off_the_score",
        ),
        (
            ModelScalars(score, shortfall, steepness, upwards),
            "a_small_step_takes_its_steepness_off_the_score",
        ),
        (ModelScalars(score, shortfall, steepness, upwards), "steps_down_end_on_an_edge_that_points_down"),
    ],
)
def test_a_bad_model_is_caught(bad, broken):
    """The laws find what is wrong with a model that claims to be another."""

    class Bad(OrderEmbeddings):
        def scalar_functions(self) -> ModelScalars:
            return bad

    _, rows = OrderEmbeddings.examples()[0]
    LAWS[broken](Case(OrderEmbeddings(5), rows, 0))
    with pytest.raises(AssertionError):
        LAWS[broken](Case(Bad(5), rows, 0))


def test_a_model_without_examples_or_with_anothers_is_caught():
    @dataclass(frozen=True)
    class Unseen(PlainModel):
        name: ClassVar[str] = "unseen"

        @staticmethod
        def examples():
            return OrderEmbeddings.examples()

    registry.register("unseen", Unseen)
    registry.register("exampleless", lambda dim: OrderEmbeddings(dim))
    try:
        assert lacking_examples() == ["exampleless", "unseen"]
    finally:
        registry.unregister("unseen")
        registry.unregister("exampleless")
    assert lacking_examples() == []


def test_examples_put_a_node_beside_itself():
    for case in cases():
        np.testing.assert_array_less(case.score(case.rows[0], case.rows[0].copy()), 1e-9)
