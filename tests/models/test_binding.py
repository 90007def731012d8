"""One body for many callees, and the two traps in Numba's cache on disk, with modules of their own."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

from diskembed.binding import bind, fingerprint, placeholder_error
from diskembed.errors import ParameterError
from diskembed.jit import fast_kernel, inlined, kernel

WEIGHTS = np.array([1.0, 2.0])
FACTOR = 3.0


def placeholder(value):
    raise placeholder_error("placeholder", "bind")


def double(value):
    return 2.0 * value


def weighted(value):
    return WEIGHTS[1] * value + FACTOR


def body(value, times=2):
    total = 0.0
    for _ in range(times):
        total += helper(value)
    return total


def helper(value):
    return placeholder(value) + 1.0


@inlined
def compiled_helper(value):
    return placeholder(value)


def through_a_compiled_function(value):
    return compiled_helper(value)


def endless(value):
    return endless(value)


def through_an_expression(values):
    return sum([placeholder(value) for value in values])


def test_a_body_is_compiled_for_each_callee_in_reach():
    by_double, by_weight = bind(body, {placeholder: double}), bind(body, {placeholder: weighted})
    assert by_double(5.0) == 22.0
    assert by_weight(5.0) == 28.0
    assert by_double(5.0, times=1) == 11.0
    assert by_double is bind(body, {placeholder: double})
    assert by_double is not bind(body, {placeholder: double}, fast_kernel)
    assert by_double.__qualname__ == f"body_{fingerprint(body, {placeholder: double})}"
    with pytest.raises(
        ParameterError, match="placeholder is bound to nothing yet; compile the kernel with bind"
    ):
        body(5.0)


def test_compiled_functions_are_bound_as_what_they_came_from():
    assert bind(through_a_compiled_function, {placeholder: kernel(double)})(4.0) == 8.0
    assert bind(kernel(body), {placeholder: double})(5.0) == 22.0


def test_placeholders_inside_expressions_are_reached():
    assert bind(through_an_expression, {placeholder: double})(np.array([1.0, 2.0])) == 6.0


def test_the_fingerprint_covers_constants_and_arrays(monkeypatch):
    before = fingerprint(body, {placeholder: weighted})
    assert before == fingerprint(body, {placeholder: weighted})
    assert before != fingerprint(body, {placeholder: double})
    monkeypatch.setitem(globals(), "FACTOR", 4.0)
    other_factor = fingerprint(body, {placeholder: weighted})
    monkeypatch.setitem(globals(), "WEIGHTS", np.array([1.0, 2.5]))
    other_weights = fingerprint(body, {placeholder: weighted})
    monkeypatch.setattr(body, "__defaults__", (3,))
    other_default = fingerprint(body, {placeholder: weighted})
    assert len({before, other_factor, other_weights, other_default}) == 4


def test_what_cannot_be_bound_is_refused():
    with pytest.raises(ParameterError, match="endless calls itself; write it as a loop"):
        bind(endless, {})
    outside = 2.0
    with pytest.raises(ParameterError, match="plain functions at the top level of a module"):
        bind(lambda value: outside * value, {})
    with pytest.raises(ParameterError, match="cannot be compiled into a kernel"):
        bind(max, {})


SCRIPT = """
import sys
import body, callees
from diskembed.binding import bind
kernel = bind(body.run, {body.slot: getattr(callees, sys.argv[1])})
print(kernel(1.0), sum(kernel.stats.cache_hits.values()))
"""
BODY = """
def slot(value):
    return value

def run(value):
    return slot(value) + slot(value)
"""
CALLEES = """
from deeper import shift

def first(value):
    return shift(value)

def second(value):
    return 10.0 * shift(value)
"""
DEEPER = """
def shift(value):
    return value + {shift}
"""


@pytest.fixture
def run(tmp_path):
    """Write three modules and run the body in a process of its own: (its result, whether from the cache)."""

    def write_and_run(callee, shift=0.0):
        (tmp_path / "body.py").write_text(BODY)
        (tmp_path / "callees.py").write_text(CALLEES)
        (tmp_path / "deeper.py").write_text(DEEPER.format(shift=shift))
        environment = os.environ | {
            "NUMBA_CACHE_DIR": str(tmp_path / "cache"),
            "PYTHONPATH": os.pathsep.join([str(tmp_path), *filter(None, sys.path)]),
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        command = [sys.executable, "-c", SCRIPT, callee]
        done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
        value, hits = done.stdout.split()
        return float(value), hits == "1"

    return write_and_run


def test_a_second_callee_does_not_get_the_first_ones_code(run):
    """Trap 1: one body under one name, rebound, in processes of their own."""
    assert run("first") == (2.0, False)
    assert run("second") == (20.0, False)
    assert run("first") == (2.0, True)


def test_an_edited_callee_of_a_callee_is_noticed(run):
    """Trap 2: the files of the body and of its callee, whose time stamps Numba looks at, stay as they are."""
    assert run("first") == (2.0, False)
    assert run("first", shift=0.5) == (3.0, False)
    assert run("first") == (2.0, True)
