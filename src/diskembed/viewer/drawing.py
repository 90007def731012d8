"""Circles for the nodes of a map: the model's own where a plane can hold them, else a companion's.

All three planes are drawn by one rule. A circle with middle a and radius q, read as one of the Poincare disk
(curvature -1), the plane (0) or the stereographic sphere (1), moves by the plane's motions; see
``page/plane.js``. A negative q stands for the outside of a circle: a cap that holds the point opposite to
the middle of the sphere's map.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from diskembed.embedding import Embedding
from diskembed.geometry.arrays import column, length
from diskembed.geometry.contract import Geometry
from diskembed.geometry.euclid import Euclid
from diskembed.geometry.hyperboloid import Hyperboloid
from diskembed.geometry.sphere import Sphere
from diskembed.graph.dag import DAG
from diskembed.graph.names import Names
from diskembed.models.disks import Disks
from diskembed.models.relative_disks import RelativeDisks
from diskembed.models.types import Matrix, Vector
from diskembed.query.rows import doubles
from diskembed.viewer.companion import SAMPLED, Companion
from diskembed.viewer.hierarchy import Hierarchy

__all__ = ["Drawing", "is_plane"]

Numbers = NDArray[np.int64]

SMALLEST, LARGEST = 0.004, 0.03
"""The radius that the smallest disk is drawn with, in units of the map: of many disks, and of a few."""
HYPERBOLIC = ("hyperbolic-cones", "poincare", "shadow-cones")


@dataclass(frozen=True, eq=False)
class Drawing:
    """``circles`` are (x, y, radius); ``exact`` tells the model's own disks from a companion's.

    ``order`` is that of painting, what contains first; ``note`` says in words what is to be seen.
    """

    curvature: Literal[-1, 0, 1]
    circles: Matrix
    order: Numbers
    exact: bool
    note: str

    @classmethod
    def of(
        cls, embedding: Embedding, numbers: Numbers, hierarchy: Hierarchy, *, graph: DAG | None = None
    ) -> Drawing:
        """The model's own disks if they lie in a plane, else a companion's."""
        home = plane_of(embedding)
        if home is None or not len(numbers):
            return companion(embedding, embedding.names.take(numbers), hierarchy, graph)
        rows = doubles(embedding.model, embedding.rows[numbers])
        centres, radii = rows[:, :-1], rows[:, -1]
        if isinstance(home, Hyperboloid):
            return _hyperbolic(centres / home.radius, radii / home.radius, _threshold(embedding))
        if isinstance(home, Sphere):
            return _spherical(centres, radii, _threshold(embedding))
        return _flat(centres, radii, _threshold(embedding))


def plane_of(embedding: Embedding) -> Geometry | None:
    """The geometry of disks with at most two coordinates to choose and a distance that draws circles."""
    model = embedding.model
    if isinstance(model, RelativeDisks):
        return Euclid(model.dim - 1) if model.dim <= 3 else None
    if not isinstance(model, Disks) or model.home.n > 2:
        return None
    return model.home if isinstance(model.home, Euclid | Hyperboloid | Sphere) else None


def is_plane(embedding: Embedding) -> bool:
    """Whether the model's own disks can be drawn."""
    return plane_of(embedding) is not None


def companion(embedding: Embedding, names: Names, hierarchy: Hierarchy, graph: DAG | None = None) -> Drawing:
    """Circles made for the picture, of which the note says what they are and what they are worth."""
    model = embedding.model
    hyperbolic = model.name in HYPERBOLIC or model.options.get("geometry") == "hyperboloid"
    made = Companion.of(hierarchy, names, graph=graph)
    circles = to_scale(made.rows[:, :2], made.rows[:, 2]) if made.trained else made.rows
    if hyperbolic and len(circles):
        circles = circles * (0.97 / float((length(circles[:, :2]) + circles[:, 2]).max()))
    note = companion_note(made, model.dim, from_graph=graph is not None)
    return Drawing(-1 if hyperbolic else 0, circles, by_size(circles[:, 2]), exact=False, note=note)


def companion_note(made: Companion, dim: int, *, from_graph: bool) -> str:
    """What is seen, where it comes from, and how far it agrees with the model."""
    not_own = f"not the model's own {dim} numbers a node"
    if made.trained:
        source = "the graph" if from_graph else "what the model tells of these nodes"
        what = f"disks of two coordinates and a radius, fitted to {source}. {shifted('in it')}"
        other = f"circles packed by one parent each reach {_percent(made.others)}"
    else:
        tree = "taken from the graph" if from_graph else "the one that fits best with what the model tells"
        what = (
            f"every circle lies in that of one parent, {tree}. Where a node has several parents, only one is "
            "seen. Positions and sizes mean nothing else."
        )
        other = f"disks trained for the picture reach {_percent(made.others)}"
    note = f"A companion {'trained' if made.trained else 'packed'} for this picture, {not_own}: {what}"
    if made.agreement is not None:
        over = f"pairs into {made.judged_on:,} of the nodes" if made.judged_on == SAMPLED else "all pairs"
        beside = "" if made.others is None else f" ({other})"
        note += (
            f" Its nesting agrees with the model at an F1 of {_percent(made.agreement)} over {over}{beside}."
        )
    return f"{note} Highlights and answers are the model's."


def _percent(share: float | None) -> str:
    return "nothing" if share is None else f"{100 * share:.1f} %"


def by_size(size: Vector) -> Numbers:
    """The largest first; equal ones by number."""
    return np.lexsort((np.arange(len(size)), -size))


def least_radius(count: int) -> float:
    """Of so many disks, the smallest's share of the map: a few can all be seen, many must not cover it."""
    return float(np.clip(0.15 / np.sqrt(max(count, 1)), SMALLEST, LARGEST))


def extent_of(centres: Matrix, radii: Vector) -> float:
    """How far disks spread, by their centres' coordinates and by their radii."""
    return max(float(np.ptp(centres, axis=0).max()), float(np.ptp(radii)))


def _flat(centres: Matrix, radii: Vector, threshold: str) -> Drawing:
    circles = to_scale(_in_plane(centres, 2), radii)
    note = f"The model's own disks, to scale. {shifted('in the plane')}{threshold}"
    return Drawing(0, circles, by_size(radii), exact=True, note=note)


def to_scale(centres: Matrix, radii: Vector) -> Matrix:
    """Circles within the square from -1 to 1, the smallest still to be seen."""
    radii = radii - radii.min() + least_radius(len(radii)) * (extent_of(centres, radii) or 1.0)
    low, high = (centres - column(radii)).min(axis=0), (centres + column(radii)).max(axis=0)
    scale = 2.0 / float((high - low).max())
    circles: Matrix = np.column_stack([(centres - (low + high) / 2) * scale, radii * scale])
    return circles


def _hyperbolic(centres: Matrix, radii: Vector, threshold: str) -> Drawing:
    """Centre x / (x0 + cosh r), radius sinh r / (x0 + cosh r), all times exp(-r) against overflow."""
    centres = _in_plane(centres, 3)
    time, space = np.sqrt(1.0 + (centres[:, 1:] ** 2).sum(axis=1)), centres[:, 1:]
    radii = radii - radii.min() + 10 * SMALLEST * min(extent_of(space, radii) or 1.0, 1.0)
    shrink = np.exp(-radii)
    cosh, sinh = (1.0 + shrink**2) / 2.0, -np.expm1(-2.0 * radii) / 2.0
    below = time * shrink + cosh
    circles = np.column_stack([space * column(shrink / below), sinh / below])
    note = f"The model's own hyperbolic disks in the Poincare disk. {shifted('there')}{threshold}"
    return Drawing(-1, circles, by_size(radii), exact=True, note=note)


def _spherical(centres: Matrix, radii: Vector, threshold: str) -> Drawing:
    """The same with cosine and sine, after a turn that brings the disks' mean to the map's middle."""
    centres = _in_plane(centres, 3)
    middle = centres.mean(axis=0)
    middle = middle / length(middle) if length(middle) > 1e-9 else np.eye(3)[0]
    centres = turned_to_pole(centres, middle)
    least = 5 * SMALLEST * min(extent_of(centres, radii) or 1.0, 1.0)
    radii = np.minimum(radii - radii.min() + least, np.pi - 1e-6)
    below = centres[:, 0] + np.cos(radii)
    below = np.where(np.abs(below) < 1e-12, 1e-12, below)  # a circle through the opposite point is a line
    circles = np.column_stack([centres[:, 1:] / column(below), np.sin(radii) / below])
    note = (
        f"The model's own spherical disks in stereographic projection. {shifted('on the sphere')}{threshold}"
    )
    return Drawing(1, circles, by_size(radii), exact=True, note=note)


def turned_to_pole(points: Matrix, pole: Vector) -> Matrix:
    """Points after the half turn that exchanges ``pole`` and (1, 0, 0)."""
    axis = pole + np.eye(3)[0]
    axis = axis / length(axis) if length(axis) > 1e-9 else np.eye(3)[1]
    return np.asarray(2.0 * column(points @ axis) * axis - points)


def _in_plane(centres: Matrix, width: int) -> Matrix:
    """A line's centres with a second coordinate, 0."""
    return np.column_stack([centres, np.zeros((len(centres), width - centres.shape[1]))])


def shifted(where: str) -> str:
    """Why no radius is negative."""
    return (
        f"All radii {where} are moved by one number so that none is negative, which changes no containment."
    )


def _threshold(embedding: Embedding) -> str:
    if embedding.cutoff == embedding.model.contained_at:
        return ""
    return (
        f" Circles show containment at a protrusion of 0; highlights and answers count a node as contained "
        f"up to {embedding.cutoff:.4g}, the threshold that was chosen for the model."
    )
