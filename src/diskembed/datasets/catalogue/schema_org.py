"""The types of schema.org."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from diskembed.datasets.dataset import Dataset

if TYPE_CHECKING:
    from diskembed.graph.dag import DAG, OnCycle

__all__ = ["DATASETS"]


def _read(path: Path, on_cycle: OnCycle) -> DAG:
    from diskembed.datasets.bundle import Bundle

    return Bundle.open(path).dag(on_cycle)


DATASETS = (
    Dataset(
        name="schema-org",
        title="schema.org 12.0 types: subClassOf",
        source="schema.org, release 12.0, https://schema.org/version/12.0",
        licence="CC BY-SA 3.0",
        version="12.0",
        filename="schema-org.zip",
        read=_read,
        nodes=1313,
        edges=1368,
        kinds=("subClassOf",),
    ),
)
