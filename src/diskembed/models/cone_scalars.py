"""Entailment cones' scalar functions, in the ball (curvature -1) and in flat space; ``knobs`` says which.

All formulas are those of the ball with |x|^2 times c, which is 1 in the ball and 0 in flat space. ``knobs``
is (K, c, inner, outer): points keep ``inner <= |x| <= outer``.
"""

from __future__ import annotations

import math

from diskembed.models.plane_scalars import frame, glide, keep_in_shell, offsets, shift
from diskembed.models.scalars import ModelScalars
from diskembed.models.types import Matrix, Vector

__all__ = ["SCALARS"]

NARROWEST_COSINE = 1e-4
"""The cosine of an aperture is at least this in gradients: at a right angle they would be infinite."""


def score(space: Matrix, knobs: Vector, above: Vector, below: Vector) -> float:
    """Xi - psi (eq:hyp-cones), in one piece: the angle whose sine and cosine are ``turn``."""
    radius, along, across = offsets(above, below)
    sine, cosine = turn(knobs, radius, along, across)
    return math.atan2(sine, cosine)


def shortfall(space: Matrix, knobs: Vector, above: Vector, below: Vector, margin: float) -> float:
    """``margin - (Xi - psi)``; most pairs are told apart by atan t > 3t / (1 + 2 sqrt(1 + t^2))."""
    radius, along, across = offsets(above, below)
    sine, cosine = turn(knobs, radius, along, across)
    if sine > 0.0:
        size = math.sqrt(sine * sine + cosine * cosine)
        if cosine <= 0.0:
            if margin <= 0.5 * math.pi:
                return 0.0
        elif 3.0 * sine >= margin * (cosine + 2.0 * size):
            return 0.0
    return margin - math.atan2(sine, cosine)


def steepness(space: Matrix, knobs: Vector, above: Vector, below: Vector, work: Matrix) -> float:
    """Also leaves the plane's axes and, in the rows after them, the gradients for both points."""
    radius, along, across = frame(above, below, work)
    x1, x2, y1, y2 = slopes(knobs, radius, along, across)
    work[2, 0], work[2, 1], work[3, 0], work[3, 1] = x1, x2, y1, y2
    for_x = inverse_metric(knobs, radius * radius)
    for_y = inverse_metric(knobs, (radius + along) ** 2 + across * across)
    return for_x * (x1 * x1 + x2 * x2) + for_y * (y1 * y1 + y2 * y2)


def move(space: Matrix, knobs: Vector, above: Vector, below: Vector, amount: float, work: Matrix) -> None:
    """The exponential map (eq:update_x) at both points, and back into the shell."""
    step(knobs, above, work, amount, work[2, 0], work[2, 1])
    step(knobs, below, work, amount, work[3, 0], work[3, 1])


def step(knobs: Vector, row: Vector, work: Matrix, amount: float, along: float, across: float) -> None:
    """One point's part of a move."""
    square = 0.0
    for k in range(row.size):
        square += row[k] * row[k]
    factor = -amount * inverse_metric(knobs, square)
    if knobs[1] > 0.0:
        glide(row, work, factor * along, factor * across)
    else:
        shift(row, work, factor * along, factor * across)
    keep_in_shell(row, knobs[2], knobs[3])


def turn(knobs: Vector, radius: float, along: float, across: float) -> tuple[float, float]:
    """Sine and cosine of Xi - psi, up to one positive factor; a cone's own apex has Xi = 0."""
    curvature = knobs[1]
    room = 1.0 - curvature * radius * radius
    sine_psi, cosine_psi = aperture(knobs, radius)
    apart = along * along + across * across
    sine, cosine = room * across, room * along - curvature * radius * apart
    if apart == 0.0:
        cosine = 1.0
    return sine * cosine_psi - cosine * sine_psi, cosine * cosine_psi + sine * sine_psi


def aperture(knobs: Vector, radius: float) -> tuple[float, float]:
    """Sine and cosine of psi = arcsin(K (1 - c |x|^2) / |x|)."""
    sine = min(knobs[0] * (1.0 - knobs[1] * radius * radius) / radius, 1.0)
    return sine, math.sqrt((1.0 - sine) * (1.0 + sine))


def slopes(knobs: Vector, radius: float, along: float, across: float) -> tuple[float, float, float, float]:
    """The gradients of Xi - psi in the plane, for above and for below; those of Xi are zero at its kinks."""
    K, curvature = knobs[0], knobs[1]
    square = curvature * radius * radius
    cosine_psi = max(aperture(knobs, radius)[1], NARROWEST_COSINE)
    narrowing = K * (1.0 + square) / (radius * radius * cosine_psi)  # -d psi / d |x|
    apart = along * along + across * across
    room = 1.0 - square
    sine, cosine = room * across, room * along - curvature * radius * apart
    size = sine * sine + cosine * cosine
    if size < 1e-200:
        return narrowing, 0.0, 0.0, 0.0
    # Derivatives of sine and cosine, each over |x|: for y - x first, then for x with y - x held fast.
    bend = 2.0 * curvature * radius
    y1 = (-sine * (room - bend * along)) / size
    y2 = (cosine * room + sine * bend * across) / size
    inward = 2.0 * curvature * (radius * along + apart)
    sine_1, sine_2 = room * across / radius - bend * across, -room * along / radius
    cosine_1, cosine_2 = room * along / radius - inward, room * across / radius
    x1 = (cosine * sine_1 - sine * cosine_1) / size - y1
    x2 = (cosine * sine_2 - sine * cosine_2) / size - y2
    if across == 0.0:
        x2, y2 = 0.0, 0.0
    return x1 + narrowing, x2, y1, y2


def inverse_metric(knobs: Vector, square: float) -> float:
    """((1 - |x|^2) / 2)^2 in the ball and 1 in flat space: gradients times this are Riemannian."""
    half: float = (1.0 - 0.5 * knobs[1]) * (1.0 - knobs[1] * square)
    return half * half


SCALARS = ModelScalars(score, shortfall, steepness, move)
