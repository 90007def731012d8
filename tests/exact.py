"""Vectors of mpmath numbers: what formulas are checked against at 60 digits."""

from __future__ import annotations

from collections.abc import Iterable

import mpmath as mp
from mpmath import mpf

DIGITS = 60
Vector = list[mpf]


def vector(values: Iterable[float]) -> Vector:
    """The numbers that are stored, without rounding."""
    return [mpf(float(value)) for value in values]


def dot(a: Vector, b: Vector) -> mpf:
    return mp.fsum(p * q for p, q in zip(a, b, strict=True))


def plus(a: Vector, b: Vector, times: mpf | int = 1) -> Vector:
    """a + times b."""
    return [p + times * q for p, q in zip(a, b, strict=True)]


def scaled(a: Vector, by: mpf) -> Vector:
    return [p * by for p in a]


def length(a: Vector) -> mpf:
    return mp.sqrt(dot(a, a))


def angle(a: Vector, b: Vector) -> mpf:
    """Between two directions, from 0 to pi."""
    a, b = scaled(a, 1 / length(a)), scaled(b, 1 / length(b))
    return 2 * mp.atan2(length(plus(a, b, -1)), length(plus(a, b)))
