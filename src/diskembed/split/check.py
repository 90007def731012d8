"""What a split must not do: leak, contradict itself, or call an edge of the closure a negative."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from diskembed.errors import CycleError, SplitError
from diskembed.graph.closure import Closure
from diskembed.graph.dag import DAG
from diskembed.split.pairs import Pairs

if TYPE_CHECKING:
    from diskembed.split.split import Split

__all__ = ["check_split"]

CHUNK = 1 << 22  # negatives that are looked up at a time


def check_split(split: Split, closure: Closure | None = None, *, memory: int | None = None) -> None:
    """Raise SplitError on the first thing wrong, with how often it is.

    The closure is what all positive pairs imply, unless it is given.
    """
    positives = {"train": split.train, "valid": split.valid.positives, "test": split.test.positives}
    negatives = {"valid_neg": split.valid.negatives, "test_neg": split.test.negatives}
    for part, pairs in {**positives, **negatives}.items():
        _refuse_strangers(part, pairs, len(split.names))
        loops = pairs.ancestors == pairs.descendants
        _refuse(split, pairs, loops, f"{part} holds a node paired with itself")
    _refuse_halves(split)
    _refuse_repeats(split, positives)
    if closure is None:
        closure = _implied_closure(split, Pairs.join(*positives.values()), memory)
    else:
        for part, pairs in positives.items():
            _refuse(split, pairs, ~_contained(closure, pairs), f"{part} holds a pair outside the closure")
    for part, pairs in negatives.items():
        _refuse(split, pairs, _contained(closure, pairs), f"{part} holds an edge of the closure")


def _contained(closure: Closure, pairs: Pairs) -> NDArray[np.bool_]:
    inside = np.empty(len(pairs), np.bool_)
    for start in range(0, len(pairs), CHUNK):
        at = slice(start, start + CHUNK)
        inside[at] = closure.contains(pairs.ancestors[at], pairs.descendants[at])
    return inside


def _implied_closure(split: Split, pairs: Pairs, memory: int | None) -> Closure:
    try:
        dag = DAG.from_arrays(pairs.ancestors, pairs.descendants, names=split.names)
    except CycleError as error:
        raise SplitError(
            f"the positive pairs hold a {error.found}",
            allowed="they are edges of one DAG's closure",
            do="draw the split again",
        ) from None
    return dag.closure(memory=memory)


def _refuse_halves(split: Split) -> None:
    """A file that was emptied would otherwise pass, since nothing in it is wrong."""
    for part, pairs in {"valid": split.valid, "test": split.test}.items():
        if bool(pairs.positives) != bool(pairs.negatives):
            raise SplitError(
                f"{part} holds {len(pairs.positives):,} positives and {len(pairs.negatives):,} negatives",
                allowed="both, or neither",
                do="put the missing file there again, or draw the split again",
            )


def _refuse_repeats(split: Split, positives: dict[str, Pairs]) -> None:
    """One sort tells whether any pair stands twice, within a part or in two; only then is it looked for."""
    n_nodes = len(split.names)
    together = np.concatenate([pairs.keys(n_nodes) for pairs in positives.values()])
    together.sort()
    if not (together[1:] == together[:-1]).any():
        return
    keys = {part: pairs.keys(n_nodes) for part, pairs in positives.items()}
    for part, pairs in positives.items():
        again = np.ones(len(pairs), np.bool_)
        again[np.unique(keys[part], return_index=True)[1]] = False
        _refuse(split, pairs, again, f"{part} holds a pair twice")
    for part, other in (("valid", "train"), ("test", "train"), ("test", "valid")):
        _refuse(split, positives[part], np.isin(keys[part], keys[other]), f"{part} holds a pair of {other}")


def _refuse(split: Split, pairs: Pairs, wrong: NDArray[np.bool_], what: str) -> None:
    count = int(wrong.sum())
    if count:
        above, below = pairs[np.flatnonzero(wrong)[:1]].named(split.names)[0]
        raise SplitError(
            f"{what}: ({above!r}, {below!r})" + (f" and {count - 1:,} more" if count > 1 else ""),
            allowed="parts are disjoint and negatives are outside the closure",
            do="draw the split again, or remove these pairs",
        )


def _refuse_strangers(part: str, pairs: Pairs, n_nodes: int) -> None:
    for side in (pairs.ancestors, pairs.descendants):
        outside = np.flatnonzero((side < 0) | (side >= n_nodes))
        if len(outside):
            raise SplitError(
                f"{part} names node {int(side[outside[0]])}"
                + (f" and {len(outside) - 1:,} more that are not there" if len(outside) > 1 else ""),
                allowed=f"nodes are numbered 0 to {n_nodes - 1}",
                do="use the vocabulary that belongs to these pairs",
            )
