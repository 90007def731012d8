"""How a pass over the pairs treats each of them: one tuple that kernels take whole."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["CLIPPED", "ENERGIES", "NATURAL", "SQUARED", "Recipe"]

NATURAL, CLIPPED, SQUARED = 0, 1, 2
ENERGIES = {"natural": NATURAL, "clipped": CLIPPED, "squared": SQUARED}


class Recipe(NamedTuple):
    """Rates, margins, and how many negatives of each kind stand against a positive."""

    lands: bool
    """Steps end on the constraint (a projection); if not, they follow the gradient at a constant rate."""
    energy: int
    """Of ``ENERGIES``: E = l (eq:natural-energy), E = h+(l), or E = h+(l)^2."""
    positive_rate: float
    negative_rate: float
    positive_margin: float
    negative_margin: float
    walked: int
    """Further positives an edge, between its lower end and nodes met on the way up: implied pairs."""
    n_below: int
    """Negatives with another descendant."""
    n_above: int
    """Negatives with another ancestor."""
    n_up: int
    """Negatives of nodes met on the way up from the ancestor: they reach the largest disks."""
    n_down: int
    """Negatives of nodes met on the way down from the descendant: the same, mirrored."""
    n_uniform: int
    """Negatives with both ends anywhere, as the paper's code has them."""
    n_often_below: int
    """Negatives with another descendant, one that is often an ancestor: see ``Graph.often``."""
    n_often_above: int
    """Negatives with another ancestor, one that often is one."""
    n_near: int
    """Negatives between the descendant and siblings or cousins of the ancestor, and mirrored."""
    n_again: int
    """Negatives that lately turned out to be wrong."""
    window: int = 0
    """Nodes that random ends of negatives come from, those from ``window_from`` on in a ring; 0 is all."""
    window_from: int = 0
