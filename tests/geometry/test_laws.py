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


class Exemplary(Euclid):
    """Examples of its own, but no test was made of them when this file was read."""

    name = "stowaway"

    @staticmethod
    def examples():
        return [(Exemplary(2), Euclid(2).random(8, np.random.default_rng(0)))]


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


def test_a_geometry_with_examples_but_without_a_law_is_found_out():
    register("stowaway", Exemplary)
    try:
        assert lacking_examples() == []
        assert unrun_geometries() == ["stowaway"]
        assert [str(case) for case in cases(["stowaway"])] == ["stowaway0-n2"]
    finally:
        registry.unregister("stowaway")
    assert unrun_geometries() == []
