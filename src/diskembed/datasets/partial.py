"""What is here of a file that is still being fetched: ``FILE.part``, and a note on what it is part of."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from diskembed.datasets.files import write_atomically

__all__ = ["Partial"]


@dataclass(frozen=True)
class Partial:
    """A download that may be taken up again where it stopped, if the site still has the same file."""

    path: Path

    @classmethod
    def of(cls, target: Path) -> Partial:
        """The unfinished download of ``target``."""
        return cls(target.with_name(f"{target.name}.part"))

    @property
    def note(self) -> Path:
        """The file that says which URL and which version of it ``path`` is part of."""
        return self.path.with_name(f"{self.path.name}.json")

    @property
    def size(self) -> int:
        """How many bytes are here."""
        return self.path.stat().st_size if self.path.exists() else 0

    def validator(self, url: str) -> str:
        """What tells whether ``url`` still has the file that this is part of; empty if nothing does."""
        try:
            note = json.loads(self.note.read_text("utf-8"))
        except (OSError, ValueError):
            return ""
        if not isinstance(note, dict) or note.get("url") != url:
            return ""
        return str(note.get("validator", ""))

    def restart(self, url: str, validator: str) -> IO[bytes]:
        """Begin anew. The note goes first: a part without one is never taken up again."""
        self.discard()
        write_atomically(self.note, json.dumps({"url": url, "validator": validator}).encode())
        return self.path.open("wb")

    def resume(self) -> IO[bytes]:
        """Write on where it stopped."""
        return self.path.open("ab")

    def discard(self) -> None:
        """Remove what is here."""
        self.path.unlink(missing_ok=True)
        self.note.unlink(missing_ok=True)

    def finish(self, target: Path) -> None:
        """Move the complete file to its place."""
        self.path.replace(target)
        self.note.unlink(missing_ok=True)
