"""Formal disks of one coordinate and a radius, with their lower cones (fig:formal-disk)."""

from __future__ import annotations

import numpy as np

from diskembed.embedding import Embedding
from diskembed.errors import ParameterError
from diskembed.models.disks import Disks
from diskembed.models.types import Vector
from diskembed.order.formal_cones import lower_section_radius, upper_section_radius
from diskembed.plot.axes import Axes
from diskembed.plot.canvas import GREY, INK, PALETTE, document
from diskembed.plot.labels import Box, labelled
from diskembed.plot.picture import Picture

__all__ = ["cones_picture"]

SIDE, LEFT = 840.0, 66.0


def cones_picture(embedding: Embedding, node: str | int | None = None, *, title: str = "") -> Picture:
    """All formal disks of a model as points (centre, radius); the lower cones of one and what contains it.

    The model has ``geometry="euclid"`` and ``dim=2``. Below a point, in its lower cone, lies what it
    contains. At radius 0 the cone's section is the disk itself (solid bar), or for a negative radius that of
    the upper cone (dashed). Without a node the one is shown that the most others contain.
    """
    model = embedding.model
    if not isinstance(model, Disks) or model.options.get("geometry") != "euclid" or model.dim != 2:
        raise ParameterError(
            f"cones of {model!r}",
            allowed='disks with geometry="euclid" and dim=2: one coordinate and a radius',
            do="train one for the picture: fit GRAPH --geometry euclid --dim 2",
        )
    x, r = embedding.rows.astype(np.float64).T
    number = _deepest(x, r) if node is None else embedding.number(node)
    inside = np.abs(x - x[number]) <= r - r[number]
    above = np.flatnonzero(inside & (np.arange(len(x)) != number))
    chain = [*_chain(x, r, above), number]
    axes = _axes(x, r)
    parts = ['<clipPath id="inside">' + _area(axes, "") + "</clipPath>"]
    parts += axes.frame("centre x", "radius r")
    parts.append('<g clip-path="url(#inside)">')
    parts += [_cone(axes, x[i], r[i], PALETTE[0]) for i in chain]
    parts.append(axes.line([(axes.x[0], 0.0), (axes.x[1], 0.0)], INK, width=1.2))
    parts += [_section(axes, x[i], r[i]) for i in chain]
    parts += [_dot(axes, x[i], r[i], GREY, 2.0) for i in range(len(x))]
    parts += [_dot(axes, x[i], r[i], PALETTE[5], 4.5) for i in chain]
    parts.append("</g>")
    places = np.array([[*axes.at(x[i], r[i]), 5.0] for i in chain])
    dots = [Box(u - 5, v - 5, u + 5, v + 5) for u, v, _ in places.tolist()]
    names, _ = labelled(
        [embedding.names[i] for i in chain], places, range(len(chain)), len(chain), side=SIDE, taken=dots
    )
    note = (
        f"{embedding.names[number]} and {len(chain) - 1} of the {len(above)} that contain it, among "
        f"{len(x):,} formal disks. Blue: lower cones, each of which holds what its disk contains. Bars at "
        "r = 0: the disks; dashed where the radius is negative."
    )
    return Picture(document(parts + names, width=SIDE, height=SIDE * 0.66 + 50, title=title, note=note), note)


def _axes(x: Vector, r: Vector) -> Axes:
    low, high = min(float(r.min()), 0.0), max(float(r.max()), 0.0)
    wide, tall = float(np.ptp(x)) or 1.0, (high - low) or 1.0
    room = 0.05 * wide
    return Axes(
        LEFT, 6, SIDE - LEFT, 0.66 * SIDE - 6,
        (float(x.min()) - room, float(x.max()) + room), (low - 0.08 * tall, high + 0.12 * tall),
    )  # fmt: skip


def _deepest(x: Vector, r: Vector) -> int:
    """The node that the most others contain: of equal ones, the first."""
    counts = [int((np.abs(x - x[i]) <= r - r[i]).sum()) for i in range(len(x))]
    return int(np.argmax(counts))


def _chain(x: Vector, r: Vector, above: np.ndarray, most: int = 4) -> list[int]:
    """Of those above, largest radius first, some that contain one another, spread over the heights."""
    chain: list[int] = []
    for node in above[np.argsort(-r[above], kind="stable")].tolist():
        if all(abs(x[other] - x[node]) <= r[other] - r[node] for other in chain):
            chain.append(node)
    if len(chain) <= most:
        return chain
    return [chain[round(at)] for at in np.linspace(0, len(chain) - 1, most)]


def _cone(axes: Axes, x: float, r: float, colour: str) -> str:
    drop = r - axes.y[0]
    return axes.line([(x - drop, axes.y[0]), (x, r), (x + drop, axes.y[0])], colour, width=1.8)


def _section(axes: Axes, x: float, r: float) -> str:
    half = float(lower_section_radius(r)) if r >= 0 else float(upper_section_radius(r))
    return axes.line(
        [(x - half, 0.0), (x + half, 0.0)], PALETTE[2], width=5.0, dashes="" if r >= 0 else "4 4"
    )


def _dot(axes: Axes, x: float, r: float, colour: str, size: float) -> str:
    u, v = axes.at(x, r)
    place = f'cx="{u:.2f}" cy="{v:.2f}" r="{size:g}"'
    return f'<circle {place} fill="{colour}" stroke="#ffffff" stroke-width="0.6"/>'


def _area(axes: Axes, style: str) -> str:
    return f'<rect x="{axes.left}" y="{axes.top}" width="{axes.width}" height="{axes.height}"{style}/>'
