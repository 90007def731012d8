"""Names, and those that merged nodes stand for, as arrays and back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diskembed.errors import GraphError
from diskembed.graph.names import Names

__all__ = ["pack_members", "pack_names", "unpack_members", "unpack_names"]

Arrays = Mapping[str, NDArray[Any]]


def pack_names(names: Names, label: str) -> dict[str, NDArray[Any]]:
    """One blob of UTF-8, and where in it each name begins."""
    return {f"{label}_blob": names.blob, f"{label}_offsets": names.offsets}


def unpack_names(arrays: Arrays, label: str) -> Names:
    """The names, in memory of their own; GraphError where the arrays hold none."""
    blob, offsets = arrays[f"{label}_blob"].copy(), arrays[f"{label}_offsets"].copy()
    if blob.dtype != np.uint8 or blob.ndim != 1 or offsets.dtype != np.int64 or offsets.ndim != 1:
        raise GraphError(f"{label} are held in arrays of other types", allowed="bytes, and 64-bit offsets")
    whole = len(offsets) > 0 and offsets[0] == 0 and offsets[-1] == len(blob)
    if not whole or (np.diff(offsets) < 0).any():
        raise GraphError(f"the offsets of {label} do not rise from 0 to the end", allowed="as saved")
    starts = offsets[offsets < len(blob)]
    try:
        blob.tobytes().decode()
        torn = bool(((blob[starts] & 0xC0) == 0x80).any())
    except UnicodeDecodeError:
        torn = True
    if torn:
        raise GraphError(f"{label} are not UTF-8", allowed="names are UTF-8")
    names = Names(blob, offsets)
    names.require_distinct()
    return names


def pack_members(members_of: Mapping[int, Names]) -> dict[str, NDArray[Any]]:
    """All members one after another, and the node of each; no arrays where nothing was merged."""
    if not members_of:
        return {}
    nodes = np.repeat(
        np.fromiter(members_of, np.int64, len(members_of)),
        np.fromiter(map(len, members_of.values()), np.int64, len(members_of)),
    )
    return {"member_nodes": nodes, **pack_names(_joined(members_of.values()), "members")}


def unpack_members(arrays: Arrays) -> dict[int, Names]:
    """The members of each merged node."""
    if "member_nodes" not in arrays:
        return {}
    nodes, names = arrays["member_nodes"], unpack_names(arrays, "members")
    if nodes.dtype != np.int64 or nodes.shape != (len(names),):
        raise GraphError(f"{len(names)} members of {nodes.shape} nodes", allowed="a node for each member")
    starts = np.flatnonzero(np.diff(nodes, prepend=-1))
    ends = np.append(starts[1:], len(nodes))
    return {int(nodes[a]): names[a:b] for a, b in zip(starts.tolist(), ends.tolist(), strict=True)}


def _joined(parts: Iterable[Names]) -> Names:
    return Names.from_strings(name for names in parts for name in names)
