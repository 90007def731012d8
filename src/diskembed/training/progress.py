"""What a run tells while it goes: one record an epoch, to whoever listens."""

from __future__ import annotations

import csv
import os
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from os import PathLike
from pathlib import Path
from typing import IO, Protocol

__all__ = ["Callback", "CsvLog", "Epoch", "ProgressBar", "TensorBoardLog"]


@dataclass(frozen=True)
class Epoch:
    """One epoch, as measured while it ran: rows change under the sums, so they lag a little."""

    epoch: int
    epochs: int
    loss: float
    """The mean loss of a positive with its negatives."""
    violated: float
    """The share of positives that were not yet contained."""
    active: float
    """The share of negatives that were not yet far enough."""
    pairs: int
    seconds: float
    f1: float | None = None
    """On the validation pairs, with the threshold chosen on them; None without a split."""

    @property
    def rate(self) -> float:
        """Pairs a second."""
        return self.pairs / self.seconds if self.seconds > 0 else 0.0


class Callback(Protocol):
    """Anything that can be called with an ``Epoch``; a true answer stops the run after it."""

    def __call__(self, epoch: Epoch, /) -> bool | None:
        """Take notice."""


class CsvLog:
    """Appends a line an epoch to a file, with a header if the file is new."""

    def __init__(self, path: str | PathLike[str]) -> None:
        self.path = Path(path)

    def __call__(self, epoch: Epoch, /) -> None:
        """Write one line."""
        is_new = not self.path.exists()
        with self.path.open("a", newline="") as file:
            writer = csv.DictWriter(file, [field.name for field in fields(Epoch)])
            if is_new:
                writer.writeheader()
            writer.writerow(asdict(epoch))


class TensorBoardLog:
    """Hands each number to a TensorBoard writer (torch's or tensorboardX's ``SummaryWriter``)."""

    def __init__(self, writer: object) -> None:
        self.writer = writer

    def __call__(self, epoch: Epoch, /) -> None:
        """Write one point a curve."""
        curves: Mapping[str, float | None] = {
            "loss": epoch.loss,
            "violated": epoch.violated,
            "active": epoch.active,
            "pairs_per_second": epoch.rate,
            "f1": epoch.f1,
        }
        for name, value in curves.items():
            if value is not None:
                self.writer.add_scalar(name, value, epoch.epoch)  # type: ignore[attr-defined]


class ProgressBar:
    """One line on standard error that is written over; silent unless a terminal is there."""

    def __init__(self, stream: IO[str] | None = None) -> None:
        self.stream = sys.stderr if stream is None else stream
        self.shown = self.stream.isatty() and os.environ.get("TERM") != "dumb"

    def __call__(self, epoch: Epoch, /) -> None:
        """Show where the run is."""
        if not self.shown:
            return
        done = round(20 * epoch.epoch / epoch.epochs)
        f1 = "" if epoch.f1 is None else f"  F1 {100 * epoch.f1:.1f}"
        self.stream.write(
            f"\r\033[K{'#' * done}{'.' * (20 - done)} {epoch.epoch}/{epoch.epochs}  loss {epoch.loss:.4f}  "
            f"violated {100 * epoch.violated:.1f} %{f1}  {epoch.rate / 1e6:.1f}M pairs/s"
        )
        if epoch.epoch == epoch.epochs:
            self.stream.write("\n")
        self.stream.flush()
