"""What placing aims at, in scores: as the model was trained."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from diskembed.errors import ParameterError
from diskembed.models.contract import Model

__all__ = ["Goals"]


@dataclass(frozen=True)
class Goals:
    """Scores that pairs should stay below or above, and how long steps may be."""

    cutoff: float
    kept: float
    """What the asked relations are brought down to in the end: the cutoff, but for rounding."""
    inside: float
    """What they should come down to while others are kept away."""
    outside: float
    """What others are kept above: half as far from the border as training did, for there is less to move."""
    near: float
    """Up to which score a node is looked at."""
    positive_rate: float
    negative_rate: float

    @staticmethod
    def of(model: Model, cutoff: float, plan: dict[str, Any]) -> Goals:
        """As the model was trained: by its plan where that is known, else by its defaults.

        Wanted pairs come down to 0 even if the cutoff is higher: excesses add up from parent to parent.
        """
        if model.contained_at is None:
            raise ParameterError(
                f"a node cannot be placed in {model.name}: its scores have no direction of their own",
                allowed="models with containment, such as disks",
            )
        chosen = {**PLAN, **model.defaults, **plan}
        border = min(cutoff, model.contained_at)
        return Goals(
            cutoff,
            cutoff - 0.01 * chosen["positive_margin"],
            border - chosen["positive_margin"],
            max(cutoff, model.contained_at + 0.5 * chosen["negative_margin"]),
            max(cutoff, model.contained_at + chosen["negative_margin"]),
            chosen["positive_rate"],
            chosen["negative_rate"],
        )


PLAN = {"positive_rate": 0.3, "negative_rate": 0.1, "positive_margin": 0.01, "negative_margin": 0.1}
