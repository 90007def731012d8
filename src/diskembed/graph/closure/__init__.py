"""The transitive closure: every pair (ancestor, descendant) that the edges imply.

=========  =========================================  =============================================
kind       what is kept                               chosen by ``auto``
=========  =========================================  =============================================
tree       an interval for each node                  where no node has two parents (or two children)
lists      8 bytes a pair                             up to n / 128 ancestors a node on average
bits       n^2 / 16 bytes                             past that
blocked    nothing but counts                         where the one of them does not fit in ``memory``
=========  =========================================  =============================================

At n / 128 ancestors a node, lists and bits take the same memory. Lists are tried first, and given up as soon
as they are that long on average, so the choice costs little more than the answer.
"""

from __future__ import annotations

from typing import Literal, get_args

import numpy as np

from diskembed.errors import MemoryBudgetError, ParameterError
from diskembed.graph.closure.base import Closure, gigabytes
from diskembed.graph.closure.bits import BitClosure, bit_bytes
from diskembed.graph.closure.blocked import BlockedClosure
from diskembed.graph.closure.counts import PairCounts, pair_counts
from diskembed.graph.closure.lists import ListClosure, build_lists
from diskembed.graph.closure.tree import TreeClosure, is_forest
from diskembed.graph.closure.uniting import PAIR_BYTES, short
from diskembed.graph.dag import DAG

__all__ = [
    "DEFAULT_MEMORY",
    "BitClosure",
    "BlockedClosure",
    "Closure",
    "Kind",
    "ListClosure",
    "PairCounts",
    "TreeClosure",
    "closure",
    "memory_or_default",
    "pair_counts",
]

Kind = Literal["auto", "lists", "bits", "tree", "blocked"]
DEFAULT_MEMORY = 1 << 30


def closure(dag: DAG, kind: Kind = "auto", *, memory: int | None = None) -> Closure:
    """The closure of a DAG, held as ``kind``; its pairs take at most ``memory`` bytes (1 GiB if not given).

    What the graph itself takes, a few arrays of a number for each node and edge, comes on top.
    """
    budget = memory_or_default(memory)
    match kind:
        case "auto":
            return _fitting(dag, budget)
        case "lists":
            return _lists(dag, budget)
        case "bits":
            return _bits(dag, budget)
        case "tree":
            return _tree(dag, budget)
        case "blocked":
            return BlockedClosure(dag, budget)
    raise ParameterError(f"kind={kind!r}", allowed=f"one of {', '.join(map(repr, get_args(Kind)))}")


def memory_or_default(memory: int | None) -> int:
    """A budget in bytes."""
    if memory is None:
        return DEFAULT_MEMORY
    if memory < 1:
        raise ParameterError(f"memory={memory}", allowed="a positive number of bytes")
    return int(memory)


def _fitting(dag: DAG, memory: int) -> Closure:
    if is_forest(dag):
        return TreeClosure(dag, memory)
    bits_fit = bit_bytes(len(dag)) <= memory
    lists = build_lists(dag, memory, most_a_node=short(len(dag)) if bits_fit else np.inf)
    if lists is not None:
        return lists
    return BitClosure(dag, memory) if bits_fit else BlockedClosure(dag, memory)


def _lists(dag: DAG, memory: int) -> Closure:
    lists = build_lists(dag, memory)
    if lists is None:
        raise MemoryBudgetError(
            f"lists of this closure take more than {gigabytes(memory)}",
            allowed=f"memory allows {memory // PAIR_BYTES:,} pairs of {PAIR_BYTES} bytes",
            do='allow more memory, or choose kind="auto" or kind="blocked"',
        )
    return lists


def _bits(dag: DAG, memory: int) -> Closure:
    needed = bit_bytes(len(dag))
    if needed > memory:
        raise MemoryBudgetError(
            f"the bits of {len(dag):,} nodes take {gigabytes(needed)}",
            allowed=f"memory is {gigabytes(memory)}",
            do='allow more memory, or choose kind="auto" or kind="blocked"',
        )
    return BitClosure(dag, memory)


def _tree(dag: DAG, memory: int) -> Closure:
    if not is_forest(dag):
        raise ParameterError(
            'kind="tree" for a graph with nodes of two parents and nodes of two children',
            allowed="a forest, or one turned around",
            do='choose kind="auto"',
        )
    return TreeClosure(dag, memory)
