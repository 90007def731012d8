"""Where centres live: one file a geometry, one contract, and a registry that finds them."""

from __future__ import annotations

from diskembed.geometry.contract import Geometry
from diskembed.geometry.registry import make, names, register

__all__ = ["Geometry", "make", "names", "register"]
