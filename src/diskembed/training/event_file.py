"""Curves in a folder that TensorBoard reads, without TensorFlow or PyTorch."""

from __future__ import annotations

import time
import weakref
from os import PathLike
from pathlib import Path

from diskembed.errors import MissingExtraError, WriteError

__all__ = ["EventFile"]


class EventFile:
    """A new file of events in ``folder``; what was flushed is there for readers, also if the run is killed.

    tensorboardX's own ``SummaryWriter`` hands points to a thread, whose last ones a killed run would lose.
    """

    def __init__(self, folder: str | PathLike[str]) -> None:
        try:
            from tensorboardX.event_file_writer import EventsWriter
        except ImportError:
            raise MissingExtraError(
                "writing curves for TensorBoard", package="tensorboardX", extra="tensorboard"
            ) from None
        try:
            Path(folder).mkdir(parents=True, exist_ok=True)
            self._writer = EventsWriter(str(Path(folder) / "events"))
        except OSError as error:
            raise WriteError(folder, error.strerror or str(error)) from None
        weakref.finalize(self, self._writer.close)

    def add_scalar(self, tag: str, scalar_value: float, global_step: int, /) -> None:
        """Write one point of a curve."""
        from tensorboardX.proto.event_pb2 import Event
        from tensorboardX.proto.summary_pb2 import Summary

        point = Summary.Value(tag=tag, simple_value=scalar_value)
        event = Event(wall_time=time.time(), step=global_step, summary=Summary(value=[point]))
        self._writer.write_event(event)

    def flush(self) -> None:
        """Let readers see what was written."""
        self._writer.flush()
