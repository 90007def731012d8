"""Every law over every registered geometry's examples, and proof that none can stay out."""

from __future__ import annotations

import numpy as np
import pytest

from diskembed.geometry import names, register, registry
from diskembed.geometry.euclid import Euclid

from . import laws, lift_laws, scalar_laws
from .table import APPLIES, LAWS, applicable, cases, lacking_examples

CASES = cases()
RUNS = [(name, case) for case in CASES for name in applicable(case)]


@pytest.mark.parametrize(("name", "case"), RUNS, ids=[f"{case}-{name}" for name, case in RUNS])
def test_law(name, case):
    LAWS[name](case.geometry, case.points)


def unrun_geometries():
    """Registered geometries that no test above was made for."""
    return sorted(set(names()) - {case.geometry.name for _, case in RUNS})


def test_every_registered_geometry_is_run():
    assert lacking_examples() == []
    assert unrun_geometries() == []


def test_every_law_is_run_and_every_case_passes_most_of_them():
    assert {name for name, _ in RUNS} == set(LAWS) == set(APPLIES)
    homes = {laws.__name__, lift_laws.__name__, scalar_laws.__name__}
    assert {law.__module__ for law in LAWS.values()} == homes
    assert all(len(applicable(case)) > len(LAWS) / 2 for case in CASES)


class TooFew(Euclid):
    @staticmethod
    def examples():
        return [(Euclid(2), np.zeros((1, 2)))]


@pytest.mark.parametrize(
    "factory", [lambda n: Euclid(n), TooFew, Euclid], ids=["none", "too few", "another's"]
)
def test_a_geometry_without_examples_of_its_own_is_found_out(factory):
    register("stowaway", factory)
    try:
        assert lacking_examples() == ["stowaway"]
        assert unrun_geometries() == ["stowaway"]
    finally:
        registry.unregister("stowaway")
    assert lacking_examples() == []
    assert "stowaway" not in names()


def gradient_is_the_distance(self, x, y):
    """As the published code has it for the simplex."""
    gradient = self.distance(x, y)[..., np.newaxis] * np.ones_like(x - y)
    return gradient, -gradient


BROKEN = {
    "gradients_are_slopes": {"gradients": gradient_is_the_distance},
    "distance_is_a_quasi_metric": {"distance": lambda self, x, y: ((x - y) ** 2).sum(axis=-1)},
    "symmetry_is_as_claimed": {"symmetric": False},
    "exp_goes_as_far_as_the_vector_is_long": {"exp": lambda self, x, v: x + 1.001 * v},
    "log_inverts_exp": {"log": lambda self, x, y: x - y},
    "transport_keeps_inner_products": {"transport": lambda self, x, y, v: 1.001 * v},
    "translation_is_an_isometry": {"translate": lambda self, x, by: 2 * x + by},
    "norm_is_that_of_the_inner_product": {"inner": lambda self, x, u, v: 2 * (u * v).sum(axis=-1)},
    "float32_stays_float32_and_close": {"log": lambda self, x, y: (y - x).astype(float)},
    "lift_sign_is_containment": {"lift_inner": lambda self, y, s: Euclid.lift_inner(self, y, -s)},
    "scalar_distance_and_gradients_are_the_arrays_twins": {
        "distance": lambda self, x, y: np.abs(x - y).sum(axis=-1)
    },
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_wrong_formula_breaks_its_law(name):
    points = Euclid(2).random(8, np.random.default_rng(0))
    LAWS[name](Euclid(2), points)
    broken = type("Broken", (Euclid,), BROKEN[name])(2)
    with pytest.raises(AssertionError):
        LAWS[name](broken, points)
