"""Geometries by name. Every file of this folder is looked at, so a new one is found by being there."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from functools import cache
from typing import Any

from diskembed.errors import ParameterError, near_names
from diskembed.geometry.arrays import Array
from diskembed.geometry.contract import Geometry

__all__ = ["examples", "make", "names", "register", "unregister"]

Factory = Callable[..., Geometry]

_factories: dict[str, Factory] = {}


def register(name: str, factory: Factory) -> None:
    """Make ``factory(n, **options)`` known as ``name``; ``factory.examples()`` is what the laws run on."""
    if _factories.setdefault(name, factory) is not factory:
        raise ParameterError(f"a geometry named {name!r} exists", do="register yours under another name")


def unregister(name: str) -> None:
    """Forget a name that was registered; a name that was not is no error."""
    _factories.pop(name, None)


def names() -> list[str]:
    """Every registered name, sorted."""
    _discover()
    return sorted(_factories)


def make(geometry: str | Geometry, n: int, **options: Any) -> Geometry:
    """The geometry of that name with ``n`` dimensions, or the instance itself if its ``n`` agrees."""
    if isinstance(geometry, Geometry):
        if geometry.n != n or options:
            raise ParameterError(
                f"{geometry!r} was given together with n={n} and options {options}",
                allowed=f"n={geometry.n} and no options",
                do="give a name to choose them, or an instance that already has them",
            )
        return geometry
    if geometry not in names():
        near = near_names(geometry, names())
        raise ParameterError(
            f"no geometry is named {geometry!r}",
            allowed=f"geometry may be {', '.join(names())}",
            do=f"did you mean {' or '.join(near)}?" if near else "",
        )
    try:
        return _factories[geometry](n, **options)
    except TypeError as error:  # an option that the factory does not have
        raise ParameterError(
            f"geometry {geometry!r} cannot be made with the options {sorted(options)}: {error}",
            do=f"see help(diskembed.geometry.{geometry})",
        ) from error


def examples(name: str) -> list[tuple[Geometry, Array]]:
    """The example geometries and points that the laws are tested on; empty if it has none."""
    names()
    found: list[tuple[Geometry, Array]] = getattr(_factories[name], "examples", list)()
    return found


@cache
def _discover() -> None:
    package = importlib.import_module("diskembed.geometry")
    for module in pkgutil.iter_modules(package.__path__):
        importlib.import_module(f"{package.__name__}.{module.name}")
