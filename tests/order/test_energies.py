from __future__ import annotations

import numpy as np
import pytest

from diskembed.order.energies import ENERGIES, positive_part

PROTRUSIONS = np.array([-2.0, -0.5, 0.0, 0.5, 2.0])


@pytest.mark.paper("eq:natural-energy", "fig:relu", "eq:order-loss-approx")
@pytest.mark.parametrize(
    ("name", "values", "slopes"),
    [
        ("natural", [-2, -0.5, 0, 0.5, 2], [1, 1, 1, 1, 1]),
        ("clipped", [0, 0, 0, 0.5, 2], [0, 0, 0, 1, 1]),
        ("squared", [0, 0, 0, 0.25, 4], [0, 0, 0, 1, 4]),
    ],
)
def test_values_and_slopes(name, values, slopes):
    np.testing.assert_array_equal(ENERGIES[name].value(PROTRUSIONS), values)
    np.testing.assert_array_equal(ENERGIES[name].slope(PROTRUSIONS), slopes)


@pytest.mark.paper("eq:loss-relu")
@pytest.mark.parametrize("name", sorted(ENERGIES))
def test_an_energy_is_positive_exactly_where_the_protrusion_is(name):
    np.testing.assert_array_equal(ENERGIES[name].value(PROTRUSIONS) > 0, PROTRUSIONS > 0)


@pytest.mark.parametrize("name", sorted(ENERGIES))
def test_slopes_are_derivatives(name):
    value, slope = ENERGIES[name]
    away = PROTRUSIONS[PROTRUSIONS != 0]
    step = 1e-6
    difference = (value(away + step) - value(away - step)) / (2 * step)
    np.testing.assert_allclose(slope(away), difference, atol=1e-9)


@pytest.mark.parametrize("name", sorted(ENERGIES))
def test_float32_stays_float32(name):
    value, slope = ENERGIES[name]
    assert value(np.float32(PROTRUSIONS)).dtype == np.float32
    assert slope(np.float32(PROTRUSIONS)).dtype == np.float32


def test_nan_stays_visible():
    assert np.isnan(positive_part(np.nan))
    assert np.isnan(ENERGIES["natural"].value(np.nan))
