"""Curves of a training run: the loss, what is still wrong, and the F1 on validation pairs."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from os import PathLike
from pathlib import Path

from diskembed.errors import ParameterError, ReadError
from diskembed.plot.axes import Axes, legend
from diskembed.plot.canvas import PALETTE, document
from diskembed.plot.picture import Picture
from diskembed.training.progress import Epoch

__all__ = ["curves_picture", "read_curves"]

WIDTH, TALL, GAP, LEFT = 900.0, 230.0, 70.0, 66.0
_NEEDED = ("epoch", "epochs", "loss", "violated", "active", "pairs", "seconds")


def read_curves(path: str | PathLike[str]) -> list[Epoch]:
    """The epochs of a file that ``CsvLog`` or ``diskembed fit --log`` wrote."""
    try:
        with Path(path).open(newline="", encoding="utf-8") as file:
            reader = csv.DictReader(file)
            if not set(_NEEDED) <= set(reader.fieldnames or ()):
                raise ReadError(
                    path,
                    "it is no log of a run",
                    allowed=f"columns {', '.join(_NEEDED)}",
                    do="write one with --log",
                )
            return [_epoch(row) for row in reader]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise ReadError(path, f"cannot be read: {error}", do="check the path") from None
    except (TypeError, ValueError) as error:
        raise ReadError(path, f"a line is not of numbers: {error}", do="write the log again") from None


def curves_picture(history: Sequence[Epoch], *, title: str = "") -> Picture:
    """The loss above, shares of pairs and validation F1 below, an epoch a step.

    Epochs are counted as they stand, so that a log that several runs went on writing shows them all.
    """
    if not history:
        raise ParameterError("a run of no epochs", do="train at least one, or log the run with --log")
    shares = {
        "positives not yet inside": [epoch.violated for epoch in history],
        "negatives not yet outside": [epoch.active for epoch in history],
    }
    if all(epoch.f1 is not None for epoch in history):
        shares["F1 on validation pairs"] = [epoch.f1 or 0.0 for epoch in history]
    x = (1.0, float(max(2, len(history))))
    loss = [epoch.loss for epoch in history]
    above = Axes(LEFT, 6, WIDTH - LEFT, TALL, x, (0.0, 1.05 * max([*loss, 1e-12])))
    below = Axes(LEFT, 6 + TALL + GAP, WIDTH - LEFT, TALL, x, (0.0, 1.0))
    parts = [*above.frame("", "mean loss"), _drawn(above, loss, PALETTE[0])]
    parts += below.frame("epoch", "share of pairs")
    parts += _lines(below, shares)
    note = (
        f"{len(history)} epochs, {sum(epoch.seconds for epoch in history):.1f} s; as measured while it ran."
    )
    return Picture(document(parts, width=WIDTH, height=2 * TALL + GAP + 52, title=title, note=note), note)


def _lines(axes: Axes, shares: Mapping[str, Sequence[float]]) -> list[str]:
    colours = (PALETTE[5], PALETTE[1], PALETTE[2])
    styles = [
        (name, colour, dashes)
        for name, colour, dashes in zip(shares, colours, ("7 4", "2 3", ""), strict=False)
    ]
    lines = [
        _drawn(axes, values, colour, dashes)
        for values, (_, colour, dashes) in zip(shares.values(), styles, strict=True)
    ]
    return lines + legend(axes.left + axes.width - 240, axes.top + 75, styles)


def _drawn(axes: Axes, values: Sequence[float], colour: str, dashes: str = "") -> str:
    return axes.line(enumerate(values, 1), colour, dashes=dashes)


def _epoch(row: Mapping[str, str]) -> Epoch:
    return Epoch(
        epoch=int(row["epoch"]),
        epochs=int(row["epochs"]),
        loss=float(row["loss"]),
        violated=float(row["violated"]),
        active=float(row["active"]),
        pairs=int(row["pairs"]),
        seconds=float(row["seconds"]),
        f1=float(row["f1"]) if row.get("f1") else None,
    )
