"""RDF: ontologies in OWL or RDFS, and thesauri in SKOS.

``rdfs:subClassOf`` and ``skos:broader`` point from a child to its parent, ``skos:narrower`` the other way;
any other predicate can be chosen by its IRI and counts as pointing to the parent. Nodes are named by their
IRIs; declared classes and concepts are nodes even without an edge, deprecated ones only with one. Blank
nodes (restrictions and other class expressions) are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from diskembed.errors import MissingExtraError, ParameterError, near_names
from diskembed.graph.raw import RawEdges
from diskembed.graph.read.collector import Collector
from diskembed.graph.read.options import Options
from diskembed.graph.read.registry import Format, register
from diskembed.graph.read.relations import require_met
from diskembed.graph.read.source import Source

_RDFS = "http://www.w3.org/2000/01/rdf-schema#"
_OWL = "http://www.w3.org/2002/07/owl#"
_SKOS = "http://www.w3.org/2004/02/skos/core#"
_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
_DEPRECATED = _OWL + "deprecated"
_NARROWER = _SKOS + "narrower"
_SHORT = {"subClassOf": _RDFS + "subClassOf", "broader": _SKOS + "broader", "narrower": _NARROWER}
_CLASSES = (_OWL + "Class", _RDFS + "Class")
_CONCEPTS = (_SKOS + "Concept",)
_LONGEST_REASON = 200  # a parser may quote what it could not read, however much that is
_KINDS = {"subClassOf": _CLASSES, "broader": _CONCEPTS, "narrower": _CONCEPTS}


def read_rdf(source: Source, options: Options, *, syntax: str) -> RawEdges:
    """The edges of the chosen predicates, and the nodes of the kinds that go with them."""
    chosen = options.relations or tuple(_SHORT)
    predicates = {_iri(name) for name in chosen}
    kinds = {kind for name in chosen for kind in _KINDS.get(name, _CLASSES + _CONCEPTS)}
    met: set[str] = set()
    declared: dict[str, None] = {}
    deprecated: set[str] = set()
    collector = Collector(source)
    for subject, predicate, target, target_is_named in _statements(source, syntax):
        if predicate == _TYPE and target in kinds:
            declared[subject] = None
        elif predicate == _DEPRECATED and target in ("true", "1"):
            deprecated.add(subject)
        elif target_is_named:
            met.add(predicate)
            if predicate in predicates:
                parent, child = (subject, target) if predicate == _NARROWER else (target, subject)
                collector.edge(parent, child)
    for name in declared:
        if name not in deprecated:
            collector.node(name)
    require_met(predicates - set(_SHORT.values()), met, source)
    return collector.raw()


def _iri(name: str) -> str:
    if ":" in name:
        return name
    if name not in _SHORT:
        near = near_names(name, _SHORT)
        raise ParameterError(
            f"relations has {name!r}",
            allowed=f"the IRI of a predicate, or one of {', '.join(_SHORT)}",
            do=f"did you mean {near[0]!r}?" if near else "",
        )
    return _SHORT[name]


def _statements(source: Source, syntax: str) -> Iterator[tuple[str, str, str, bool]]:
    """Subject, predicate and object of each triple whose subject has a name; whether the object has one."""
    try:
        import pyoxigraph
    except ImportError:
        raise MissingExtraError(
            "reading RDF, OWL and SKOS files", package="pyoxigraph", extra="rdf"
        ) from None
    named, blank = pyoxigraph.NamedNode, pyoxigraph.BlankNode
    data = source.text_bytes().tobytes()
    try:
        triples: Any = pyoxigraph.parse(input=data, format=getattr(pyoxigraph.RdfFormat, syntax))
        for triple in triples:
            target = triple.object
            if isinstance(triple.subject, named) and not isinstance(target, blank):
                is_named = isinstance(target, named)
                text = target.value if is_named or isinstance(target, pyoxigraph.Literal) else ""
                yield triple.subject.value, triple.predicate.value, text, is_named
    except (SyntaxError, ValueError) as error:
        line = getattr(error, "lineno", None)
        advice = "mend it, or pass the syntax that it has: format='owl' (RDF/XML), 'ttl' or 'nt'"
        if "scheme" in str(error):
            advice = "give relative IRIs a base: xml:base in RDF/XML, @base in Turtle"
        found = " ".join((getattr(error, "msg", None) or str(error)).split())
        raise source.error(
            found[:_LONGEST_REASON], at=line, allowed=f"expected {_TITLES[syntax]}", do=advice
        ) from None


_TITLES = {"RDF_XML": "RDF/XML", "TURTLE": "Turtle", "N_TRIPLES": "N-Triples"}

for _name, _syntax, _endings in (
    ("owl", "RDF_XML", (".owl", ".rdf")),
    ("ttl", "TURTLE", (".ttl",)),
    ("nt", "N_TRIPLES", (".nt",)),
):
    register(
        Format(
            _name,
            _TITLES[_syntax],
            partial(read_rdf, syntax=_syntax),
            endings=_endings,
            relations=tuple(_SHORT),
        )
    )
