"""One kernel body for every geometry, and the two traps in Numba's cache on disk that it must avoid."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

from diskembed.errors import ParameterError
from diskembed.geometry import names, registry
from diskembed.geometry.euclid import Euclid
from diskembed.geometry.inject import specialise
from diskembed.geometry.scalars import distance
from diskembed.geometry.sphere import Sphere

from .table import cases, rounding


def total_distance(space, points):
    """Placeholders are called by helpers too."""
    total = 0.0
    for i in range(points.shape[0]):
        total += distance_from_first(space, points, i)
    return total


def distance_from_first(space, points, i):
    return distance(space, points[0], points[i])


@pytest.mark.parametrize("case", [case for case in cases() if case.number == 1], ids=str)
def test_one_body_serves_every_geometry(case):
    kernel = specialise(total_distance, case.geometry)
    far = case.geometry.distance(case.points[0], case.points)
    slack = rounding(case.geometry, case.points, size=far).sum() + rounding(case.geometry, case.points[0])
    assert abs(kernel(case.geometry.parameters, case.points) - far.sum()) <= slack


def test_all_geometries_are_served():
    assert {case.geometry.name for case in cases() if case.number == 1} == set(names())
    assert all(len(registry.examples(name)) > 1 for name in names())


def test_the_same_again_is_the_same_function():
    assert specialise(total_distance, Euclid(2)) is specialise(total_distance, Euclid(3))
    assert specialise(total_distance, Euclid(2)) is not specialise(total_distance, Sphere(2))


def test_the_body_itself_is_left_alone():
    specialise(total_distance, Euclid(2))
    with pytest.raises(ParameterError, match="distance is bound to nothing yet"):
        total_distance(np.zeros((0, 0)), np.zeros((1, 2)))


def test_a_closure_is_refused():
    unit = 2.0

    def body(space, points):
        return unit * distance(space, points[0], points[1])

    with pytest.raises(ParameterError, match="top level of a module"):
        specialise(body, Euclid(2))


SCRIPT = """
import sys
import numpy as np
from diskembed.geometry import make
from diskembed.geometry.inject import specialise
import body
kernel = specialise(body.first_two, make(sys.argv[1], 1))
points = np.array([[1.0, 0.0], [0.0, 1.0]]) if sys.argv[1] == "sphere" else np.array([[1.0], [0.0]])
print(repr(float(kernel(make(sys.argv[1], 1).parameters, points))), sum(kernel.stats.cache_hits.values()))
"""
BODY = """
from diskembed.geometry.scalars import distance
from callee import FACTOR, shift

def first_two(space, points):
    return FACTOR * distance(space, points[0], points[1]) + shift(0.0)
"""
CALLEE = """
from deeper import deepest

FACTOR = {factor}

def shift(value):
    return deepest(value)
"""
DEEPER = """
def deepest(value):
    return value + {shift}
"""


@pytest.fixture
def run(tmp_path):
    """Write three modules, run the kernel in a process of its own: (its result, whether from the cache)."""

    def write_and_run(geometry, factor=1.0, shift=0.0):
        (tmp_path / "body.py").write_text(BODY)
        (tmp_path / "callee.py").write_text(CALLEE.format(factor=factor))
        (tmp_path / "deeper.py").write_text(DEEPER.format(shift=shift))
        environment = os.environ | {
            "NUMBA_CACHE_DIR": str(tmp_path / "cache"),
            "PYTHONPATH": os.pathsep.join([str(tmp_path), *filter(None, sys.path)]),
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        command = [sys.executable, "-c", SCRIPT, geometry]
        done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
        value, hits = done.stdout.split()
        return float(value), hits == "1"

    return write_and_run


def test_a_second_geometry_does_not_get_the_first_ones_code(run):
    """Trap 1: one body under one name, rebound."""
    assert run("euclid") == (1.0, False)
    assert run("sphere") == (pytest.approx(np.pi / 2), False)
    assert run("euclid") == (1.0, True)
    assert run("sphere") == (pytest.approx(np.pi / 2), True)


def test_an_edited_callee_or_constant_is_noticed_by_its_callers(run):
    """Trap 2: body.py, whose time stamp Numba looks at, stays as it is."""
    assert run("euclid") == (1.0, False)
    assert run("euclid", factor=3.0) == (3.0, False)
    assert run("euclid", factor=3.0, shift=0.5) == (3.5, False)
    assert run("euclid") == (1.0, True)
