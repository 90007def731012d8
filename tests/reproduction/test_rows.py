"""The shipped rows of the paper's table: each makes an estimator, and figures stand in their cells."""

import pytest

from diskembed.errors import ParameterError
from diskembed.reproduction.rows import PERCENTS, row, row_names


@pytest.mark.parametrize("name", row_names())
def test_a_row_is_whole(name):
    system = row(name)
    for dim in (5, 10):
        plan = system.make(dim, seed=3).plan()
        assert plan.seed == 3
        assert plan.walked == 0
        assert plan.n_negatives == 10
        assert plan.epochs == system.parameters["epochs"]
        figures = [system.figure(dim, percent) for percent in PERCENTS]
        assert figures == sorted(figures)
        assert all(20 < figure < 100 for figure in figures)
    assert system.make(5, epochs=2).plan().epochs == 2
    assert system.figure(7, 50) is None
    assert system.figure(5, 90) is None


@pytest.mark.paper("tab:results")
def test_figures_stand_in_their_cells():
    assert row("hyperbolic-disks").figure(10, 50) == 94.2
    assert row("hyperbolic-disks").figure(5, 0) == 32.9
    assert row("spherical-disks").figure(10, 10, reverse=True) == 60.6
    assert row("order-embeddings").figure(5, 25, reverse=True) == 34.8
    assert row("shadow-cones").figure(5, 50, reverse=True) is None


def test_an_unknown_row_is_refused_with_near_ones():
    with pytest.raises(ParameterError, match="did you mean spherical-disks"):
        row("sphericl-disks")
