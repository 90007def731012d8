"""Models whose rows are ``dim`` numbers and that need no geometry to be told: all but disks."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, final

import numpy as np

from diskembed.binding import Bindings
from diskembed.models.contract import Model
from diskembed.models.types import Matrix

__all__ = ["PlainModel"]


@dataclass(frozen=True)
class PlainModel(Model):
    """What these models have in common; all their options are single values."""

    @property
    @final
    def options(self) -> dict[str, Any]:
        """The fields beside ``dim``."""
        return {field.name: getattr(self, field.name) for field in fields(self) if field.name != "dim"}

    @property
    @final
    def width(self) -> int:
        """A point's coordinates."""
        return self.dim

    @property
    @final
    def space(self) -> Matrix:
        """Nothing."""
        return np.zeros((0, 0))

    @final
    def inner_bindings(self) -> Bindings:
        """None."""
        return {}
