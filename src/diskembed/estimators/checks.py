"""Parameters of estimators that no plan and no model looks at, checked in one place before all else."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from numbers import Integral, Real
from os import PathLike
from typing import Any, NamedTuple

from diskembed.errors import ParameterError
from diskembed.models.checks import check_dim

__all__ = ["check_parameters"]


class Rule(NamedTuple):
    """Which values a parameter may have, and how to say so."""

    holds: Callable[[Any], bool]
    allowed: str


def _whole(value: Any, least: int) -> bool:
    return not isinstance(value, bool) and isinstance(value, Integral) and int(value) >= least


def _number(value: Any) -> bool:
    return not isinstance(value, bool) and isinstance(value, Real) and math.isfinite(value)


def _callables(value: Any) -> bool:
    return isinstance(value, list | tuple) and all(map(callable, value))


RULES = {
    "transitive": Rule(lambda value: isinstance(value, bool), "True or False"),
    "relative": Rule(lambda value: isinstance(value, bool), "True or False"),
    "geometry": Rule(lambda value: isinstance(value, str), "the name of a geometry"),
    "geometry_options": Rule(lambda value: isinstance(value, Mapping), 'a dict, such as {"curvature": -0.5}'),
    "random_state": Rule(lambda value: _whole(value, 0), "a whole number of at least 0"),
    "start_scale": Rule(
        lambda value: value is None or (_number(value) and value > 0),
        "a finite number above 0, or None for the model's own",
    ),
    "patience": Rule(
        lambda value: value is None or _whole(value, 1), "a whole number of at least 1, or None to never stop"
    ),
    "polish": Rule(
        lambda value: value is None or _whole(value, 0), "a whole number of rounds from 0 up, or None"
    ),
    "validation": Rule(
        lambda value: value is None or (_number(value) and 0 < value < 1),
        "a share above 0 and below 1, or None to hold out nothing",
    ),
    "checkpoint": Rule(
        lambda value: value is None or isinstance(value, str | PathLike), "a path, or None to keep nothing"
    ),
    "checkpoint_seconds": Rule(lambda value: _number(value) and value >= 0, "a number of seconds from 0 up"),
    "progress": Rule(
        lambda value: value is None or isinstance(value, bool), "True, False, or None for a terminal only"
    ),
    "callbacks": Rule(_callables, "a list of what can be called with an Epoch"),
    "memory": Rule(
        lambda value: value is None or (_number(value) and value >= 1),
        "a number of bytes of at least 1, or None for the usual",
    ),
}
"""By the name of the parameter; an estimator that does not have it is not asked for it."""


def check_parameters(parameters: Mapping[str, Any]) -> None:
    """Refuse the first value that is not allowed, under the name that it was given by."""
    check_dim(parameters["dim"])
    for name, rule in RULES.items():
        if name in parameters and not rule.holds(parameters[name]):
            raise ParameterError(f"{name}={parameters[name]!r}", allowed=rule.allowed)
