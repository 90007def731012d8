"""Ways out to other systems, and in from them; ``Embedding`` has this beside its own."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, cast, final

from numpy.typing import ArrayLike

from diskembed.exchange.content import Content
from diskembed.graph.names import Names
from diskembed.models.contract import Model
from diskembed.models.types import Array

__all__ = ["Exchanging"]


class Exchanging:
    """Needs an embedding's parts."""

    if TYPE_CHECKING:
        names: Names
        rows: Array
        model: Model
        threshold: float | None

    @classmethod
    def from_vectors(
        cls,
        names: Iterable[str],
        centers: ArrayLike,
        radii: ArrayLike,
        *,
        geometry: str = "euclid",
        threshold: float | None = None,
        **options: Any,
    ) -> Self:
        """Disks that were fitted elsewhere: a centre, one a row, and a radius for each name.

        ``options`` are the geometry's own, such as ``curvature=-0.5``. With plain vectors, radii of 0 make
        "contains" mean "is at the same place", and a threshold makes it "is near".
        """
        from diskembed.exchange.vectors import disks_of

        known = names if isinstance(names, Names) else Names.from_strings(names)
        rows, model = disks_of(centers, radii, geometry, options)
        return cast(Self, cast(Any, cls)(known, rows, model, threshold))

    @final
    def export(self, path: str | PathLike[str], to: str | None = None) -> list[Path]:
        """Write the vectors, and where it can be said the rule, for another system; gives what was written.

        ``to`` is a name of ``diskembed.exchange.registry.formats()``; None goes by the path's ending.
        """
        from diskembed.exchange.registry import find, for_path

        format_ = for_path(path) if to is None else find(to)
        cutoff = self.model.contained_at if self.threshold is None else self.threshold
        return format_.write(Content(self.names, self.rows, self.model, cutoff), Path(path))
