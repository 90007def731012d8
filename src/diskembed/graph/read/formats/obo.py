"""OBO, the format of the Gene Ontology: terms, with ``is_a`` and other relationships to broader ones.

The target of a relationship counts as the ancestor. Obsolete terms are left out with their edges; terms
without edges stay. Nodes are named by their ids.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

from diskembed.graph.raw import RawEdges
from diskembed.graph.read.collector import Collector
from diskembed.graph.read.options import Options
from diskembed.graph.read.registry import Format, register
from diskembed.graph.read.relations import require_met
from diskembed.graph.read.source import Source

_ID = re.compile(r"(?:[^\s!{\\]|\\.)+")
_ESCAPED = re.compile(r"\\(.)")
_DEFAULT = ("is_a",)


@dataclass
class _Term:
    """One stanza, as far as it has been read."""

    line: int
    id: str = ""
    obsolete: bool = False
    edges: list[tuple[str, int]] = field(default_factory=list)


def read_obo(source: Source, options: Options) -> RawEdges:
    """The terms of an ontology and the chosen relationships between them."""
    wanted = options.relations or _DEFAULT
    met: Counter[str] = Counter()
    collector = Collector(source)
    term: _Term | None = None
    for line, text in enumerate(source.lines(), 1):
        if text.startswith("["):
            _hand_in(term, collector, source)
            term = _Term(line) if text.startswith("[Term]") else None
        elif term is not None:
            _read_tag(term, text, line, wanted, met, source)
    _hand_in(term, collector, source)
    require_met([name for name in wanted if name not in _DEFAULT], met, source)
    return collector.raw()


def _read_tag(
    term: _Term, text: str, line: int, wanted: tuple[str, ...], met: Counter[str], source: Source
) -> None:
    tag, _, value = text.partition(":")
    if tag == "id":
        term.id = _ids(source, value, 1, line)[0]
    elif tag == "is_a":
        met["is_a"] += 1
        if "is_a" in wanted:
            term.edges.append((_ids(source, value, 1, line)[0], line))
    elif tag == "relationship":
        relation, target = _ids(source, value, 2, line)
        met[relation] += 1
        if relation in wanted:
            term.edges.append((target, line))
    elif tag == "is_obsolete":
        term.obsolete = value.split("!")[0].split("{")[0].strip() == "true"


def _ids(source: Source, value: str, count: int, line: int) -> list[str]:
    """The first ids of a tag's value; what follows are modifiers ``{...}`` and a comment ``! ...``."""
    plain = re.split(r"(?<!\\)[!{]", value, maxsplit=1)[0]
    found = _ID.findall(plain)[:count]
    if len(found) < count:
        raise source.error(
            f"a tag with the value {value.strip()[:60]!r}",
            at=line,
            allowed=f"expected {'an id' if count == 1 else 'a relationship and an id'}",
            do="mend or remove the line",
        )
    return [_ESCAPED.sub(r"\1", name) if "\\" in name else name for name in found]


def _hand_in(term: _Term | None, collector: Collector, source: Source) -> None:
    if term is None or term.obsolete:
        return
    if not term.id:
        raise source.error(
            "a [Term] without an id",
            at=term.line,
            allowed="expected a line id: ...",
            do="add one or remove the term",
        )
    collector.node(term.id, term.line)
    for parent, line in term.edges:
        collector.edge(parent, term.id, line)


register(Format("obo", "OBO", read_obo, endings=(".obo",), relations=_DEFAULT))
