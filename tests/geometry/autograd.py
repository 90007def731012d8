"""A geometry's plain scalar functions run on torch numbers, so that autograd differentiates them."""

from __future__ import annotations

import math
from collections.abc import Callable
from types import FunctionType, SimpleNamespace
from typing import Any

import torch


class Coordinates:
    """A point as scalar functions see one, its coordinates being torch numbers."""

    def __init__(self, values: Any) -> None:
        self.tensor = torch.tensor(values, dtype=torch.float64, requires_grad=True)
        self.size = len(values)

    def __getitem__(self, index: int) -> torch.Tensor:
        return self.tensor[index]


def _lifted(name: str) -> Callable[..., Any]:
    plain, smooth = getattr(math, name), getattr(torch, name)

    def either(*values: Any) -> Any:
        return smooth(*values) if isinstance(values[0], torch.Tensor) else plain(*values)

    return either


MATH = SimpleNamespace(**vars(math))
for shared in set(dir(math)) & set(dir(torch)):
    if callable(getattr(math, shared)):
        setattr(MATH, shared, _lifted(shared))


def differentiable(function: FunctionType) -> FunctionType:
    """The function, and all that it calls, with torch in the place of math."""
    namespace = dict(function.__globals__)
    for name in function.__code__.co_names:
        value = namespace.get(name)
        if value is math:
            namespace[name] = MATH
        elif isinstance(value, FunctionType):
            namespace[name] = differentiable(value)
    return FunctionType(function.__code__, namespace, function.__name__, function.__defaults__)
