"""Training, validation and test pairs of a DAG, their negatives, and the rules that keep them apart."""

from __future__ import annotations

from diskembed.split.draw import draw_splits
from diskembed.split.pairs import Labelled, Pairs
from diskembed.split.rule import Rule
from diskembed.split.split import Provenance, Split
from diskembed.split.write import write_splits

__all__ = ["Labelled", "Pairs", "Provenance", "Rule", "Split", "draw_splits", "write_splits"]
