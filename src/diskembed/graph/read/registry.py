"""The formats that can be read. A new one is a new file in ``formats/`` that calls ``register``."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path

from diskembed.errors import ParameterError, ReadError, near_names
from diskembed.graph.raw import RawEdges
from diskembed.graph.read.compression import without_suffix
from diskembed.graph.read.options import Options
from diskembed.graph.read.source import Source

__all__ = ["Format", "find_format", "formats", "register"]


@dataclass(frozen=True)
class Format:
    """A file format.

    ``endings`` are those of file names that it claims, in lower case. ``takes_order`` and
    ``relations`` (the default ones) say which options it obeys; any other is refused. A directory that
    holds ``file_in_directory`` can be given in that file's stead.
    """

    name: str
    title: str
    read: Callable[[Source, Options], RawEdges]
    endings: tuple[str, ...] = ()
    takes_order: bool = False
    relations: tuple[str, ...] = ()
    file_in_directory: str = ""

    def refuse_unused(self, options: Options) -> None:
        """No option is taken and ignored."""
        if options.order is not None and not self.takes_order:
            raise ParameterError(
                f"order={options.order!r} for the format {self.name}",
                allowed=f"{self.title} says by itself which end of an edge is the ancestor",
                do="leave order out",
            )
        if options.relations is not None and not self.relations:
            raise ParameterError(
                f"relations={options.relations!r} for the format {self.name}",
                allowed=f"{self.title} has one kind of edges",
                do="leave relations out",
            )


_registered: dict[str, Format] = {}


def register(format_: Format) -> None:
    """Make a format known."""
    _registered[format_.name] = format_


def formats() -> Mapping[str, Format]:
    """All formats by name."""
    _import_all()
    return dict(sorted(_registered.items()))


@cache
def _import_all() -> None:
    package = import_module("diskembed.graph.read.formats")
    for module in pkgutil.iter_modules(package.__path__, package.__name__ + "."):
        import_module(module.name)


def find_format(source: Source, name: str | None) -> tuple[Format, Source]:
    """The format asked for by name, or told by the file's name, and the file to read."""
    source.require_present()
    if name is None:
        return _told_by_name(source)
    if name not in formats():
        near = near_names(name.lower(), formats())
        raise ParameterError(
            f"format={name!r}",
            allowed=f"one of {', '.join(formats())}",
            do=f"did you mean {near[0]!r}?" if near else "",
        )
    chosen = formats()[name]
    inner = _file_inside(source.path, chosen)
    return chosen, source if inner is None else Source.of(inner)


def _told_by_name(source: Source) -> tuple[Format, Source]:
    known = formats().values()
    if source.path is None:
        raise ParameterError(
            "standard input has no name to tell its format by",
            allowed=f"one of {', '.join(formats())}",
            do='pass format, as in format="tsv" (on the command line --format tsv)',
        )
    if source.path.is_dir():
        for format_ in known:
            inner = _file_inside(source.path, format_)
            if inner is not None:
                return format_, Source.of(inner)
        held = ", ".join(format_.file_in_directory for format_ in known if format_.file_in_directory)
        raise source.error(
            "this is a directory",
            allowed=f"expected a file, or a directory with {held}",
            do="name the file in it",
        )
    plain = without_suffix(source.path.name).lower()
    for format_ in known:
        if plain.endswith(format_.endings):
            return format_, source
    raise _unknown(source)


def _file_inside(path: Path | None, format_: Format) -> Path | None:
    if path is None or not format_.file_in_directory:
        return None
    inner = path / format_.file_in_directory
    return inner if inner.is_file() else None


def _unknown(source: Source) -> ReadError:
    endings = sorted({ending for format_ in formats().values() for ending in format_.endings})
    return source.error(
        "its name does not tell its format",
        allowed=f"expected a name that ends in {', '.join(endings)}, and these with .gz, .zst, .xz or .bz2",
        do=f"pass format, one of {', '.join(formats())} (on the command line --format)",
    )
