"""The paper's tab:dataset-stat, counted here, beside the figures that are printed there."""

from __future__ import annotations

from dataclasses import dataclass

from diskembed import datasets

__all__ = ["PRINTED", "DatasetStatistics", "dataset_statistics"]


@dataclass(frozen=True)
class DatasetStatistics:
    """Nodes, pairs of the closure, mean ancestors of a leaf, mean descendants of a root."""

    nodes: int
    edges: int
    ancestors: float
    descendants: float


PRINTED = DatasetStatistics(82_115, 743_086, 9.2, 82_114.0)
"""As printed. The true closure has 155 pairs more: see the errata."""


def dataset_statistics() -> DatasetStatistics:
    """The same of the bundled nouns, root included, as there."""
    found = datasets.load("wordnet-nouns").statistics()
    return DatasetStatistics(found.nodes, found.closure, found.anc_mean_of_leaves, found.desc_mean_of_roots)
