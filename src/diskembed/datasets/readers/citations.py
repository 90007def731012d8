"""SNAP's citations between arXiv papers, where some papers cite later ones."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from diskembed.errors import ReadError
from diskembed.graph.dag import DAG, OnCycle
from diskembed.graph.names import Names

__all__ = ["read_citations"]


def read_citations(path: Path, on_cycle: OnCycle) -> DAG:
    """Edges from cited to citing papers; those to a paper of the same or a later number are dropped.

    A paper's number holds its date (YYMMNNN: year, month, count within the month), so that every edge
    that is left leads forward in time and the graph is acyclic. Papers without such an edge are left out.
    """
    try:
        citing, cited = np.loadtxt(path, dtype=np.int64, comments="#", ndmin=2).T
    except (OSError, EOFError, ValueError) as error:
        raise ReadError(path, str(error), allowed="lines of two numbers, citing and cited") from error
    forward = _in_time(citing) > _in_time(cited)
    papers, numbers = np.unique(np.stack([cited[forward], citing[forward]]), return_inverse=True)
    ancestors, descendants = numbers.reshape(2, -1)
    names = Names.from_strings(f"{paper:07d}" for paper in papers.tolist())
    return DAG.from_arrays(ancestors, descendants, names=names, on_cycle=on_cycle)


def _in_time(papers: np.ndarray) -> np.ndarray:
    """Numbers that grow with time: 9912999 comes before 0001001 (arXiv began in 1991)."""
    return np.where(papers // 100_000 < 91, papers + 10_000_000, papers)
