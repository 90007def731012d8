"""Graphs that diskembed knows by name: some come with it, larger ones are fetched once and kept.

>>> from diskembed import datasets
>>> datasets.load("wordnet-mammals")
DAG(1,182 nodes, 1,182 edges)

Where a graph can be named, a known name comes before a file of that name; ``./wordnet-nouns`` is the
file. Fetched files are kept in ``DISKEMBED_CACHE``, or else in the platform's cache folder;
``DISKEMBED_OFFLINE=1`` forbids the network. What is fetched is checked against a pinned SHA-256 where
``info(name).sha256`` has one, and else against that of the first download: this finds files that
changed since, not a first download that was wrong.
"""

from __future__ import annotations

from collections.abc import Callable
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from diskembed.datasets.dataset import Dataset
from diskembed.datasets.fetching import fetch_file
from diskembed.datasets.generated import Shape, generate
from diskembed.datasets.glosses import Glosses
from diskembed.datasets.registry import known, lookup
from diskembed.errors import ParameterError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from diskembed.graph.dag import DAG, OnCycle

__all__ = [
    "Dataset",
    "Glosses",
    "Shape",
    "edge_kinds",
    "fetch",
    "generate",
    "glosses",
    "info",
    "is_known",
    "load",
    "names",
    "path",
]


def names() -> list[str]:
    """All names, those of the bundled graphs first."""
    return list(known())


def is_known(name: str) -> bool:
    """Whether there is a dataset of this name; no name holds a slash or a dot, so no path is one."""
    return name in known()


def info(name: str) -> Dataset:
    """What is known of a dataset without reading it."""
    return lookup(name)


def path(name: str, *, cache: str | PathLike[str] | None = None) -> Path:
    """Where a dataset's file is, or where it belongs if it is not here yet."""
    return lookup(name).path(cache)


def fetch(
    name: str,
    *,
    cache: str | PathLike[str] | None = None,
    progress: bool | None = None,
    offline: bool = False,
    timeout: float = 30.0,
) -> Path:
    """Bring a dataset's file here unless it is, check it, and return its path.

    ``progress`` shows a bar on standard error: None at a terminal only, True always, False never.
    An interrupted download is taken up again by the next call. ``timeout`` is in seconds of silence.
    """
    return fetch_file(lookup(name), cache=cache, progress=progress, offline=offline, timeout=timeout)


def load(name: str, *, on_cycle: OnCycle | None = None, cache: str | PathLike[str] | None = None) -> DAG:
    """A dataset as a DAG, fetched first if need be; ``on_cycle`` None leaves the dataset's own choice."""
    dataset = lookup(name)
    file = fetch_file(dataset, cache=cache)
    return dataset.read(file, dataset.on_cycle if on_cycle is None else on_cycle)


def glosses(name: str) -> Glosses:
    """The first words of what each node means, in the nodes' order; one that ends in … was cut."""
    from diskembed.datasets.details import glosses_of

    return glosses_of(_lookup_with("glosses", name, lambda dataset: dataset.has_glosses))


def edge_kinds(name: str) -> NDArray[np.str_]:
    """The kind of each edge, in the order of ``DAG.edges()``.

    >>> kinds = edge_kinds("wordnet-nouns")
    >>> int((kinds == "instance_hypernym").sum())
    8577
    """
    from diskembed.datasets.details import edge_kinds_of

    return edge_kinds_of(_lookup_with("kinds of edges", name, lambda dataset: bool(dataset.kinds)))


def _lookup_with(what: str, name: str, has: Callable[[Dataset], bool]) -> Dataset:
    dataset = lookup(name)
    if not has(dataset):
        having = ", ".join(each.name for each in known().values() if has(each))
        raise ParameterError(f"{name} has no {what}", allowed=f"these have: {having}")
    return dataset
