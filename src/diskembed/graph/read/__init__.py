"""Graphs from files and from other libraries' objects."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from os import PathLike
from typing import Any

import numpy as np

from diskembed.errors import CycleError, ParameterError
from diskembed.graph.build import build
from diskembed.graph.dag import DAG, OnCycle
from diskembed.graph.raw import RawEdges
from diskembed.graph.read.memory import read_object
from diskembed.graph.read.options import Options
from diskembed.graph.read.registry import find_format
from diskembed.graph.read.source import Source

__all__ = ["read"]


def read(
    source: str | PathLike[str] | Any,
    *,
    order: str | None = None,
    format: str | None = None,  # noqa: A002  # the name that every other library gives it
    on_cycle: OnCycle = "error",
    relations: Iterable[str] | None = None,
) -> DAG:
    """Read a graph.

    Args:
        source: A path, ``"-"`` for standard input, or a graph or frame of another library.
        order: ``"parent,child"`` or ``"child,parent"``, for tables whose header does not say it and for
            graphs in memory, whose edges ``u -> v`` are then (u, v) in that order.
        format: A format's name, where the file's name does not tell it.
        on_cycle: Refuse a cycle (``"error"``), merge its nodes (``"collapse"``), or remove the edges that
            close it (``"drop"``).
        relations: The relationships that count as edges, for formats that have several kinds.
    """
    options = Options.checked(order, relations)
    if isinstance(source, str | PathLike):
        raw = _read_file(source, options, format)
    elif format is not None or relations is not None:
        raise ParameterError(
            f"{'format' if format is not None else 'relations'} for a {type(source).__name__}",
            allowed="format and relations are for files",
            do="leave it out",
        )
    else:
        raw = read_object(source, order=order)
    try:
        return build(raw, on_cycle=on_cycle)
    except CycleError as error:
        raise _placed(error, raw) from None


def _read_file(path: str | PathLike[str], options: Options, name: str | None) -> RawEdges:
    format_, source = find_format(Source.of(path), name)
    format_.refuse_unused(options)
    return format_.read(source, options)


def _placed(error: CycleError, raw: RawEdges) -> CycleError:
    """A longer cycle with the line that completes it; a self-loop has its line already."""
    if len(error.cycle) <= 2:
        return error
    numbers = raw.names.find_all(error.cycle)
    closing = max(
        int(np.flatnonzero((raw.ancestors == above) & (raw.descendants == below))[0])
        for above, below in pairwise(numbers)
    )
    where = raw.locate(closing)
    return CycleError(error.cycle, where=f"{where}: " if where else "")
