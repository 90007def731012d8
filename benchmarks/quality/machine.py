"""What the measurements of quality share: the split that they are made on, and how busy the machine is."""

from __future__ import annotations

import os

import diskembed as de
from diskembed.reproduction.source import SplitSource

__all__ = ["load", "read_split"]


def read_split(folder: str | None, percent: float, seed: int = 0) -> de.Split:
    """The published split, or one that is drawn by its rule."""
    return SplitSource(folder, seed).split(percent)


def load() -> str:
    """How busy the machine has been over the last minute, of how many cores."""
    return f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
