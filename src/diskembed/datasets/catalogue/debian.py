"""Packages of Debian 12 and what they depend on."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from diskembed.datasets.dataset import Dataset

if TYPE_CHECKING:
    from diskembed.graph.dag import DAG, OnCycle

__all__ = ["DATASETS"]


def _read(path: Path, on_cycle: OnCycle) -> DAG:
    from diskembed.graph.read import read

    return read(path, format="debian", on_cycle=on_cycle)


DATASETS = (
    # No mirror is preferred here: whoever uses Debian has one, or a dated snapshot of one.
    Dataset(
        name="debian-bookworm",
        title="Debian 12 main, amd64: what each package depends on stands above it",
        source="Debian package index, bookworm/main/binary-amd64, https://www.debian.org",
        licence="package metadata",
        version="current",
        filename="Packages.gz",
        read=_read,
        url="${DISKEMBED_DEBIAN_MIRROR}/dists/bookworm/main/binary-amd64/Packages.gz",
        on_cycle="collapse",
    ),
)
