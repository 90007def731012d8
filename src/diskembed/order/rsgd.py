"""Riemannian stochastic gradient descent on centres and radii."""

from __future__ import annotations

from numpy.typing import ArrayLike

from diskembed.errors import ParameterError
from diskembed.geometry.arrays import Array, column, floats
from diskembed.geometry.contract import Geometry

__all__ = ["rsgd_step"]


def rsgd_step(
    geometry: Geometry,
    x: ArrayLike,
    r: ArrayLike,
    gradient_x: ArrayLike,
    gradient_r: ArrayLike,
    *,
    rate: float | ArrayLike,
    lam: float = 1.0,
    nu: float = 1.0,
) -> tuple[Array, Array]:
    """One step down: exp_x(-rate lam gradient_x), eq:update_x, and r - rate nu gradient_r, eq:update_r.

    Args:
        geometry: Where the centres live.
        x: Centres, on the manifold.
        r: Radii, with the leading axes of x.
        gradient_x: The loss's Riemannian gradient for x: tangent at x, as ``geometry.gradients`` gives it.
        gradient_r: The loss's derivative for r.
        rate: eta, one for all or one a disk; not negative.
        lam: The positive weight of the centre's part of the metric (lambda in the paper).
        nu: The positive weight of the radius's part.

    Gradients are trusted to be tangent and may have any length that ``geometry.exp`` takes.

    Returns:
        The new centres, put back onto the manifold against drift, and the new radii.
    """
    if not (lam > 0 and nu > 0):
        raise ParameterError(
            f"lam={lam:g} and nu={nu:g}", allowed="both are positive", do="choose larger ones"
        )
    x, r, gradient_x, gradient_r = floats(x, r, gradient_x, gradient_r)
    eta = floats(rate)[0].astype(x.dtype, copy=False)
    if not (eta >= 0).all():
        raise ParameterError(
            f"a rate is {eta[~(eta >= 0)].flat[0]:g}",
            allowed="at least 0",
            do="to go up, negate the gradients",
        )
    moved = geometry.project(geometry.exp(x, column(-eta * lam) * gradient_x))
    return moved, r - eta * nu * gradient_r
