"""diskembed: any DAG as disks, so that "is x an ancestor of y?" becomes "does x's disk contain y's?"."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from diskembed import datasets as datasets
    from diskembed import errors as errors
    from diskembed.embedding import Embedding as Embedding
    from diskembed.embedding import load as load
    from diskembed.estimators.families import DiskEmbedding as DiskEmbedding
    from diskembed.estimators.families import EuclideanCones as EuclideanCones
    from diskembed.estimators.families import HyperbolicCones as HyperbolicCones
    from diskembed.estimators.families import OrderEmbedding as OrderEmbedding
    from diskembed.estimators.families import PoincareEmbedding as PoincareEmbedding
    from diskembed.estimators.families import ShadowCones as ShadowCones
    from diskembed.evaluation.adjacency import evaluate_full as evaluate_full
    from diskembed.evaluation.calibrating import calibrate as calibrate
    from diskembed.evaluation.protocol import evaluate as evaluate
    from diskembed.evaluation.ranking import evaluate_ranking as evaluate_ranking
    from diskembed.evaluation.report import report as report
    from diskembed.graph.dag import DAG as DAG
    from diskembed.graph.names import Names as Names
    from diskembed.graph.read import read as read
    from diskembed.split import Split as Split

__version__ = "0.1.0"

# Loaded at first use: ``import diskembed`` and ``diskembed --help`` must not wait for Numba.
_HOME = {
    "DAG": "diskembed.graph.dag",
    "DiskEmbedding": "diskembed.estimators.families",
    "Embedding": "diskembed.embedding",
    "EuclideanCones": "diskembed.estimators.families",
    "HyperbolicCones": "diskembed.estimators.families",
    "Names": "diskembed.graph.names",
    "OrderEmbedding": "diskembed.estimators.families",
    "PoincareEmbedding": "diskembed.estimators.families",
    "ShadowCones": "diskembed.estimators.families",
    "Split": "diskembed.split",
    "calibrate": "diskembed.evaluation.calibrating",
    "datasets": "",
    "errors": "",
    "evaluate": "diskembed.evaluation.protocol",
    "evaluate_full": "diskembed.evaluation.adjacency",
    "evaluate_ranking": "diskembed.evaluation.ranking",
    "load": "diskembed.embedding",
    "read": "diskembed.graph.read",
    "report": "diskembed.evaluation.report",
}

__all__ = ["__version__"]
__all__ += list(_HOME)


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'diskembed' has no attribute {name!r}")
    home = _HOME[name]
    value = getattr(import_module(home), name) if home else import_module(f"diskembed.{name}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
