"""Formats by name. Every file of ``formats`` is looked at, so a new one is found by being there."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from os import PathLike
from pathlib import Path
from typing import TypeAlias

from diskembed.errors import ParameterError, near_names
from diskembed.exchange.content import Content
from diskembed.exchange.vectors import Vectors

__all__ = ["Format", "find", "for_path", "formats", "register"]

Target: TypeAlias = str | PathLike[str]


@dataclass(frozen=True)
class Format:
    """A way to write embeddings to a file, and perhaps to read vectors from one.

    ``write`` leaves all of its files or none, and says which.
    """

    name: str
    description: str
    suffix: str
    write: Callable[[Content, Path], list[Path]]
    read: Callable[[Path], Vectors] | None = None


_formats: dict[str, Format] = {}


def register(format_: Format) -> None:
    """Make a format known."""
    if _formats.setdefault(format_.name, format_) is not format_:
        raise ParameterError(
            f"a format named {format_.name!r} exists", do="register yours under another name"
        )


def formats() -> dict[str, Format]:
    """Every format by its name, sorted."""
    _discover()
    return dict(sorted(_formats.items()))


def find(name: str) -> Format:
    """The format of that name."""
    known = formats()
    if name not in known:
        near = near_names(name, known)
        raise ParameterError(
            f"no format is named {name!r}",
            allowed=f"one of {', '.join(known)}",
            do=f"did you mean {' or '.join(near)}?" if near else "",
        )
    return known[name]


def for_path(path: Target) -> Format:
    """The format that a file's name tells."""
    name = Path(path).name.lower()
    fitting = [format_ for format_ in formats().values() if name.endswith(format_.suffix)]
    if not fitting:
        raise ParameterError(
            f"the name {Path(path).name!r} tells no format",
            allowed=", ".join(f"*{format_.suffix} ({format_.name})" for format_ in formats().values()),
            do="name the format",
        )
    return max(fitting, key=lambda format_: len(format_.suffix))


@cache
def _discover() -> None:
    package = importlib.import_module("diskembed.exchange.formats")
    for module in pkgutil.iter_modules(package.__path__):
        importlib.import_module(f"{package.__name__}.{module.name}")
