"""Names beside circles, none over another: the largest circles first, as many as there is room for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from diskembed.models.types import Matrix
from diskembed.plot.canvas import text, width_of

__all__ = ["Box", "labelled"]

LARGEST, SMALLEST = 17.0, 10.5
AIR = 2.0


class Box(NamedTuple):
    """A rectangle that a label fills."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Box) -> bool:
        """Whether the two have anything in common."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )


def labelled(
    names: Sequence[str],
    circles: Matrix,
    order: Sequence[int],
    most: int,
    *,
    side: float,
    taken: Sequence[Box] = (),
) -> tuple[list[str], list[Box]]:
    """Labels in a square of that side for at most ``most`` circles, tried in this order, and their boxes.

    No label lies over another, or over what is ``taken``.
    """
    parts: list[str] = []
    boxes: list[Box] = []
    for node in order:
        if len(parts) >= most:
            break
        x, y, radius = circles[node]
        words = names[node] if len(names[node]) <= 40 else names[node][:39] + "\N{HORIZONTAL ELLIPSIS}"
        size = float(np.clip(radius / 9, SMALLEST, LARGEST))
        for middle, base in _places(x, y, abs(radius), size, width_of(words, size)):
            box = _box(middle, base, size, words)
            inside = box.left >= 0 and box.right <= side and box.top >= 0 and box.bottom <= side
            if inside and not any(box.meets(other) for other in (*boxes, *taken)):
                boxes.append(box)
                parts.append(text(middle, base, words, size=size, anchor="middle", halo=True))
                break
    return parts, boxes


def _places(x: float, y: float, radius: float, size: float, width: float) -> Iterator[tuple[float, float]]:
    """Middles and baselines: under the upper edge where it fits, else in the middle, else around."""
    if width <= 1.6 * radius and radius > 2 * size:
        yield x, y - radius + 1.6 * size
        yield x, y + radius - 0.8 * size
    if width <= 2.4 * radius:
        yield x, y + size / 3
    if radius < 40:
        yield x, y - radius - size / 3
        yield x, y + radius + size
        yield x + radius + width / 2 + 3, y + size / 3
        yield x - radius - width / 2 - 3, y + size / 3


def _box(middle: float, base: float, size: float, words: str) -> Box:
    half = width_of(words, size) / 2 + AIR
    return Box(middle - half, base - size - AIR, middle + half, base + 0.3 * size + AIR)
