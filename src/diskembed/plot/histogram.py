"""Scores of a split's pairs: how well positives and negatives are told apart, and where the cutoff lies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from diskembed.embedding import Embedding
from diskembed.errors import ParameterError
from diskembed.evaluation.names import rows_of
from diskembed.plot.axes import Axes, legend
from diskembed.plot.canvas import INK, PALETTE, document, text
from diskembed.plot.picture import Picture

if TYPE_CHECKING:
    from diskembed.split.pairs import Labelled
    from diskembed.split.split import Split

__all__ = ["scores_picture"]

WIDTH, TALL, LEFT, BINS = 900.0, 420.0, 66.0, 60
Part = Literal["valid", "test"]


def scores_picture(embedding: Embedding, split: Split, *, part: Part = "test", title: str = "") -> Picture:
    """Two histograms over one axis, each as a share of its own pairs, since negatives are ten times as many.

    The outermost hundredth on either side is put into the last bar there.
    """
    if part not in {"valid", "test"}:
        raise ParameterError(f"part={part!r}", allowed='"valid" or "test"')
    pairs: Labelled = getattr(split, part)
    at = rows_of(embedding, split.names)
    groups = {}
    for name, found in (("positives", pairs.positives), ("negatives", pairs.negatives)):
        above, below = found.ancestors, found.descendants
        if at is not None:
            above, below = at[above], at[below]
        groups[name] = np.asarray(embedding.protrusion(above, below), np.float64)
        if not len(groups[name]):
            raise ParameterError(f"a split without {name} in its {part} pairs", do="draw a larger one")
    return _drawn(groups, embedding.cutoff, part, title)


def _drawn(groups: dict[str, NDArray[np.float64]], cutoff: float, part: str, title: str) -> Picture:
    edges = _edges([*groups.values(), np.array([cutoff])])
    shares = {name: _shares(values, edges) for name, values in groups.items()}
    axes = Axes(
        LEFT,
        6,
        WIDTH - LEFT,
        TALL,
        (float(edges[0]), float(edges[-1])),
        (0.0, 1.08 * max(float(found.max()) for found in shares.values())),
    )
    parts = axes.frame("protrusion (negative: inside)", "share of its pairs")
    styles = []
    for (name, found), colour, dashes in zip(
        shares.items(), (PALETTE[0], PALETTE[5]), ("", "7 4"), strict=True
    ):
        bars = list(zip(edges.tolist(), edges[1:].tolist(), found.tolist(), strict=False))
        parts += [axes.bar(low, high, tall, colour) for low, high, tall in bars]
        steps = [(x, tall) for low, high, tall in bars for x in (low, high)]
        parts.append(axes.line(steps, colour, dashes=dashes, width=1.6))
        styles.append((f"{len(groups[name]):,} {name}", colour, dashes))
    parts.append(axes.line([(cutoff, 0.0), (cutoff, axes.y[1])], INK, dashes="3 3", width=1.4))
    x, y = axes.at(cutoff, axes.y[1])
    right = x > LEFT + 0.75 * (WIDTH - LEFT)
    parts.append(
        text(
            x - 6 if right else x + 6,
            y + 14,
            f"cutoff {cutoff:.3g}",
            anchor="end" if right else "start",
            halo=True,
        )
    )
    parts += legend(LEFT + 24, 30, styles) if not _crowded(shares) else legend(WIDTH - 200, 50, styles)
    missed = float(np.mean(groups["positives"] > cutoff))
    taken = float(np.mean(groups["negatives"] <= cutoff))
    note = (
        f"Pairs of the split's {part} part. Above the cutoff lie {100 * missed:.2f} % of the positives, "
        f"at or below it {100 * taken:.2f} % of the negatives."
    )
    return Picture(document(parts, width=WIDTH, height=TALL + 52, title=title, note=note), note)


def _edges(groups: list[NDArray[np.float64]]) -> NDArray[np.float64]:
    low = min(float(np.quantile(values, 0.01)) for values in groups)
    high = max(float(np.quantile(values, 0.99)) for values in groups)
    room = 0.02 * (high - low) or 0.5
    return np.linspace(low - room, high + room, BINS + 1)


def _shares(values: NDArray[np.float64], edges: NDArray[np.float64]) -> NDArray[np.float64]:
    counts, _ = np.histogram(np.clip(values, edges[0], edges[-1]), edges)
    return np.asarray(counts / len(values), np.float64)


def _crowded(shares: dict[str, NDArray[np.float64]]) -> bool:
    """Whether there are tall bars at the left, where the key would stand."""
    tallest = max(float(found.max()) for found in shares.values())
    return any(float(found[: BINS // 4].max()) > 0.8 * tallest for found in shares.values())
