"""WordNet 3.0's nouns, and its mammals."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from diskembed.datasets.dataset import Dataset

if TYPE_CHECKING:
    from diskembed.graph.dag import DAG, OnCycle

__all__ = ["DATASETS"]

_LICENCE = "WordNet 3.0 license: free use, copying and changing, with its notice"


def _read_nouns(path: Path, on_cycle: OnCycle) -> DAG:
    from diskembed.datasets.bundle import Bundle

    return Bundle.open(path).dag(on_cycle)


def _read_mammals(path: Path, on_cycle: OnCycle) -> DAG:
    return _read_nouns(path, on_cycle).below("mammal.n.01")


DATASETS = (
    Dataset(
        name="wordnet-nouns",
        title="WordNet 3.0 nouns: hypernyms and instance hypernyms",
        source="WordNet 3.0, Princeton University, https://wordnet.princeton.edu",
        licence=_LICENCE,
        version="3.0",
        filename="wordnet-nouns.zip",
        read=_read_nouns,
        nodes=82115,
        edges=84427,
        kinds=("hypernym", "instance_hypernym"),
        has_glosses=True,
    ),
    Dataset(
        name="wordnet-mammals",
        title="WordNet 3.0 nouns from mammal.n.01 downwards",
        source="WordNet 3.0, Princeton University, https://wordnet.princeton.edu",
        licence=_LICENCE,
        version="3.0",
        filename="wordnet-nouns.zip",
        read=_read_mammals,
        nodes=1182,
        edges=1182,
        kinds=("hypernym", "instance_hypernym"),
        has_glosses=True,
    ),
)
