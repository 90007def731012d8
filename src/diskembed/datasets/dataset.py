"""What is known about one graph: where it comes from, under which licence, and how it is read."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING, Any

from diskembed.datasets.cache import cache_folder
from diskembed.errors import DatasetError

if TYPE_CHECKING:
    from diskembed.graph.dag import DAG, OnCycle

__all__ = ["BUNDLED_FOLDER", "Dataset"]

BUNDLED_FOLDER = Path(__file__).with_name("bundled")


@dataclass(frozen=True)
class Dataset:
    """One graph that diskembed knows by name.

    ``url`` is empty for a bundled one, and may begin with an environment variable (``${VARIABLE}/...``).
    ``sha256`` is the checksum of a pinned version; where it is empty, the checksum of the first download
    is recorded and later ones have to match. ``nodes``, ``edges`` and ``size`` (bytes of the file) are
    None where they are known only after fetching. ``kinds`` are the kinds of edges, where they differ.
    """

    name: str
    title: str
    source: str
    licence: str
    version: str
    filename: str
    read: Callable[[Path, OnCycle], DAG] = field(repr=False, compare=False)
    url: str = ""
    sha256: str = ""
    nodes: int | None = None
    edges: int | None = None
    size: int | None = None
    on_cycle: OnCycle = "error"
    kinds: tuple[str, ...] = ()
    has_glosses: bool = False

    @property
    def bundled(self) -> bool:
        """Whether it comes with the package."""
        return not self.url

    def path(self, cache: str | os.PathLike[str] | None = None) -> Path:
        """Where its file is, or where it belongs once it is fetched."""
        if self.bundled:
            return BUNDLED_FOLDER / self.filename
        return cache_folder(cache) / "datasets" / f"{self.name}-{self.version}" / self.filename

    def resolved_url(self, target: Path) -> str:
        """The URL with its environment variable filled in; ``target`` is named where that is not set."""
        template = Template(self.url)
        values = {name: os.environ.get(name, "").rstrip("/") for name in template.get_identifiers()}
        for name, value in values.items():
            if not value:
                raise DatasetError(
                    f"{self.name} has no address of its own: the environment variable {name} is not set",
                    do=f"set {name} so that {self.url} exists, or put that file at {target}",
                )
        return template.substitute(values)

    def as_dict(self) -> dict[str, Any]:
        """All there is to say, as JSON can hold it."""
        shown = {name: getattr(self, name) for name in self.__dataclass_fields__ if name != "read"}
        return {**shown, "kinds": list(self.kinds), "bundled": self.bundled}
