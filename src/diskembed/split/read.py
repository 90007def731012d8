"""Reading a split in the published format; training pairs that are missing are drawn by the rule."""

from __future__ import annotations

from fractions import Fraction
from os import PathLike
from pathlib import Path

import numpy as np

from diskembed.errors import ReadError, SplitError
from diskembed.graph.closure import Closure
from diskembed.graph.dag import DAG
from diskembed.graph.names import Names
from diskembed.split.choose import choose_pairs, grouped
from diskembed.split.files import SplitFiles, read_bytes, train_part
from diskembed.split.pairs import Labelled, Pairs
from diskembed.split.rule import Rule, as_percent, percent_text, train_stream, training_count
from diskembed.split.split import Provenance, Split
from diskembed.split.text import parse_pairs
from diskembed.split.vocabulary import parse_vocabulary

__all__ = ["read_split"]


def read_split(
    folder: str | PathLike[str],
    *,
    percent: float = 50,
    prefix: str | None = None,
    seed: int = 0,
    check: bool = True,
    memory: int | None = None,
) -> Split:
    """See ``Split.read``."""
    percent = as_percent(percent)
    files = SplitFiles.find(folder, prefix)
    vocabulary = _path(files, "vocab")
    names = parse_vocabulary(read_bytes(vocabulary), vocabulary)
    valid, test = (
        Labelled(_read_pairs(files, part, names), _read_pairs(files, f"{part}_neg", names))
        for part in ("valid", "test")
    )
    closure = None
    drawn = files.path(train_part(percent)) is None
    if drawn:
        held = Pairs.join(valid.positives, test.positives)
        train, closure = _draw_missing(files, names, held, percent, seed, memory)
    else:
        train = _read_pairs(files, train_part(percent), names)
    origin = Provenance(drawn=drawn, source=str(files.folder / files.prefix))
    split = Split(names, train, valid, test, percent, seed if drawn else None, origin)
    if check:
        split.check(closure, memory=memory)
    return split


def _path(files: SplitFiles, part: str) -> Path:
    path = files.path(part)
    if path is None:
        there = " and ".join(f"{percent_text(percent)} %" for percent in files.percents())
        raise SplitError(
            f"{files.folder / files.prefix}.{part} is missing",
            allowed="a split has valid, test, their negatives, and the percentage asked for or train_0percent"
            f"; training pairs here: {there or 'none'}",
            do="put the file there, or draw the split again",
        )
    return path


def _read_pairs(files: SplitFiles, part: str, names: Names) -> Pairs:
    path = _path(files, part)
    text = read_bytes(path)
    lines = text.count(b"\n") + (not text.endswith(b"\n") and text != b"")
    pairs = Pairs.empty(lines, n_nodes=len(names))
    wrong = parse_pairs(np.frombuffer(text, np.uint8), pairs.ancestors, pairs.descendants, len(names))
    if wrong >= 0:
        found = text.split(b"\n", wrong + 1)[wrong].decode(errors="replace")
        raise ReadError(
            path,
            f"{found!r}",
            line=wrong + 1,
            allowed=f"a line is two numbers from 0 to {len(names) - 1} with a tab between"
            if len(names)
            else "no pair can be there, since the vocabulary is empty",
            do="mend the file, use the vocabulary that belongs to it, or draw the split again",
        )
    return pairs


def _draw_missing(
    files: SplitFiles, names: Names, held: Pairs, percent: float, seed: int, memory: int | None
) -> tuple[Pairs, Closure]:
    """By the rule from what the basic edges imply, valid and test left out."""
    basic = _read_pairs(files, train_part(0), names)
    closure = DAG.from_arrays(basic.ancestors, basic.descendants, names=names).closure(memory=memory)
    strange = np.flatnonzero(~closure.contains(held.ancestors, held.descendants))
    if len(strange):
        above, below = held[strange[:1]].named(names)[0]
        raise SplitError(
            f"the valid or test pair ({above!r}, {below!r}) does not follow from train_0percent",
            allowed="a missing percentage can be drawn only where the basic edges imply every pair",
            do=f"put {files.prefix}.{train_part(percent)} there, or draw the split again",
        )
    n_non_basic = closure.n_pairs - len(basic)
    most = Fraction(100 * (n_non_basic - len(held)), n_non_basic) if n_non_basic else Fraction(100)
    count = training_count(percent, n_non_basic, most)
    taken = grouped(len(names), basic, held)
    return choose_pairs(closure, taken, count, train_stream(Rule(seed).seed, percent), then=basic), closure
