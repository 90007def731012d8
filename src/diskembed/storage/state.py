"""What travels beside arrays: anything that JSON can hold."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from diskembed.errors import ParameterError

__all__ = ["as_json", "plain"]


def as_json(value: Any, what: str) -> str:
    """The value as JSON, NumPy's numbers and arrays as Python's; the same value gives the same text."""
    try:
        return json.dumps(value, allow_nan=False, default=_from_numpy)
    except (TypeError, ValueError, RecursionError) as error:
        raise ParameterError(
            f"{what} cannot be held as JSON: {error}",
            allowed="dicts with string keys, lists, strings, finite numbers, booleans and None",
            do="convert or leave out what is none of these",
        ) from None


def plain(value: Any, what: str) -> Any:
    """The value as it will come back from a file: a copy, in which tuples are lists."""
    return json.loads(as_json(value, what))


def _from_numpy(value: object) -> Any:
    if isinstance(value, np.generic | np.ndarray):
        return value.tolist()
    raise TypeError(f"{value!r} is of type {type(value).__name__}")
