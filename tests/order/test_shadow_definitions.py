"""Shadow cones from what light does: who stands in whose shadow, without a word of disks or cones.

All in the plane that holds the two points and the light; a point of the ball is a complex number there.
"""

from __future__ import annotations

import numpy as np

from diskembed.order.shadow_cones import (
    penumbral_ball,
    penumbral_half_space,
    umbral_ball,
    umbral_half_space,
)

SIZE, HEIGHT, COUNT = 0.3, 3.0, 4000


def half_plane(highest):
    rng = np.random.default_rng(0)
    high, low = np.exp(rng.uniform(-3, np.log(highest), size=COUNT)), np.exp(rng.uniform(-4, 1, size=COUNT))
    u, apart = rng.normal(size=COUNT), rng.normal(size=COUNT) * high
    return np.column_stack([u, high]), np.column_stack([u + apart, low])


def disk_plane(nearest):
    """Half of the descendants anywhere, half about behind their ancestor."""
    rng = np.random.default_rng(0)
    u, v = (
        rng.uniform(low, 0.99, size=COUNT) * np.exp(2j * np.pi * rng.random(COUNT)) for low in (nearest, 0)
    )
    behind = u * rng.uniform(0.9, 2, size=COUNT) + 0.05 * (
        rng.normal(size=COUNT) + 1j * rng.normal(size=COUNT)
    )
    v[::2] = behind[::2]
    inside = np.abs(v) < 0.995
    return u[inside], v[inside]


def real(z):
    return np.column_stack([z.real, z.imag])


def check(shaded, contains, energy):
    """The definition, the order and the energy's sign say the same, on both sides often."""
    clear = np.abs(energy) > 2e-3
    np.testing.assert_array_equal(contains[clear], shaded[clear])
    np.testing.assert_array_equal(energy[clear] <= 0, shaded[clear])
    assert 0.02 < shaded.mean() < 0.98
    assert clear.mean() > 0.9


def test_umbral_half_space_every_ray_to_the_objects_ball_has_met_the_others():
    u, v = half_plane(3.0)
    radius_u, radius_v = (np.sinh(SIZE) * p[:, 1] for p in (u, v))  # Euclidean, of hyperbolic balls
    shaded = (v[:, 0] - radius_v >= u[:, 0] - radius_u) & (v[:, 0] + radius_v <= u[:, 0] + radius_u)
    options = {"object_radius": SIZE}
    check(shaded, umbral_half_space.contains(u, v, **options), umbral_half_space.energy(u, v, **options))


def test_penumbral_half_space_the_geodesic_from_the_object_through_the_other_meets_the_source():
    u, v = half_plane(HEIGHT)
    middle = ((u**2).sum(axis=1) - (v**2).sum(axis=1)) / (2 * (u[:, 0] - v[:, 0]))  # of the half circle
    turn_u, turn_v = (np.arctan2(p[:, 1], p[:, 0] - middle) for p in (u, v))
    climbs = (turn_u > turn_v) == (turn_u < np.pi / 2)  # beyond u it goes on up, over the top
    shaded = climbs & (np.hypot(u[:, 0] - middle, u[:, 1]) >= HEIGHT)
    options = {"source_height": HEIGHT}
    check(
        shaded, penumbral_half_space.contains(u, v, **options), penumbral_half_space.energy(u, v, **options)
    )


def test_umbral_ball_every_ray_to_the_objects_ball_has_met_the_others():
    u, v = disk_plane(np.tanh(0.305 / 2))
    ends = []
    for p in (u, v):
        far = 2 * np.arctanh(np.abs(p))
        near, further = np.tanh((far - SIZE) / 2), np.tanh((far + SIZE) / 2)
        sine = (further - near) / (further + near)  # of the angle that the ball's Euclidean circle takes up
        ends.append(np.where(near > 0, np.arcsin(np.minimum(np.abs(sine), 1)), np.inf))
    shaded = np.abs(np.angle(v / u)) + ends[1] <= ends[0]
    sees_light = np.isfinite(ends[1])
    u, v, shaded = real(u[sees_light]), real(v[sees_light]), shaded[sees_light]
    options = {"object_radius": SIZE}
    check(shaded, umbral_ball.contains(u, v, **options), umbral_ball.energy(u, v, **options))


def test_penumbral_ball_the_geodesic_from_the_object_through_the_other_meets_the_source():
    u, v = disk_plane(np.tanh(0.305 / 2))
    way = (u - v) / (1 - np.conj(u) * v)  # from u, away from v
    steps = np.tanh(np.linspace(0, 10, 4001) / 2)[:, None] * way / np.abs(way)
    path = (steps + u) / (1 + np.conj(u) * steps)
    shaded = 2 * np.arctanh(np.abs(path).min(axis=0)) <= SIZE
    options = {"source_radius": SIZE}
    u, v = real(u), real(v)
    check(shaded, penumbral_ball.contains(u, v, **options), penumbral_ball.energy(u, v, **options))
