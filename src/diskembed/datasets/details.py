"""What a bundle holds beside its graph, for the whole of it or for a part."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from diskembed.datasets.bundle import Bundle
from diskembed.datasets.glosses import Glosses

if TYPE_CHECKING:
    from diskembed.datasets.dataset import Dataset

__all__ = ["edge_kinds_of", "glosses_of"]


def glosses_of(dataset: Dataset) -> Glosses:
    """The glosses of a bundled dataset's nodes."""

    def unpack() -> list[str]:
        bundle = Bundle.open(dataset.path())
        found = bundle.glosses()
        return [found[node] for node in _nodes_in(bundle, dataset).tolist()]

    return Glosses(dataset.name, unpack)


def edge_kinds_of(dataset: Dataset) -> NDArray[np.str_]:
    """The kinds of a bundled dataset's edges, in the order of ``DAG.edges()``."""
    bundle = Bundle.open(dataset.path())
    inside = np.zeros(bundle.header["nodes"], np.bool_)
    inside[_nodes_in(bundle, dataset)] = True
    ancestors, descendants = bundle.edges()
    return bundle.edge_kinds()[inside[ancestors] & inside[descendants]]


def _nodes_in(bundle: Bundle, dataset: Dataset) -> NDArray[np.int64]:
    """Which of the bundle's nodes a dataset has; one that is a part keeps the whole's order."""
    if dataset.nodes == bundle.header["nodes"]:
        return np.arange(bundle.header["nodes"])
    return bundle.names().find_all(dataset.read(dataset.path(), dataset.on_cycle).names)
