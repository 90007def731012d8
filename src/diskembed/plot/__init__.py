"""Pictures: disks as Euler diagrams, curves of training, scores of pairs, and the paper's figures of a model.

All are SVG written by hand; PNG and PDF need the extra ``plot``.
"""

from __future__ import annotations

from diskembed.plot.cones import cones_picture
from diskembed.plot.curves import curves_picture, read_curves
from diskembed.plot.euler import euler_picture
from diskembed.plot.histogram import scores_picture
from diskembed.plot.losses import losses_picture
from diskembed.plot.picture import Picture

__all__ = [
    "Picture",
    "cones_picture",
    "curves_picture",
    "euler_picture",
    "losses_picture",
    "read_curves",
    "scores_picture",
]
