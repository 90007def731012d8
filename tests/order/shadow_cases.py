"""The four shadow cones as rows of one table: module, parameter, geometry of the disks, random points."""

from __future__ import annotations

from dataclasses import dataclass
from types import ModuleType

import numpy as np

from diskembed.geometry import Geometry, make
from diskembed.geometry.coordinates import lorentz_from_ball, lorentz_from_half_space
from diskembed.order.shadow_cones import (
    penumbral_ball,
    penumbral_half_space,
    umbral_ball,
    umbral_half_space,
)
from order.points import ball_points, half_space_points

LORENTZ = make("hyperboloid", 3)


@dataclass(frozen=True)
class Case:
    cone: ModuleType
    options: dict[str, float]
    space: Geometry
    widest: float

    @property
    def in_ball(self) -> bool:
        return self.space.name == "sphere"

    def points(self, count: int, seed: int) -> np.ndarray:
        if self.in_ball:
            return ball_points(count, 0.25, 0.97, seed=seed)
        return half_space_points(count, 0.02, 2.9, seed=seed)

    def pairs(self, count: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
        """Half of the descendants anywhere, half with disks that nearly touch the ancestor's from inside."""
        u, v = self.points(count, 2 * seed + 1), self.points(count, 2 * seed + 2)
        rng = np.random.default_rng(seed)
        centre, r = self.cone.to_disk(u[::2], **self.options)
        s = r * rng.uniform(0.05, 0.95, size=len(r))
        step = self.space.tangent(centre, rng.normal(size=centre.shape))
        step /= self.space.norm(centre, step)[:, None]
        step *= ((r - s) * rng.uniform(0.5, 1.5, size=len(r)))[:, None]
        v[::2] = self.cone.from_disk(self.space.exp(centre, step), s, **self.options)
        return u, v

    def disks(self, u: np.ndarray, v: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        (centre, r), (other, s) = (self.cone.to_disk(p, **self.options) for p in (u, v))
        return self.space.distance(centre, other), r, s

    def distance(self, u: np.ndarray, v: np.ndarray) -> np.ndarray:
        """The hyperbolic distance, by way of the hyperboloid."""
        lorentz = lorentz_from_ball if self.in_ball else lorentz_from_half_space
        return LORENTZ.distance(lorentz(u), lorentz(v))


CASES = {
    "umbral_half_space": Case(umbral_half_space, {"object_radius": 0.3}, make("euclid", 2), np.inf),
    "penumbral_half_space": Case(penumbral_half_space, {"source_height": 3.0}, make("euclid", 2), 3.0),
    "umbral_ball": Case(umbral_ball, {"object_radius": 0.3}, make("sphere", 2), np.pi / 2),
    "penumbral_ball": Case(
        penumbral_ball, {"source_radius": 0.3}, make("sphere", 2), np.pi / 2 - np.arctan(np.sinh(0.3))
    ),
}
