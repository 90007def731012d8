"""Training that can be taken up again: named arrays and a JSON state, in one file that is always whole."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from diskembed.errors import ParameterError
from diskembed.storage.atomic import discard_unfinished, require_folder
from diskembed.storage.container import read_container, write_container
from diskembed.storage.header import Kind

__all__ = ["CHECKPOINT", "Checkpoint", "CheckpointWriter", "read", "require_same_run", "write"]

CHECKPOINT = Kind("checkpoint", 1)


@dataclass(frozen=True, eq=False)
class Checkpoint:
    """Arrays, free to be changed, and a state as JSON gives it back."""

    arrays: dict[str, NDArray[Any]]
    state: dict[str, Any]


def write(path: str | PathLike[str], arrays: Mapping[str, NDArray[Any]], state: Mapping[str, Any]) -> None:
    """Write a checkpoint; one that stands there stays until the new one is complete."""
    write_container(path, CHECKPOINT, arrays, dict(state))


def read(path: str | PathLike[str]) -> Checkpoint:
    """Read a checkpoint; what is damaged, cut short, or something else is a ReadError."""
    contents = read_container(path, CHECKPOINT)
    return Checkpoint({name: array.copy() for name, array in contents.arrays.items()}, contents.state)


def require_same_run(
    path: str | PathLike[str], saved: Mapping[str, Any], identity: Mapping[str, Any]
) -> None:
    """Refuse a checkpoint whose run was another; ``identity`` has the parts that must agree, by name."""
    differing = [name for name, value in identity.items() if saved.get(name) != value]
    if differing:
        raise ParameterError(
            f"the checkpoint {fspath(path)} is of another run: {', '.join(differing)} differ",
            allowed="a run is resumed with the data and the parameters that it began with",
            do="use those, or start anew without resume",
        )


class CheckpointWriter:
    """Writes one path again and again, at most every ``every_seconds``; 0 is as often as asked.

    ``clock`` counts seconds. The time that writing takes does not count, so that training goes on even where
    the disk is slow.
    """

    def __init__(
        self, path: str | PathLike[str], every_seconds: float, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        if not every_seconds >= 0:
            raise ParameterError(f"every_seconds={every_seconds!r}", allowed="a number of at least 0")
        self.path = Path(path)
        self.every_seconds = every_seconds
        self._clock = clock
        self._last = clock()
        require_folder(path)
        discard_unfinished(path)

    def due(self) -> bool:
        """Whether so much time has passed since the last one, or since the start."""
        return self._clock() - self._last >= self.every_seconds

    def write(self, arrays: Mapping[str, NDArray[Any]], state: Mapping[str, Any]) -> None:
        """Write now, due or not."""
        write(self.path, arrays, state)
        self._last = self._clock()
