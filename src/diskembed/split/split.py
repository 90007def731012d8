"""The split: what may be trained on, what chooses the epoch and threshold, and what is reported."""

from __future__ import annotations

from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path

from diskembed.graph.closure import Closure
from diskembed.graph.dag import DAG
from diskembed.graph.names import Names
from diskembed.split.pairs import Labelled, Pairs

__all__ = ["Provenance", "Split"]


@dataclass(frozen=True)
class Provenance:
    """Where a split is from.

    ``drawn`` says that the training pairs were drawn by diskembed (and ``Split.seed`` with which seed), not
    read from a file; ``source`` is the graph or the folder; ``reversed`` that columns were swapped since.
    """

    drawn: bool
    source: str
    reversed: bool = False


@dataclass(frozen=True)
class Split:
    """Training pairs, and validation and test pairs with their negatives, all as (ancestor, descendant).

    ``percent`` of the closure's non-basic pairs are in ``train``, beside all basic edges. ``seed`` is None
    where nothing was drawn.
    """

    names: Names
    train: Pairs
    valid: Labelled
    test: Labelled
    percent: float
    seed: int | None
    provenance: Provenance

    @staticmethod
    def draw(
        dag: DAG,
        *,
        percent: float = 50,
        seed: int = 0,
        valid: float = 0.05,
        test: float = 0.05,
        negatives: int = 10,
        reverse: bool = False,
        drop_roots: bool = False,
        allow_empty: bool = False,
        memory: int | None = None,
    ) -> Split:
        """Draw one by the protocol's rule; the same seed gives the same split.

        ``valid`` and ``test`` are shares of the non-basic pairs, the same ones for every ``percent``.
        ``reverse`` swaps all columns of what is otherwise drawn; ``drop_roots`` leaves out the roots and
        their edges.
        """
        from diskembed.split.draw import draw_splits
        from diskembed.split.rule import Rule

        rule = Rule(seed, valid, test, negatives, allow_empty)
        (split,) = draw_splits(dag.without_roots() if drop_roots else dag, [percent], rule, memory=memory)
        return split.reversed() if reverse else split

    @staticmethod
    def read(
        folder: str | PathLike[str],
        *,
        percent: float = 50,
        prefix: str | None = None,
        seed: int = 0,
        reverse: bool = False,
        check: bool = True,
        memory: int | None = None,
    ) -> Split:
        """From files in the published format; training pairs that have no file are drawn with ``seed``."""
        from diskembed.split.read import read_split

        split = read_split(folder, percent=percent, prefix=prefix, seed=seed, check=check, memory=memory)
        return split.reversed() if reverse else split

    def write(
        self,
        folder: str | PathLike[str],
        *,
        prefix: str = "split",
        compress: bool = False,
        full: bool = False,
        overwrite: bool = False,
    ) -> list[Path]:
        """Write the published format; all files or none. See ``diskembed.split.write.write_splits``."""
        from diskembed.split.write import write_splits

        return write_splits([self], folder, prefix=prefix, compress=compress, full=full, overwrite=overwrite)

    def check(self, closure: Closure | None = None, *, memory: int | None = None) -> None:
        """Raise SplitError if a part leaks into another, or a negative is an edge of the closure."""
        from diskembed.split.check import check_split

        check_split(self, closure, memory=memory)

    def reversed(self) -> Split:
        """Each column pair swapped, those of negatives too: descendants take the part of ancestors."""
        return replace(
            self,
            train=self.train.reversed(),
            valid=self.valid.reversed(),
            test=self.test.reversed(),
            provenance=replace(self.provenance, reversed=not self.provenance.reversed),
        )

    def dag(self) -> DAG:
        """The graph of the training pairs."""
        return DAG.from_arrays(self.train.ancestors, self.train.descendants, names=self.names)

    def sizes(self) -> dict[str, int]:
        """How many pairs each part holds."""
        return {
            "train": len(self.train),
            "valid": len(self.valid.positives),
            "valid_negatives": len(self.valid.negatives),
            "test": len(self.test.positives),
            "test_negatives": len(self.test.negatives),
        }

    def __repr__(self) -> str:
        return (
            f"Split({len(self.names):,} nodes, {self.percent} %: {len(self.train):,} train, "
            f"{len(self.valid.positives):,} valid, {len(self.test.positives):,} test)"
        )
