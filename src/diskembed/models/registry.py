"""Models by name. Every file of this folder is looked at, so a new one is found by being there."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from functools import cache
from typing import Any

from diskembed.errors import ParameterError, near_names
from diskembed.models.contract import Model
from diskembed.models.types import Matrix

__all__ = ["examples", "make", "names", "register", "unregister"]

_factories: dict[str, Callable[..., Model]] = {}


def register(name: str, factory: Callable[..., Model]) -> None:
    """Make ``factory(dim, **options)`` known as ``name``."""
    if _factories.setdefault(name, factory) is not factory:
        raise ParameterError(f"a model named {name!r} exists", do="register yours under another name")


def unregister(name: str) -> None:
    """Forget a name that was registered."""
    _factories.pop(name, None)


def names() -> list[str]:
    """Every registered name, sorted."""
    _discover()
    return sorted(_factories)


def make(name: str, dim: int, **options: Any) -> Model:
    """The model of that name with ``dim`` numbers a node."""
    if name not in names():
        near = near_names(name, names())
        raise ParameterError(
            f"no model is named {name!r}",
            allowed=f"one of {', '.join(names())}",
            do=f"did you mean {' or '.join(near)}?" if near else "",
        )
    return _factories[name](dim, **options)


def examples(name: str) -> list[tuple[Model, Matrix]]:
    """The example models and rows that the laws are tested on; empty if it has none."""
    names()
    found: list[tuple[Model, Matrix]] = getattr(_factories[name], "examples", list)()
    return found


@cache
def _discover() -> None:
    package = importlib.import_module("diskembed.models")
    for module in pkgutil.iter_modules(package.__path__):
        importlib.import_module(f"{package.__name__}.{module.name}")
