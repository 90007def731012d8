"""Lifts of fitted rows, put where a product of two tells the most, and how near to zero it tells nothing."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from diskembed.geometry.contract import Geometry
from diskembed.geometry.flat import Flat
from diskembed.models.contract import Model
from diskembed.models.disk_form import DiskForm
from diskembed.models.types import Array, Matrix, Vector
from diskembed.query.measured import Measured
from diskembed.query.rounding import DOUBLE, OFF, ROUNDINGS, double_band, single_band
from diskembed.query.rows import doubles

__all__ = ["Lifts"]

STRAYED = 1e-9
"""Points further off their manifold than this part of their size are scored as they are, without lifts."""
TOO_FAR = 160.0
"""In units of curvature: beyond this coordinates near what numbers can hold."""
VANISHED = 1e-140
"""Squares of much smaller lengths are zero, and equal."""
WIDEST = 2.0**-10
"""With a wider band than this lifts decide too little to be worth their while."""


@dataclass(frozen=True, eq=False)
class Lifts:
    """``A[i] . B[j] >= 0`` where disk i contains j, if ``R[i] >= S[j]``; always if ``R - S >= diameter``.

    Products within ``double`` of zero (``single``, of products in float32) and differences of radii
    within ``play`` of a border decide nothing. Distances of ``centres`` are off by less than ``blur``.
    """

    geometry: Geometry
    centres: Matrix
    A: Matrix
    B: Matrix
    R: Vector
    S: Vector
    diameter: float
    play: float
    blur: float
    single: float
    double: float
    cutoff: float

    @staticmethod
    def of(model: Model, rows: Array, cutoff: float) -> Lifts | None:
        """The lifts of all rows; None where the model has none, or numbers are beyond what is known."""
        rows64 = doubles(model, rows)
        form = model.disk_form(rows64, cutoff) if len(rows) else None
        if form is None or not form.geometry.has_lift:
            return None
        with np.errstate(all="ignore"):  # checked below
            return _lifted(form, cutoff)

    def measured(self) -> Measured:
        """The same disks without lifts; the distance and that of the score are each off by ``blur``."""
        slack = self.play + 2.0 * self.blur + VANISHED
        return Measured(self.geometry, np.ascontiguousarray(self.centres), self.R, self.S, slack, self.cutoff)


def _lifted(form: DiskForm, cutoff: float) -> Lifts | None:
    home, middle = form.geometry, _middle(np.concatenate([form.outer, form.inner]))
    outer, inner, centres, unit = form.outer - middle, form.inner - middle, form.centres, _unit(home)
    off = _strayed(home, centres)
    if isinstance(home, Flat):  # translations and dilations change no containment
        centres = centres - np.array([_middle(column) for column in centres.T])
        largest = max(_farthest(home, centres), np.abs(outer).max(), np.abs(inner).max())
        unit = _power_of_two(largest or 1.0)
        if not 1e-140 < unit < 1e140:
            return None
        centres, outer, inner = centres / unit, outer / unit, inner / unit
        reach = blur = 4.0 + form.size / unit
    else:
        farthest = _farthest(home, centres) / unit
        reach = 2.0 * farthest + (form.size + abs(middle)) / unit
        blur = unit * (reach if math.isfinite(home.diameter) else reach + math.exp(min(farthest, TOO_FAR)))
        if not farthest <= TOO_FAR:
            return None
    A = home.lift_outer(centres, outer).astype(np.float64, copy=False)
    B = home.lift_inner(centres, inner).astype(np.float64, copy=False)
    band = double_band(A.shape[1], reach, off)
    if not (off <= STRAYED and band <= WIDEST and np.isfinite(A).all() and np.isfinite(B).all()):
        return None
    scale = unit if isinstance(home, Flat) else 1.0
    play = (64 + 8 * A.shape[1]) * DOUBLE * (form.size + abs(middle)) / scale + 1e-300
    bands = play, ROUNDINGS * DOUBLE * blur + OFF * off * unit, single_band(A.shape[1], band), band
    return Lifts(home, centres, A, B, outer, inner, home.diameter / scale, *bands, cutoff)


def _middle(values: Vector) -> float:
    return float(values.min() / 2 + values.max() / 2)


def _unit(home: Geometry) -> float:
    """The radius of curvature, in a space that has one other than 1."""
    return float(getattr(home, "radius", 1.0))


def _farthest(home: Geometry, centres: Matrix) -> float:
    return float(home.distance(home.origin(), centres).max())


def _power_of_two(at_least: float) -> float:
    """Dividing by it rounds nothing."""
    return math.ldexp(1.0, math.frexp(at_least)[1]) if 0 < at_least < math.inf else at_least


def _strayed(home: Geometry, centres: Matrix) -> float:
    size = np.maximum(np.abs(centres).max(axis=1), 1e-300)
    return float((np.abs(home.project(centres) - centres).max(axis=1) / size).max())
