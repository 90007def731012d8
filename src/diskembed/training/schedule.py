"""How rates change on the way from the start (0) to the end (1) of a run."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Literal, get_args

from diskembed.errors import ParameterError

__all__ = ["SCHEDULES", "Schedule", "factor"]

Schedule = Literal["constant", "linear", "cosine"]

SCHEDULES: dict[str, Callable[[float], float]] = {
    "constant": lambda done: 1.0,
    "linear": lambda done: 1.0 - done,
    "cosine": lambda done: 0.5 * (1.0 + math.cos(math.pi * done)),
}


def factor(schedule: str, done: float) -> float:
    """What a rate is multiplied with when a share ``done`` of the run is over."""
    if schedule not in SCHEDULES:
        raise ParameterError(
            f"schedule={schedule!r}", allowed=f"one of {', '.join(map(repr, get_args(Schedule)))}"
        )
    return SCHEDULES[schedule](min(max(done, 0.0), 1.0))
