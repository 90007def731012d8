"""Disks that are hard to tell apart, in every geometry: what engines are held against the scores on."""

from dataclasses import dataclass

import numpy as np

from diskembed.geometry import registry as geometries
from diskembed.models import registry
from diskembed.models.contract import Model
from diskembed.query.scores import scores

LIFTED = ("euclid", "hyperboloid", "sphere")


@dataclass(frozen=True, eq=False)
class Scene:
    name: str
    model: Model
    rows: np.ndarray
    cutoff: float

    def __str__(self):
        return self.name

    def inside(self):
        """By the definition: entry (i, j) says whether i contains j."""
        n = len(self.rows)
        above, below = np.repeat(np.arange(n), n), np.tile(np.arange(n), n)
        return (scores(self.model, self.rows, above, below) <= self.cutoff).reshape(n, n)


def rows_of(model, count, rng, spread=1.0, radius=1.0):
    rows = model.random(count, rng, spread)
    rows[:, -1] = radius * rng.normal(size=count)
    return rows


def touching(model, count, rng, cutoff):
    """Each but the first touches one before it, from inside, within a few roundings."""
    rows = rows_of(model, count, rng, 0.5, 0.5)
    for i in range(1, count):
        other = rows[rng.integers(i)]
        apart = model.home.distance(other[:-1], rows[i, :-1])
        rows[i, -1] = (other[-1] + cutoff - apart) * (1 + rng.integers(-3, 4) * 1e-16)
    return rows


def repeated(rows, rng):
    """Every fourth stands twice, some of these with a radius one rounding larger."""
    rows = rows.copy()
    rows[1::4] = rows[::4][: len(rows[1::4])]
    rows[::8, -1] = np.nextafter(rows[::8, -1], np.inf)
    return rows


SMALL = {"euclid": 3e7, "hyperboloid": 0.05, "sphere": 0.01}
"""How large the outermost disk of a nested forest is."""


def nested(model, count, rng, shrinking=3.0):
    """A forest's disks, each a part of its parent, on its rim but for a few roundings; some just too large.

    A child is up to 10^shrinking times smaller than its parent, so that radii span all that doubles hold.
    """
    home, rows = model.home, rows_of(model, count, rng, 0.0, 0.0)
    size = SMALL[model.geometry]
    rows[0, -1] = size
    for i in range(1, count):
        parent = rows[rng.integers(i)]
        radius = parent[-1] * 10 ** -rng.uniform(0.3, shrinking)
        step = home.tangent(parent[:-1], rng.normal(size=home.width))
        step *= (parent[-1] - radius) / home.norm(parent[:-1], step)
        rows[i, :-1] = home.exp(parent[:-1], step)
        gap = rng.choice([0.0, 1e-16, -1e-16, 1e-9, 1e-3, -1e-9, -1e-3])
        rows[i, -1] = parent[-1] * (1 - gap) - home.distance(parent[:-1], rows[i, :-1])
    rows[:, -1] -= rng.choice([0.0, size / 3])  # where zero is makes no difference
    return rows


def scenes(count=50):
    found = []
    for name in LIFTED:
        for dim in (2, 6):
            model, rng = registry.make("disks", dim, geometry=name), np.random.default_rng(dim)
            found += [
                Scene(f"{name}{dim}-touching{cutoff}", model, touching(model, count, rng, cutoff), cutoff)
                for cutoff in (0.0, 0.3, -0.2)
            ]
            base = rows_of(model, count, rng)
            found += [
                Scene(f"{name}{dim}-repeated", model, repeated(base, rng), 0.0),
                Scene(f"{name}{dim}-beyond", model, rows_of(model, count, rng, 1.0, 8.0), 0.1),
                Scene(f"{name}{dim}-tiny", model, rows_of(model, count, rng, 1e-5, 1e-5), 1e-6),
                Scene(f"{name}{dim}-float32", model, base.astype(np.float32), 0.05),
                Scene(f"{name}{dim}-raised", model, base + np.eye(model.width)[-1] * 1e3, -0.1),
                Scene(f"{name}{dim}-one", model, base[:1], 0.0),
                Scene(f"{name}{dim}-nested", model, nested(model, 3 * count, rng), 0.0),
            ]
    found += list(of_their_own(count))
    return found


def of_their_own(count):
    """What only one geometry has."""
    rng = np.random.default_rng(0)
    flat = registry.make("disks", 4, geometry="euclid")
    spread = rows_of(flat, count, rng) * np.exp(rng.uniform(-9, 9, size=(count, 1)))
    yield Scene("euclid-scales", flat, spread, 0.0)
    yield Scene("euclid-far", flat, rows_of(flat, count, rng) + np.array([1e6, 0, 0, 0]), 0.0)
    yield Scene("euclid-one-point", flat, np.zeros((5, 4)), 0.0)
    for size in (1e-100, 1e100):
        yield Scene(f"euclid-{size:g}", flat, size * rows_of(flat, count, rng), 0.0)
    for curvature in (-1.0, -0.04, -900.0):
        options = {"geometry": "hyperboloid", "geometry_options": {"curvature": curvature}}
        space = registry.make("disks", 4, **options)
        scale = (-curvature) ** -0.5
        rows = rows_of(space, count, rng, 4 * scale, 4 * scale)
        yield Scene(f"hyperboloid-curved{curvature:g}", space, rows, 0.1 * scale)
        yield Scene(f"hyperboloid-out{curvature:g}", space, nested_far_out(space, count, rng, scale), 0.0)
    for dim in (2, 5):
        model = registry.make("relative-disks", dim)
        rows = model.random(count, rng, 2.0)
        rows[1::3] = rows[::3][: len(rows[1::3])]
        for cutoff in (0.0, 0.7, 1.0, 1.5, -0.4):
            yield Scene(f"relative{dim}-{cutoff:g}", model, rows, cutoff)


def nested_far_out(model, count, rng, scale):
    """Small disks in a large one, 12 curvature radii from the origin."""
    home = model.home
    out = np.zeros(home.width)
    out[-1] = 12 * scale
    far = home.exp(home.origin(), out)
    step = home.tangent(np.tile(far, (count, 1)), rng.normal(size=(count, home.width)))
    length = scale * rng.uniform(0, 2, size=count)
    centres = home.exp(np.tile(far, (count, 1)), step * (length / home.norm(far, step))[:, None])
    radii = scale * rng.uniform(-1, 1.5, size=count)
    radii[1:] = np.where(
        rng.random(count - 1) < 0.5, radii[0] - home.distance(centres[0], centres[1:]), radii[1:]
    )
    return np.column_stack([centres, radii])


def unlifted(count=40):
    """Models without a lift, and rows for which no rounding is known."""
    rng = np.random.default_rng(1)
    for name in geometries.names():
        model = registry.make("disks", 4, geometry=name)
        if not model.home.has_lift:
            yield Scene(name, model, rows_of(model, count, rng), 0.1)
    for name in registry.names():
        model = registry.make(name, 4)
        if model.disk_form(model.random(2, rng, 0.1), 0.0) is None:
            yield Scene(name, model, model.project(model.random(count, rng, 0.5)), 0.4)
    flat = registry.make("disks", 3, geometry="euclid")
    sphere, space = (registry.make("disks", 3, geometry=name) for name in ("sphere", "hyperboloid"))
    yield Scene("off the sphere", sphere, 1.5 * rows_of(sphere, count, rng), 0.0)
    yield Scene("off the hyperboloid", space, rows_of(space, count, rng) + np.array([0.1, 0, 0, 0]), 0.0)
    yield Scene("too small", flat, 1e-170 * rows_of(flat, count, rng), 0.0)
    yield Scene("radii too large", sphere, 1e14 * rows_of(sphere, count, rng), 0.0)
    yield Scene("no nodes", flat, np.empty((0, 3)), 0.0)
    shrunk = registry.make("relative-disks", 3)
    yield Scene("radius below 0", shrunk, rows_of(shrunk, count, rng), 0.0)
