"""Every law can fail: for each there is a geometry, broken in one place, that it finds out."""

from __future__ import annotations

import numpy as np
import pytest

from diskembed.geometry.cube import Cube
from diskembed.geometry.euclid import Euclid
from diskembed.geometry.sphere import Sphere

from . import laws, lift_laws, scalar_laws
from .table import LAWS

HOMES = {laws.__name__, lift_laws.__name__, scalar_laws.__name__}


def gradient_is_the_distance(self, x, y):
    """As the published code has it for the simplex."""
    gradient = self.distance(x, y)[..., np.newaxis] * np.ones_like(x - y)
    return gradient, -gradient


def gradient_is_twice_too_long(self, x, y):
    return tuple(2 * gradient for gradient in Euclid.gradients(self, x, y))


def gradient_is_never_zero(self, x, y):
    return np.ones_like(x - y), np.ones_like(x - y)


def distance_of_cities(self, x, y):
    return np.abs(x - y).sum(axis=-1)


def squared_distance(self, x, y):
    return ((x - y) ** 2).sum(axis=-1)


def overshooting_exp(self, x, v):
    return x + 1.001 * v


def the_sign_alone(self, products, r, s):
    return np.asarray(products >= 0)


def wandering(space, x, y, d, step, out):
    out[:] = x + step


BROKEN = {
    "distance_is_a_quasi_metric": {"distance": squared_distance},
    "symmetry_is_as_claimed": {"symmetric": False},
    "exp_goes_as_far_as_the_vector_is_long": {"exp": overshooting_exp},
    "log_inverts_exp": {"log": lambda self, x, y: x - y},
    "exp_inverts_log": {"exp": overshooting_exp},
    "transport_keeps_inner_products": {"transport": lambda self, x, y, v: 1.001 * v},
    "transport_along_a_geodesic_keeps_its_velocity": {"transport": lambda self, x, y, v: v[..., ::-1]},
    "gradients_are_slopes": {"gradients": gradient_is_the_distance},
    "gradients_vanish_where_points_coincide": {"gradients": gradient_is_never_zero},
    "gradient_is_the_way_back": {"gradients": gradient_is_twice_too_long},
    "norm_is_that_of_the_inner_product": {"inner": lambda self, x, u, v: 2 * (u * v).sum(axis=-1)},
    "translation_is_an_isometry": {"translate": lambda self, x, by: 2 * x + by},
    "projection_is_idempotent": {"project": lambda self, x: 0.5 * x},
    "tangent_projection_is_idempotent_and_orthogonal": {"tangent": lambda self, x, v: 0.5 * v},
    "everything_is_finite": {"log": lambda self, x, y: np.full_like(y - x, np.nan)},
    "leading_axes_broadcast": {"transport": lambda self, x, y, v: v},
    "float32_stays_float32_and_close": {"log": lambda self, x, y: (y - x).astype(float)},
    "name_and_options_make_it_again": {"parameters": np.zeros(0)},
    "random_points_are_points": {"log": lambda self, x, y: 2 * (y - x)},
    "lift_sign_is_containment": {"lift_inner": lambda self, y, s: Euclid.lift_inner(self, y, -s)},
    "lift_sign_of_single_precision_is_containment": {
        "lift_outer": lambda self, x, r: Euclid.lift_outer(self, x, r * np.float32(1.001))
    },
    "lift_sign_alone_accepts_the_reverse": {"lifted_containment": the_sign_alone},
    "lift_is_of_unit_length_and_never_overflows": {
        "lift_outer": lambda self, x, r: 2 * Euclid.lift_outer(self, x, r)
    },
    "lift_of_large_radii_decides": {"lifted_containment": the_sign_alone},
    "radii_beyond_the_diameter_nest_always": {"lifted_containment": the_sign_alone},
    "without_a_lift_asking_for_it_is_an_error": {"lift_inner": lambda self, y, s: y},
    "scalar_distance_and_gradients_are_the_arrays_twins": {"distance": distance_of_cities},
    "scalar_exp_and_project_are_the_arrays_twins": {"exp": overshooting_exp},
    "beyond_is_never_wrong_and_seldom_unsure": {
        "distance": lambda self, x, y: 0.4 * Euclid.distance(self, x, y)
    },
    "toward_takes_its_step_off_the_distance": {"distance": squared_distance},
    "toward_a_point_from_itself_stays": {"scalars": Euclid(2).scalars._replace(toward=wandering)},
}
SOUND = {"radii_beyond_the_diameter_nest_always": Sphere, "without_a_lift_asking_for_it_is_an_error": Cube}


def test_every_law_has_something_to_find():
    assert set(BROKEN) == set(LAWS)
    assert {law.__module__ for law in LAWS.values()} == HOMES


@pytest.mark.parametrize("name", BROKEN)
def test_a_wrong_formula_breaks_its_law(name):
    kind = SOUND.get(name, Euclid)
    points = kind(2).random(8, np.random.default_rng(0))
    LAWS[name](kind(2), points)
    broken = type("Broken", (kind,), BROKEN[name])(2)
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        LAWS[name](broken, points)
