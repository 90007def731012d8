"""What the contract itself does: gates, names, options."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from diskembed.errors import DomainError, ParameterError
from diskembed.geometry import Geometry, make, names, register, registry
from diskembed.geometry.euclid import Euclid
from diskembed.geometry.hyperboloid import Hyperboloid
from diskembed.geometry.scalars import Scalars
from diskembed.geometry.sphere import Sphere


def test_the_built_in_geometries_are_registered():
    assert {"cube", "euclid", "hyperboloid", "l1", "polyhedral", "simplex", "sphere"} <= set(names())


@pytest.mark.parametrize("n", [0, -1, 2.0, "2", True, None])
def test_n_is_a_positive_integer(n):
    with pytest.raises(ParameterError, match="integer of at least 1"):
        Euclid(n)


def test_an_unknown_name_is_answered_with_near_ones_and_all():
    with pytest.raises(
        ParameterError, match=r"'hyperbolid'; geometry may be cube, .*did you mean hyperboloid"
    ):
        make("hyperbolid", 2)


def test_an_unknown_option_is_an_error():
    with pytest.raises(ParameterError, match=r"'sphere' cannot be made with the options \['curvature'\]"):
        make("sphere", 2, curvature=1.0)


def test_options_are_what_was_given():
    assert make("hyperboloid", 2, curvature=-2.0).options == {"curvature": -2.0}
    assert make("euclid", 2).options == {}


def test_an_instance_passes_through_if_it_agrees():
    space = Hyperboloid(3, -2.0)
    assert make(space, 3) is space
    with pytest.raises(ParameterError, match=r"n=4 and options \{\}; n=3 and no options"):
        make(space, 4)
    with pytest.raises(ParameterError, match="no options"):
        make(space, 3, curvature=-2.0)


def test_a_name_is_taken_once():
    register("euclid", Euclid)  # the same again is no conflict
    with pytest.raises(ParameterError, match="'euclid' exists"):
        register("euclid", Sphere)
    assert make("euclid", 2) == Euclid(2)
    registry.unregister("never registered")


@pytest.mark.parametrize(
    ("points", "says"),
    [
        ([[1.0, 0.0]], r"shape \(1, 2\); hyperboloid with n=2 has 3 coordinates"),
        (1.0, r"shape \(\)"),
        ([[1.0, 0.0, np.nan]], "NaN or infinite"),
        ([[1.0, 1.0, 0.0]], r"off hyperboloid by 0.414 of its size.*project\(x\)"),
        ([[-1.0, 0.0, 0.0]], "off hyperboloid by 2"),
        ([[np.cosh(26), np.sinh(26), 0.0]], "26 away from the origin; hyperboloid is accurate up to 25"),
    ],
)
def test_check_refuses_what_is_no_point(points, says):
    with pytest.raises(DomainError, match=says):
        Hyperboloid(2).check(points)


def test_check_lets_rounding_pass_and_integers_become_floats():
    drifted = Sphere(2).random(10, np.random.default_rng(0)) * (1 + 1e-10)
    np.testing.assert_array_equal(Sphere(2).check(drifted), drifted)
    assert Euclid(2).check([[1, 2]]).dtype == np.float64
    assert Euclid(2).check(np.zeros((0, 2))).shape == (0, 2)


def test_no_points_are_no_trouble():
    none = np.zeros((0, 3))
    for space in (Euclid(3), Sphere(2), Hyperboloid(2)):
        assert space.distance(none, none).shape == (0,)
        assert space.gradients(none, none)[0].shape == (0, 3)
        assert space.exp(none, none).shape == (0, 3)
        assert space.lift_outer(none, np.zeros(0)).shape[0] == 0
        assert space.random(0, np.random.default_rng(0)).shape == (0, 3)


def test_scalar_placeholders_say_how_they_are_bound():
    from diskembed.geometry import scalars

    for name in Scalars._fields:
        placeholder = getattr(scalars, name)
        arguments = [np.zeros(1)] * (placeholder.__code__.co_argcount)
        with pytest.raises(ParameterError, match=rf"{name} is bound to nothing yet.*specialise"):
            placeholder(*arguments)


def test_listing_and_using_geometries_does_not_wait_for_numba():
    code = (
        "import sys; from diskembed.geometry import make, names; "
        "make('hyperboloid', 2).distance([1, 0, 0], [1, 0, 0]); names(); "
        "print('numba' in sys.modules, 'scipy.optimize' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]


def concrete_members(kind):
    return {
        name
        for name, value in vars(kind).items()
        if not name.startswith("_") and callable(value) and not getattr(value, "__isabstractmethod__", False)
    }


@pytest.mark.parametrize("name", names())
def test_what_is_defined_is_not_defined_again(name):
    """A class is abstract or final: what one of them says, those that derive from it do not change."""
    kind = type(registry.examples(name)[0][0])
    above = [base for base in kind.__mro__[1:] if issubclass(base, Geometry)]
    assert all(base.__abstractmethods__ for base in above)
    assert not concrete_members(kind) & set().union(*map(concrete_members, above))
