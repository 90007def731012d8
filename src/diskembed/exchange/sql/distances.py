"""Distances as SQL over coordinates: ``a_0, a_1, ...`` of an ancestor, ``d_0, d_1, ...`` of a descendant.

Each is what ``Geometry.distance`` computes, term by term. A formula may go in steps: named numbers that
later ones refer to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from diskembed.errors import ParameterError
from diskembed.geometry.contract import Geometry
from diskembed.geometry.hyperboloid import Hyperboloid
from diskembed.geometry.hyperboloid_scalars import OPPOSITE
from diskembed.geometry.polytope import Polytope

__all__ = ["Distance", "distance_of"]

Largest = Callable[[list[str]], str]
"""How a database names the largest of several numbers."""


class Distance(NamedTuple):
    """An expression, and the steps before it, each a name with its expression."""

    formula: str
    steps: tuple[Mapping[str, str], ...] = ()


def distance_of(geometry: Geometry, largest: Largest) -> Distance:
    """The distance in that geometry."""
    if isinstance(geometry, Hyperboloid):
        return _hyperboloid(geometry)
    each = [f"(a_{i} - d_{i})" for i in range(geometry.width)]
    if isinstance(geometry, Polytope):
        return Distance(largest([_combination(row, each) for row in geometry.directions().tolist()]))
    apart = _sum(f"{term} * {term}" for term in each)
    if geometry.name == "euclid":
        return Distance(f"sqrt({apart})")
    if geometry.name == "sphere":
        together = _sum(f"(a_{i} + d_{i}) * (a_{i} + d_{i})" for i in range(geometry.width))
        return Distance(f"2 * atan2(sqrt({apart}), sqrt({together}))")
    sizes = [f"abs{term}" for term in each]
    if geometry.name == "cube":
        return Distance(largest(sizes))
    if geometry.name == "l1":
        return Distance(_sum(sizes))
    raise ParameterError(
        f"no SQL is known for distances in {geometry.name}",
        allowed="euclid, sphere, hyperboloid, cube, l1 and polyhedral quasi-metrics",
        do="export vectors instead: npz, parquet, word2vec or projector",
    )


def _hyperboloid(geometry: Hyperboloid) -> Distance:
    """2 R asinh(sqrt(q)), with q as ``Hyperboloid`` computes it, without differences of large numbers.

    Of the two points the one nearer to the origin is taken for x, as there.
    """
    n, square = geometry.n, repr(1 / geometry.curvature)
    axes = range(1, n + 1)
    swap = {
        f"{name}_{i}": f"CASE WHEN a_0 <= d_0 THEN {first}_{i} ELSE {second}_{i} END"
        for i in range(n + 1)
        for name, first, second in (("x", "a", "d"), ("y", "d", "a"))
    }
    parts = {
        "along": _sum(f"x_{i} * (y_{i} - x_{i})" for i in axes),
        "apart": _sum(f"(y_{i} - x_{i}) * (y_{i} - x_{i})" for i in axes),
        "own": f"(x_0 * x_0 + {square})",
    }
    share = "CASE WHEN own > 0 THEN along / own ELSE 0 END"
    slant = {"share": share, "bound": "x_0 * (x_0 + y_0) + along"}
    across = _sum(f"(y_{i} - x_{i} - share * x_{i}) * (y_{i} - x_{i} - share * x_{i})" for i in axes)
    wedge = {"wedge": f"(CASE WHEN own > 0 THEN own ELSE 0 END) * ({across})"}
    bend = repr(geometry.curvature)
    q = {
        "q": f"CASE WHEN bound < {OPPOSITE!r} * x_0 * y_0 "
        f"THEN {bend} * (along - x_0 * (y_0 - x_0)) / 2 ELSE (apart - ({bend}) * wedge) / bound / 2 END"
    }
    formula = f"{2 * geometry.radius!r} * asinh(sqrt(CASE WHEN q > 0 THEN q ELSE 0 END))"
    return Distance(formula, (swap, parts, slant, wedge, q))


def _combination(weights: Iterable[float], terms: list[str]) -> str:
    return _sum(f"({weight!r}) * {term}" for weight, term in zip(weights, terms, strict=True))


def _sum(terms: Iterable[str]) -> str:
    return " + ".join(terms)
