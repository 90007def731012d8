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

from diskembed.training.event_file import EventFile

__all__ = ["Callback", "CsvLog", "Epoch", "ProgressBar", "TensorBoardLog"]

WIDTH = 20


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
        with self.path.open("a", newline="") as file:
            writer = csv.DictWriter(file, [field.name for field in fields(Epoch)])
            if file.tell() == 0:
                writer.writeheader()
            writer.writerow(asdict(epoch))


class ScalarWriter(Protocol):
    """What torch and tensorboardX call a ``SummaryWriter``, as far as it is used here."""

    def add_scalar(self, tag: str, scalar_value: float, global_step: int, /) -> object:
        """Write one point of a curve."""

    def flush(self) -> object:
        """Let readers see what was written."""


class TensorBoardLog:
    """Curves for TensorBoard: into a folder, or to a writer that is there (torch's or tensorboardX's).

    A folder needs the extra ``tensorboard``.
    """

    def __init__(self, to: str | PathLike[str] | ScalarWriter) -> None:
        self.writer: ScalarWriter = EventFile(to) if isinstance(to, str | PathLike) else to

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
                self.writer.add_scalar(name, value, epoch.epoch)
        self.writer.flush()


class ProgressBar:
    """One line on standard error that is written over, in a terminal only.

    ``always`` writes a plain line an epoch where there is no terminal.
    """

    def __init__(self, stream: IO[str] | None = None, *, always: bool = False) -> None:
        self.stream = sys.stderr if stream is None else stream
        self.redraws = self.stream.isatty() and os.environ.get("TERM") != "dumb"
        self.always = always
        self._is_open = False

    def __call__(self, epoch: Epoch, /) -> None:
        """Show a finished epoch."""
        if self.redraws:
            self.show(epoch, epoch.epoch / epoch.epochs)
        elif self.always:
            self.stream.write(f"{_text(epoch)}\n")
            self.stream.flush()

    def show(self, epoch: Epoch, done: float) -> None:
        """Draw where the run is when a share ``done`` of it is over; its last epoch may be unfinished."""
        self.say(_text(epoch), done)

    def say(self, text: str, done: float) -> None:
        """The same with another text."""
        if not self.redraws:
            return
        filled = round(WIDTH * done)
        self.stream.write(f"\r\033[K{'#' * filled}{'.' * (WIDTH - filled)} {text}")
        self.stream.flush()
        self._is_open = True

    def close(self) -> None:
        """End the line, so that whatever is written next has one of its own."""
        if self._is_open:
            self.stream.write("\n")
            self.stream.flush()
            self._is_open = False


def _text(epoch: Epoch) -> str:
    f1 = "" if epoch.f1 is None else f"  F1 {100 * epoch.f1:.1f}"
    return (
        f"{epoch.epoch}/{epoch.epochs}  loss {epoch.loss:.4f}  violated {100 * epoch.violated:.1f} %{f1}  "
        f"{epoch.rate / 1e6:.1f}M pairs/s"
    )
