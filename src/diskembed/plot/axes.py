"""Two axes with round numbers, lines and bars between them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from diskembed.plot.canvas import GREY, INK, text

__all__ = ["Axes", "legend", "ticks"]


def ticks(low: float, high: float, about: int = 6) -> list[float]:
    """Round numbers from ``low`` to ``high``, about so many."""
    step = 10.0 ** math.floor(math.log10((high - low) / about))
    step *= min((1, 2, 5, 10), key=lambda factor: abs((high - low) / (factor * step) - about))
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [round(count * step, 12) for count in range(first, last + 1)]


@dataclass(frozen=True)
class Axes:
    """A frame at (left, top) of so many units, whose inside goes from ``x[0]`` to ``x[1]``, up likewise."""

    left: float
    top: float
    width: float
    height: float
    x: tuple[float, float]
    y: tuple[float, float]

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Where a point lies in the picture."""
        across = (x - self.x[0]) / (self.x[1] - self.x[0])
        up = (y - self.y[0]) / (self.y[1] - self.y[0])
        return self.left + across * self.width, self.top + (1 - up) * self.height

    def frame(self, below: str, beside: str) -> list[str]:
        """Both axes with their names, and lines that help the eye."""
        parts = []
        bottom, right = self.top + self.height, self.left + self.width
        for value in ticks(*self.x):
            x, _ = self.at(value, self.y[0])
            parts.append(_rule(x, self.top, x, bottom))
            parts.append(text(x, bottom + 17, f"{value:g}", size=12, colour=GREY, anchor="middle"))
        for value in ticks(*self.y):
            _, y = self.at(self.x[0], value)
            parts.append(_rule(self.left, y, right, y))
            parts.append(text(self.left - 7, y + 4, f"{value:g}", size=12, colour=GREY, anchor="end"))
        parts.append(
            f'<path d="M{self.left:.1f} {self.top:.1f}V{bottom:.1f}H{right:.1f}" fill="none" stroke="{INK}"/>'
        )
        parts.append(text(self.left + self.width / 2, bottom + 38, below, anchor="middle"))
        middle = self.top + self.height / 2
        parts.append(text(self.left - 50, middle, beside, anchor="middle", turned=True))
        return parts

    def line(
        self, points: Iterable[tuple[float, float]], colour: str, *, dashes: str = "", width: float = 2.2
    ) -> str:
        """A line through points."""
        path = " ".join("{:.2f},{:.2f}".format(*self.at(x, y)) for x, y in points)
        dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
        return (
            f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{width:g}" '
            f'stroke-linejoin="round"{dashed}/>'
        )

    def bar(self, low: float, high: float, tall: float, colour: str) -> str:
        """A bar that stands on the lower edge."""
        (left, top), (right, bottom) = self.at(low, tall), self.at(high, self.y[0])
        return (
            f'<rect x="{left:.2f}" y="{top:.2f}" width="{max(right - left, 0):.2f}" '
            f'height="{max(bottom - top, 0):.2f}" fill="{colour}" fill-opacity="0.5"/>'
        )


def legend(x: float, y: float, entries: Sequence[tuple[str, str, str]]) -> list[str]:
    """(words, colour, dashes) one under another."""
    parts = []
    for row, (words, colour, dashes) in enumerate(entries):
        at = y + 20 * row
        dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
        parts.append(
            f'<path d="M{x:.1f} {at:.1f}h28" stroke="{colour}" stroke-width="3" fill="none"{dashed}/>'
        )
        parts.append(text(x + 36, at + 4.5, words, size=13, halo=True))
    return parts


def _rule(x: float, y: float, u: float, v: float) -> str:
    return f'<path d="M{x:.1f} {y:.1f}L{u:.1f} {v:.1f}" stroke="#e4e7eb" stroke-width="1"/>'
