"""Disks of two dimensions as an Euler diagram; of other models a companion, which says so.

Circles are those of the map in the browser: one drawing of the plane, the Poincare disk and the sphere.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import numpy as np
from numpy.typing import NDArray

from diskembed.embedding import Embedding
from diskembed.errors import ParameterError
from diskembed.graph.dag import DAG
from diskembed.models.types import Matrix
from diskembed.plot.branches import branches
from diskembed.plot.canvas import GREY, PALETTE, document
from diskembed.plot.labels import labelled
from diskembed.plot.picture import Picture
from diskembed.viewer.atlas import Atlas

__all__ = ["MOST", "euler_picture"]

SIDE = 900.0
MOST = 2000
"""Nodes, those that contain the most; more are a grey mist on paper. The map in the browser draws all."""
NEAR = 0.5
"""Circles that stay so near to the middle of the Poincare disk are shown larger, without its rim."""
FARTHEST = 4.0
"""How far from the middle a stereographic picture of the sphere goes, at most: the equator is at 1."""


def euler_picture(
    embedding: Embedding, *, graph: DAG | None = None, title: str = "", labels: int = 40, most: int = MOST
) -> Picture:
    """Circles within circles, the ``labels`` largest named where there is room.

    Disks of two coordinates (or one) in Euclid, on the hyperboloid and on the sphere are drawn as they are.
    Of all other models a companion is drawn, made from ``graph`` if that is given; the note says what it is
    and how well it agrees with the model.
    """
    if labels < 0:
        raise ParameterError(f"labels={labels}", allowed="0 or more")
    atlas = Atlas.of(embedding, title, graph=graph, most=min(most, max(1, len(embedding))))
    drawing = atlas.drawing
    circles, outline = _placed(drawing.circles, drawing.curvature)
    colours = branches(atlas.hierarchy.parent, len(PALETTE))
    order = drawing.order.tolist()
    strength = _strength(circles)
    parts = outline + [_circle(circles[i], int(colours[i]), atlas.names[i], strength) for i in order]
    seen = [i for i in order if circles[i, 2] > 0]
    parts.append("</g>")
    shared = shared_beginning(atlas.names)
    short = [name.removeprefix(shared) for name in atlas.names]
    names, _ = labelled(short, circles, seen, labels, side=SIDE)
    note = drawing.note
    reach = _reach(drawing.circles, drawing.curvature)
    if drawing.curvature < 0 and reach < 1.0:
        note += f" Its middle is shown {1 / reach:,.0f} times as large."
    if shared:
        note += f" Names begin with {shared}, which is left out."
    if len(atlas) < len(embedding):
        note += f" The {len(atlas):,} that contain the most of {len(embedding):,} nodes are drawn."
    return Picture(document(parts + names, width=SIDE, height=SIDE, title=title, note=note), note)


def shared_beginning(names: Sequence[str]) -> str:
    """What addresses such as https://schema.org/Thing all begin with, up to a / or #; else nothing."""
    if len(names) < 2:
        return ""
    first, last = min(names), max(names)  # what these two share, all between them do
    same = next((at for at, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), len(first))
    shared = first[:same]
    return shared[: max(shared.rfind("/"), shared.rfind("#")) + 1] if "://" in shared else ""


def _placed(circles: Matrix, curvature: int) -> tuple[Matrix, list[str]]:
    """Circles in the picture's units, after what is drawn under them."""
    reach = _reach(circles, curvature)
    scale = SIDE / 2 / (1.01 * reach)
    placed = circles * scale
    placed[:, :2] += SIDE / 2
    placed[:, 1] = SIDE - placed[:, 1]  # up is up
    frame = f'<rect width="{SIDE:.0f}" height="{SIDE:.0f}"/>'
    clip = f'<clipPath id="frame">{frame}</clipPath><g clip-path="url(#frame)">'
    if curvature == 0 or (curvature < 0 and reach < 1.0):
        return placed, [clip]
    dashes = "" if curvature < 0 else ' stroke-dasharray="6 5"'
    rim = (
        f'<circle class="rim" cx="{SIDE / 2:.1f}" cy="{SIDE / 2:.1f}" r="{scale:.1f}" fill="none" '
        f'stroke="{GREY}" stroke-width="1"{dashes}/>'
    )
    return placed, [clip, rim]


def _reach(circles: Matrix, curvature: int) -> float:
    """How far from the middle a picture goes.

    Of the Poincare disk, to its rim, or to the farthest circle where all lie near the middle. Of a sphere,
    until nearly all is shown: 0.98 of the circles, or ``FARTHEST``.
    """
    proper = circles[circles[:, 2] > 0]
    if curvature == 0 or not len(proper):
        return 1.0 if curvature <= 0 else FARTHEST
    far = np.hypot(proper[:, 0], proper[:, 1]) + proper[:, 2]
    if curvature < 0:
        farthest = float(far.max())
        return farthest if 0.0 < farthest < NEAR else 1.0
    return float(np.clip(np.quantile(far, 0.98), 1e-9, FARTHEST))


def _strength(circles: Matrix) -> float:
    """The opacity of one disk: where very many lie over one another, none may hide what is below."""
    radii = np.clip(circles[:, 2], 0.0, SIDE / 2)
    heaped = float(np.sum(radii**2)) / (SIDE / 2) ** 2
    return float(np.clip(0.7 / max(heaped, 1e-9), 0.006, 0.16))


def _circle(circle: NDArray[np.float64], branch: int, name: str, strength: float) -> str:
    """One disk; a negative radius is the outside of a circle, on the sphere."""
    x, y, radius = circle.tolist()
    colour = GREY if branch < 0 else PALETTE[branch]
    fill = strength / 3 if branch < 0 else strength
    style = (
        f'fill="{colour}" fill-opacity="{fill:.3g}" stroke="{colour}" stroke-width="0.8" '
        f'stroke-opacity="{max(0.2, min(1.0, 7 * strength)):.2g}"'
    )
    what = f"<title>{escape(''.join(c if c.isprintable() else ' ' for c in name))}</title>"
    if radius >= 0:
        return f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{max(radius, 0.8):.2f}" {style}>{what}</circle>'
    r = -radius
    around = (
        f"M0 0H{SIDE:.0f}V{SIDE:.0f}H0Z M{x - r:.2f} {y:.2f}"
        f"a{r:.2f} {r:.2f} 0 1 0 {2 * r:.2f} 0a{r:.2f} {r:.2f} 0 1 0 {-2 * r:.2f} 0Z"
    )
    return f'<path d="{around}" fill-rule="evenodd" {style}>{what}</path>'
