"""Citations between papers in high energy physics theory."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from diskembed.datasets.dataset import Dataset

if TYPE_CHECKING:
    from diskembed.graph.dag import DAG, OnCycle

__all__ = ["DATASETS"]


def _read(path: Path, on_cycle: OnCycle) -> DAG:
    from diskembed.datasets.readers.citations import read_citations

    return read_citations(path, on_cycle)


DATASETS = (
    Dataset(
        name="arxiv-hep-th",
        title="arXiv hep-th citations: cited above citing, back-dated ones dropped",
        source="SNAP cit-HepTh (KDD Cup 2003), https://snap.stanford.edu/data/cit-HepTh.html",
        licence="none stated; given out for research",
        version="2003",
        filename="cit-HepTh.txt.gz",
        read=_read,
        url="https://snap.stanford.edu/data/cit-HepTh.txt.gz",
        nodes=27751,
        edges=351500,
        size=1317497,
    ),
)
