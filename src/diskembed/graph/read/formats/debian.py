"""A Debian package index (``Packages``): what a package depends on counts as its ancestors.

Of alternatives (``a | b``) the first that exists counts. A package exists under its own name, or as a
virtual one under a name that others provide; then the first provider by name stands for it. Versions and
architectures in dependencies are not looked at; what exists nowhere, or is provided by the package itself,
is left out. Such graphs have cycles: read them with ``on_cycle="collapse"``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from diskembed.errors import ParameterError, near_names
from diskembed.graph.raw import RawEdges
from diskembed.graph.read.collector import Collector
from diskembed.graph.read.options import Options
from diskembed.graph.read.registry import Format, register
from diskembed.graph.read.source import Source

_NAME = re.compile(r"\s*([A-Za-z0-9][A-Za-z0-9+.-]*)")
_DEFAULT = ("Depends", "Pre-Depends")
_RELATIONS = (*_DEFAULT, "Recommends", "Suggests")


@dataclass
class _Package:
    """One paragraph; ``needs`` holds alternatives with their line."""

    name: str
    line: int
    provides: list[str] = field(default_factory=list)
    needs: list[tuple[list[str], int]] = field(default_factory=list)


def read_debian(source: Source, options: Options) -> RawEdges:
    """The packages of an index and what they depend on."""
    wanted = frozenset(name.lower() for name in _checked(options.relations or _DEFAULT))
    packages = list(_packages(source, wanted))
    real = {package.name for package in packages}
    provider: dict[str, str] = {}
    for package in packages:
        for virtual in package.provides:
            provider[virtual] = min(provider.get(virtual, package.name), package.name)
    collector = Collector(source)
    for package in packages:
        collector.node(package.name, package.line)
        for alternatives, line in package.needs:
            found = next((name for name in alternatives if name in real or name in provider), None)
            if found in real:
                collector.edge(found, package.name, line)
            elif found is not None and provider[found] != package.name:
                collector.edge(provider[found], package.name, line)
    return collector.raw()


def _checked(relations: tuple[str, ...]) -> tuple[str, ...]:
    for name in relations:
        if name not in _RELATIONS:
            near = near_names(name, _RELATIONS)
            raise ParameterError(
                f"relations has {name!r}",
                allowed=f"one of {', '.join(_RELATIONS)}",
                do=f"did you mean {near[0]!r}?" if near else "",
            )
    return relations


def _packages(source: Source, wanted: frozenset[str]) -> Iterator[_Package]:
    """Paragraph by paragraph."""
    start, fields = 1, dict[str, tuple[str, int]]()
    for line, name, value in _fields(source):
        if name:
            start = start if fields else line
            fields[name] = (value, line)
        elif fields:
            yield _package(source, fields, start, wanted)
            fields = {}


def _fields(source: Source) -> Iterator[tuple[int, str, str]]:
    """Each field's line, name in lower case, and value in one piece; an empty name ends a paragraph."""
    name, value, start = "", "", 0
    for line, text in enumerate([*source.lines(), ""], 1):
        if text[:1] in (" ", "\t") and name:
            value += text
            continue
        if name:
            yield start, name, value
        name, colon, value = text.partition(":")
        name, start = name.lower(), line
        if not text.strip():
            name = ""
            yield line, "", ""
        elif not colon or " " in name:
            raise source.error(
                f"{text[:60]!r} is no field",
                at=line,
                allowed="expected fields like Package: name, and blank lines between packages",
                do="check that the file is a package index",
            )


def _package(
    source: Source, fields: dict[str, tuple[str, int]], start: int, wanted: frozenset[str]
) -> _Package:
    name = _NAME.fullmatch(fields.get("package", ("", 0))[0].rstrip())
    if name is None:
        raise source.error(
            "a paragraph without the name of a package",
            at=start,
            allowed="expected a field Package: name",
            do="check that the file is a package index",
        )
    package = _Package(name[1], start)
    if "provides" in fields:
        package.provides = [
            found[1] for part in fields["provides"][0].split(",") if (found := _NAME.match(part))
        ]
    for relation in sorted(wanted & fields.keys()):
        value, line = fields[relation]
        for part in value.split(","):
            alternatives = [found[1] for choice in part.split("|") if (found := _NAME.match(choice))]
            if alternatives:
                package.needs.append((alternatives, line))
    return package


register(
    Format(
        "debian",
        "a Debian package index",
        read_debian,
        endings=("packages",),
        relations=_DEFAULT,
    )
)
