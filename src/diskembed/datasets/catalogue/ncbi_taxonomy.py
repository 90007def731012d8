"""The NCBI taxonomy: a tree of some 2.6 million taxa, named by their numbers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from diskembed.datasets.dataset import Dataset

if TYPE_CHECKING:
    from diskembed.graph.dag import DAG, OnCycle

__all__ = ["DATASETS"]


def _read(path: Path, on_cycle: OnCycle) -> DAG:
    from diskembed.datasets.readers.taxdump import read_taxdump

    return read_taxdump(path, on_cycle)


DATASETS = (
    Dataset(
        name="ncbi-taxonomy",
        title="NCBI taxonomy: taxa by number",
        source="National Center for Biotechnology Information, archive of 2024-09-01, "
        "https://www.ncbi.nlm.nih.gov/taxonomy",
        licence="public domain",
        version="2024-09-01",
        filename="taxdmp_2024-09-01.zip",
        read=_read,
        url="https://ftp.ncbi.nlm.nih.gov/pub/taxonomy/taxdump_archive/taxdmp_2024-09-01.zip",
    ),
)
