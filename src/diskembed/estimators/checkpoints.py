"""States of runs, kept in files and taken up again."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import Any

from diskembed.errors import ParameterError
from diskembed.storage.checkpoint import CheckpointWriter, read, require_same_run
from diskembed.training.state import State

__all__ = ["CheckpointKeeper", "resumed"]

Identity = Mapping[str, Any]
"""What has to agree for a checkpoint to be of a run: parts that JSON can hold, by name."""


class CheckpointKeeper:
    """Writes a run's state to one file, with what tells whose it is; ``kept`` is None until there is one."""

    def __init__(
        self, path: str | PathLike[str], every_seconds: float, identity: Identity, *, resumed: bool = False
    ) -> None:
        self._writer = CheckpointWriter(path, every_seconds)
        self._identity = dict(identity)
        self.kept: Path | None = self._writer.path if resumed else None

    def due(self) -> bool:
        """Whether so much time has passed since the last one."""
        return self._writer.due()

    def keep(self, state: State) -> None:
        """Write it now."""
        self._writer.write(state.arrays(), {"run": self._identity, "state": state.numbers()})
        self.kept = self._writer.path


def resumed(path: str | PathLike[str] | None, identity: Identity) -> State:
    """The state in ``path``, if it belongs to the run of that identity."""
    if path is None:
        raise ParameterError("resume=True without a checkpoint", do="say which file: checkpoint=PATH")
    saved = read(path)
    require_same_run(path, saved.state["run"], identity)
    return State.restored(saved.arrays, saved.state["state"])
