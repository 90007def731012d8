"""Disks of the plane as a picture: an Euler diagram in SVG."""

from __future__ import annotations

from html import escape
from os import PathLike
from typing import TYPE_CHECKING

import numpy as np

from diskembed.errors import ParameterError
from diskembed.storage.atomic import replacing

if TYPE_CHECKING:
    from diskembed.embedding import Embedding

__all__ = ["euler_svg", "save_euler"]

SIZE = 900.0
PALETTE = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442")
"""Okabe and Ito's colours, which colour-blind people tell apart; one a depth of nesting."""


def save_euler(embedding: Embedding, path: str | PathLike[str], *, title: str = "", labels: int = 40) -> None:
    """Write ``euler_svg`` to a file, all of it or nothing."""
    drawing = euler_svg(embedding, title=title, labels=labels)
    with replacing(path) as file:
        file.write(drawing.encode())


def euler_svg(embedding: Embedding, *, title: str = "", labels: int = 40) -> str:
    """Euclidean disks of three numbers a node as circles, the large ones first; the largest are named.

    Radii are shifted so that none is negative, which changes no containment (eq:translational-symmetry).
    """
    model = embedding.model
    if model.options.get("geometry") != "euclid" or model.dim != 3:
        raise ParameterError(
            f"a picture of {model.name} with {model.options} and dim={model.dim}",
            allowed='disks with geometry="euclid" and dim=3: two coordinates and a radius',
            do="train such a companion for the drawing",
        )
    centres, radii = np.asarray(embedding.centers), np.asarray(embedding.radii)
    radii = radii - radii.min() + 0.002 * np.ptp(centres, axis=0).max(initial=1.0)
    low = (centres - radii[:, None]).min(axis=0)
    high = (centres + radii[:, None]).max(axis=0)
    scale = SIZE / max(float((high - low).max()), 1e-300)
    places, sizes = (centres - low) * scale, radii * scale
    order = np.argsort(-sizes, kind="stable")
    depth = _depths(places, sizes, order)
    circles = [
        _circle(places[i], sizes[i], PALETTE[depth[i] % len(PALETTE)], embedding.names[int(i)]) for i in order
    ]
    texts = [_label(places[i], sizes[i], embedding.names[int(i)]) for i in order[:labels]]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-10 -34 {SIZE + 20:.0f} {SIZE + 44:.0f}" '
            'font-family="sans-serif">',
            '<rect x="-10" y="-34" width="100%" height="100%" fill="#ffffff"/>',
            f'<text x="0" y="-12" font-size="18">{escape(title)}</text>',
            *circles,
            *texts,
            "</svg>\n",
        ]
    )


def _depths(places: np.ndarray, sizes: np.ndarray, order: np.ndarray) -> np.ndarray:
    """How many larger circles hold the middle of each."""
    depth = np.zeros(len(sizes), np.int64)
    for rank, node in enumerate(order):
        larger = order[:rank]
        apart = np.hypot(*(places[larger] - places[node]).T)
        depth[node] = int((apart + sizes[node] <= sizes[larger]).sum())
    return depth


def _circle(place: np.ndarray, size: float, colour: str, name: str) -> str:
    return (
        f'<circle cx="{place[0]:.1f}" cy="{place[1]:.1f}" r="{max(size, 0.6):.1f}" fill="{colour}" '
        f'fill-opacity="0.13" stroke="{colour}" stroke-width="0.7"><title>{escape(name)}</title></circle>'
    )


def _label(place: np.ndarray, size: float, name: str) -> str:
    height = min(15.0, max(6.0, size / 4))
    return (
        f'<text x="{place[0]:.1f}" y="{place[1] - size + height:.1f}" font-size="{height:.1f}" '
        f'text-anchor="middle" stroke="#ffffff" stroke-width="2.5" paint-order="stroke">{escape(name)}</text>'
    )
