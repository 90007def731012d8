"""What a kind of index is: an engine that can be put into a file and taken out of it again."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from os import PathLike
from typing import Any, ClassVar, NamedTuple, final

import numpy as np
from numpy.typing import NDArray

from diskembed.errors import ParameterError, ReadError
from diskembed.geometry.contract import Geometry
from diskembed.models.contract import Model
from diskembed.models.types import Array
from diskembed.query.exact import Exact
from diskembed.query.measured import Measured
from diskembed.query.measuring import Measuring
from diskembed.query.rows import doubles

__all__ = ["REBUILD", "IndexKind", "Parts", "no_lift", "unlike"]

REBUILD = 'build it again with "diskembed index MODEL", or remove it'
DISKS = ("centres", "outer", "inner")


class Parts(NamedTuple):
    """What a container holds of an index."""

    arrays: Mapping[str, NDArray[Any]]
    state: Mapping[str, Any]


class IndexKind(ABC):
    """One way to find candidates."""

    name: ClassVar[str]

    @abstractmethod
    def build(self, exact: Exact) -> Measuring:
        """The index of the same disks; ``exact`` is who it may be measured against."""

    @abstractmethod
    def pack(self, index: Any, path: str | PathLike[str]) -> Parts:
        """What goes into the container at ``path``; files beside it are written here."""

    @abstractmethod
    def unpack(self, path: str | PathLike[str], parts: Parts, model: Model, rows: Array) -> Measuring:
        """The reverse, mapped into memory; ValueError and the like where the parts make no index."""

    @abstractmethod
    def beside(self, path: str | PathLike[str]) -> list[str]:
        """The files that belong to the container at ``path``."""

    @staticmethod
    @final
    def packed_disks(disks: Measured) -> Parts:
        """The disks that candidates are measured with."""
        state = {"slack": disks.slack, "cutoff": disks.cutoff}
        return Parts({name: getattr(disks, name) for name in DISKS}, state)

    @staticmethod
    @final
    def unpacked_disks(parts: Parts, model: Model, rows: Array) -> Measured:
        """The reverse: of the shapes that a kernel trusts."""
        centres, outer, inner = (parts.arrays[name] for name in DISKS)
        home = _home(model, rows)
        right = centres.shape == (len(rows), home.width) and outer.shape == inner.shape == (len(rows),)
        if not right or not centres.dtype == outer.dtype == inner.dtype == np.float64:
            raise ValueError("no disks")
        slack, cutoff = float(parts.state["slack"]), float(parts.state["cutoff"])
        return Measured(home, centres, outer, inner, slack, cutoff)


def no_lift(model: Model) -> ParameterError:
    """What asking for an index of such a model raises."""
    return ParameterError(
        f"containment in {model!r} is not the sign of one product, or its numbers are too large for it",
        allowed="an index needs a lift: disks in Euclidean, spherical or hyperbolic space",
        do="ask without an index: every node is scored then",
    )


def unlike(path: str | PathLike[str]) -> ReadError:
    """What files raise that make no index."""
    return ReadError(path, "what it holds makes no index", do=REBUILD)


def _home(model: Model, rows: Array) -> Geometry:
    form = model.disk_form(doubles(model, rows[:1]), 0.0)
    if form is None:
        raise ValueError("no disks")
    return form.geometry
