r"""Pairs as text, one ``ancestor<TAB>descendant<NEWLINE>`` a line, and back."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diskembed.graph.csr import Ints
from diskembed.jit import inlined, kernel

__all__ = ["format_pairs", "parse_pairs"]

Bytes = NDArray[np.uint8]

_ZERO, _NINE, _TAB, _NEWLINE = ord("0"), ord("9"), ord("\t"), ord("\n")


@kernel
def parse_pairs(text: Bytes, ancestors: Ints, descendants: Ints, n_nodes: int) -> int:
    """Fill two arrays that have one entry a line; returns the first line that is no pair of nodes, or -1.

    The last line may lack its newline.
    """
    line = 0
    number = np.int64(-1)
    parent = np.int64(-1)
    for i in range(len(text) + 1):
        byte = np.int64(text[i]) if i < len(text) else np.int64(_NEWLINE)
        if _ZERO <= byte <= _NINE:
            number = byte - _ZERO if number < 0 else number * 10 + byte - _ZERO
            if number >= n_nodes:
                return line
        elif byte == _TAB and number >= 0 and parent < 0:
            parent = number
            number = np.int64(-1)
        elif byte == _NEWLINE and number >= 0 and parent >= 0:
            ancestors[line] = parent
            descendants[line] = number
            line += 1
            number = np.int64(-1)
            parent = np.int64(-1)
        elif i < len(text) or number >= 0 or parent >= 0:
            return line
    return -1


@kernel
def format_pairs(ancestors: Ints, descendants: Ints) -> Bytes:
    """The lines of some pairs."""
    length = 0
    for i in range(len(ancestors)):
        length += _width(ancestors[i]) + _width(descendants[i]) + 2
    text = np.empty(length, np.uint8)
    at = 0
    for i in range(len(ancestors)):
        at = _put(text, at, ancestors[i], _TAB)
        at = _put(text, at, descendants[i], _NEWLINE)
    return text


@inlined
def _width(number: int) -> int:
    width = 1
    while number >= 10:
        number //= 10
        width += 1
    return width


@inlined
def _put(text: Bytes, at: int, number: int, after: int) -> int:
    width = _width(number)
    for place in range(at + width - 1, at - 1, -1):
        text[place] = _ZERO + number % 10
        number //= 10
    text[at + width] = after
    return at + width + 1
