"""What there is to export of an embedding."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from diskembed.errors import ParameterError
from diskembed.graph.names import Names
from diskembed.models.contract import Model
from diskembed.models.disk_form import DiskForm
from diskembed.models.types import Array, Matrix
from diskembed.query.lifts import Lifts
from diskembed.query.rows import doubles

__all__ = ["Content"]


@dataclass(frozen=True, eq=False)
class Content:
    """Names, rows and rule. ``cutoff`` is None where neither the model nor a threshold sets one."""

    names: Names
    stored: Array
    model: Model
    cutoff: float | None

    @cached_property
    def rows(self) -> Matrix:
        """The rows as scores are computed from them."""
        return doubles(self.model, self.stored)

    @cached_property
    def lifts(self) -> Lifts | None:
        """Vectors whose product decides containment; None where there are none."""
        return None if self.cutoff is None else Lifts.of(self.model, self.stored, self.cutoff)

    @cached_property
    def form(self) -> DiskForm | None:
        """The disks; None where rows are something else."""
        return self.model.disk_form(self.rows, 0.0 if self.cutoff is None else self.cutoff)

    def disks(self, format_: str) -> DiskForm:
        """The disks, for a format that holds nothing else."""
        if self.form is None or self.cutoff is None:
            raise ParameterError(
                f"{self.model.name} was to be exported to {format_}",
                allowed="containment of disks, in any geometry, can be written as a rule there",
                do="export its rows: npz, parquet, word2vec or projector",
            )
        return self.form

    def description(self) -> Mapping[str, Any]:
        """What the numbers mean, as JSON can hold it."""
        model = self.model
        return {
            "diskembed": 1,
            "model": model.name,
            "dim": model.dim,
            "options": model.options,
            "cutoff": self.cutoff,
        }
