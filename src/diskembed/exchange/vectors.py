"""Plain vectors and radii from elsewhere, and the model that they are rows of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from diskembed.errors import ParameterError
from diskembed.geometry import registry as geometries
from diskembed.geometry.contract import Geometry
from diskembed.graph.names import Names
from diskembed.models.disks import Disks, usual_nu
from diskembed.models.types import Array

__all__ = ["Vectors", "disks_of"]


@dataclass(frozen=True, eq=False)
class Vectors:
    """Names with centres, one a row, and radii."""

    names: Names
    centers: Array
    radii: Array


def disks_of(
    centers: ArrayLike, radii: ArrayLike, geometry: str, options: dict[str, Any]
) -> tuple[Array, Disks]:
    """Rows and their model; centres that are no points of the geometry are refused.

    Numbers other than float32 become float64.
    """
    points, sizes = (np.asarray(given) for given in (centers, radii))
    for what, given in (("centres", points), ("radii", sizes)):
        if given.dtype.kind not in "fiu":
            raise ParameterError(f"{what} of {given.dtype}", allowed="numbers")
    if points.ndim != 2 or sizes.shape != points.shape[:1]:
        raise ParameterError(
            f"centres of shape {points.shape} and radii of shape {sizes.shape}",
            allowed="one row of coordinates and one radius a node",
        )
    single = points.dtype == sizes.dtype == np.float32
    rows: Array = np.column_stack([points, sizes]).astype(np.float32 if single else np.float64)
    home = _home(geometry, points.shape[1], options)
    home.check(rows[:, :-1])
    return rows, Disks(home.n + 1, geometry, usual_nu(geometry), home.options)


def _home(geometry: str, width: int, options: dict[str, Any]) -> Geometry:
    """The geometry whose points have so many coordinates."""
    curved = geometry in ("sphere", "hyperboloid")  # points lie in one more dimension than there are
    try:
        home = geometries.make(geometry, max(width - curved, 1), **options)
    except ParameterError:
        home = geometries.make(geometry, width, **options)
    if home.width != width:
        raise ParameterError(
            f"centres of {width} coordinates in {geometry}",
            allowed=f"with n={home.n} a point of it has {home.width}",
        )
    return home
