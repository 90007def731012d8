"""Ontologies of the OBO Foundry, by their is_a edges."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from diskembed.datasets.dataset import Dataset

if TYPE_CHECKING:
    from diskembed.graph.dag import DAG, OnCycle

__all__ = ["DATASETS"]


def _read(path: Path, on_cycle: OnCycle) -> DAG:
    from diskembed.graph.read import read

    return read(path, format="obo", on_cycle=on_cycle, relations=("is_a",))


DATASETS = (
    Dataset(
        name="gene-ontology",
        title="Gene Ontology (go-basic): is_a",
        source="Gene Ontology Consortium, release 2022-07-01, https://geneontology.org",
        licence="CC BY 4.0",
        version="2022-07-01",
        filename="go-basic.obo",
        read=_read,
        url="https://release.geneontology.org/2022-07-01/ontology/go-basic.obo",
        nodes=43558,
        edges=70058,
    ),
    Dataset(
        name="hpo",
        title="Human Phenotype Ontology: is_a",
        source="HPO Consortium, release 2024-08-13, https://hpo.jax.org",
        licence="HPO license: free use with acknowledgement and version, content unaltered",
        version="2024-08-13",
        filename="hp.obo",
        read=_read,
        url="https://github.com/obophenotype/human-phenotype-ontology/releases/download/v2024-08-13/hp.obo",
    ),
)
