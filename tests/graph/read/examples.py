"""One valid file of each format, with the graph that it holds: what the laws of all readers are tried on."""

import io
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq


@dataclass(frozen=True)
class Example:
    """``files`` are written to a folder, then ``read(folder / given, **options)`` yields nodes and edges."""

    format: str
    files: Mapping[str, bytes]
    given: str
    edges: frozenset[tuple[str, str]]
    alone: frozenset[str] = frozenset()
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def nodes(self) -> frozenset[str]:
        return self.alone | {name for edge in self.edges for name in edge}

    def write(self, folder: Path) -> Path:
        for name, data in self.files.items():
            (folder / name).write_bytes(data)
        return folder / self.given


def parquet_bytes(**columns: Any) -> bytes:
    file = io.BytesIO()
    pq.write_table(pa.table(columns), file)
    return file.getvalue()


ANIMALS = frozenset({("animal", "dog"), ("animal", "cat"), ("dog", "pug"), ("pet", "dog")})
ROWS = [("dog", "animal"), ("cat", "animal"), ("pug", "dog"), ("dog", "pet"), ("rock", "")]
ROCK = frozenset({"rock"})

OBO = b"""format-version: 1.2
ontology: animals

[Term]
id: animal
name: Animal

[Term]
id: dog
is_a: animal {source="x"} ! Animal
is_a: pet ! pet
relationship: eats cat ! cat

[Term]
id: cat
is_a: animal ! Animal

[Term]
id: pug
is_a: dog

[Term]
id: pet

[Term]
id: rock

[Term]
id: dodo
is_obsolete: true
is_a: animal

[Typedef]
id: eats
is_a: does
"""

TURTLE = b"""@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix : <urn:> .
:dog rdfs:subClassOf :animal, :pet, [ a owl:Restriction ] .
:cat rdfs:subClassOf :animal .
:pug skos:broader :dog .
:dog skos:narrower :pug .
:rock a owl:Class .
:dodo a owl:Class ; owl:deprecated true .
"""

NTRIPLES = b"".join(
    b"<urn:%s> <http://www.w3.org/2000/01/rdf-schema#subClassOf> <urn:%s> .\n"
    % (child.encode(), parent.encode())
    for child, parent in ROWS
    if parent
)

RDF_XML = b"""<?xml version="1.0"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:owl="http://www.w3.org/2002/07/owl#"
    xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#">
  <owl:Class rdf:about="urn:dog">
    <rdfs:subClassOf rdf:resource="urn:animal"/>
    <rdfs:subClassOf rdf:resource="urn:pet"/>
    <rdfs:subClassOf><owl:Restriction/></rdfs:subClassOf>
  </owl:Class>
  <owl:Class rdf:about="urn:cat"><rdfs:subClassOf rdf:resource="urn:animal"/></owl:Class>
  <owl:Class rdf:about="urn:pug"><rdfs:subClassOf rdf:resource="urn:dog"/></owl:Class>
  <owl:Class rdf:about="urn:rock"/>
</rdf:RDF>
"""

DATA_NOUN = b"""  1 This software and database is being provided to you
00000001 03 n 01 animal 0 000 | a living thing
00000002 03 n 02 Dog 0 domestic_dog 0 003 @ 00000001 n 0000 @i 00000005 n 0000 ~ 00000004 n 0000 | barks
00000003 03 n 01 cat 0 002 @ 00000001 n 0000 + 00000009 v 0101 | meows
00000004 03 n 01 pug 0 001 @ 00000002 n 0000 | a dog
00000005 03 n 01 pet 0 000 | is kept
00000006 03 n 01 rock 0 000 | is hard
00000007 03 n 01 dog 0 001 @ 00000006 n 0000 | andiron
"""
INDEX_NOUN = b"""  1 This software and database is being provided to you
animal n 1 1 ~ 1 1 00000001
cat n 1 1 @ 1 1 00000003
dog n 2 2 @ ~ 2 1 00000002 00000007
domestic_dog n 1 1 @ 1 1 00000002
pet n 1 1 ~ 1 1 00000005
pug n 1 1 @ 1 1 00000004
rock n 1 1 @ 1 1 00000006
"""

PACKAGES = b"""Package: dog
Version: 1.0-1
Depends: animal (>= 2), wolf | pet-kind:any | cat, no-such-package
Description: barks
 and bites

Package: cat
Pre-Depends: animal
Suggests: rock

Package: pug
Depends:
 dog
 (>= 1.0)

Package: pet
Provides: pet-kind (= 1), companion

Package: zebra
Provides: pet-kind
Depends: pet-kind

Package: animal

Package: rock
"""

_COMMITS = {"animal": "aaaa1111", "pet": "bbbb2222", "dog": "cccc3333", "cat": "dddd4444", "pug": "eeee5555"}
GIT = b"eeee5555 cccc3333\ndddd4444 aaaa1111\ncccc3333 aaaa1111 bbbb2222\nbbbb2222 \naaaa1111 \n0123abcd \n"


def _renamed(edges, rename):
    return frozenset((rename(above), rename(below)) for above, below in edges)


def _urn(name):
    return f"urn:{name}"


def _sense(name):
    return f"{name}.n.01"


EXAMPLES = [
    Example(
        "csv",
        {"a.csv": b"child,parent\n" + b"".join(b"%s,%s\n" % (c.encode(), p.encode()) for c, p in ROWS)},
        "a.csv",
        ANIMALS,
        ROCK,
    ),
    Example(
        "csv",
        {
            "a.csv": b'Weight,"Parent",child\r\n1,animal,"dog"\r\n1,"animal",cat\r\n\r\n'
            b"2,dog,pug\r\n,pet,dog\r\n"
        },
        "a.csv",
        ANIMALS,
    ),
    Example(
        "tsv",
        {"a.tsv": "".join(f"{p}\t{c}\n" for c, p in ROWS).encode()},
        "a.tsv",
        ANIMALS,
        ROCK,
        {"order": "parent,child"},
    ),
    Example(
        "jsonl",
        {
            "a.jsonl": b'{"child": "dog", "parent": "animal"}\n'
            b'{"parent": "animal", "child": "cat", "x": 1}\n\n'
            b'{"child": "pug", "parent": "dog"}\n{"child": "dog", "parent": "pet"}\n'
            b'{"child": "rock", "parent": null}\n'
        },
        "a.jsonl",
        ANIMALS,
        ROCK,
    ),
    Example(
        "parquet",
        {
            "a.parquet": parquet_bytes(
                child=[c for c, _ in ROWS], weight=range(5), parent=[p for _, p in ROWS]
            )
        },
        "a.parquet",
        ANIMALS,
        ROCK,
    ),
    Example("obo", {"a.obo": OBO}, "a.obo", ANIMALS, ROCK),
    Example("ttl", {"a.ttl": TURTLE}, "a.ttl", _renamed(ANIMALS, _urn), frozenset({"urn:rock"})),
    Example("nt", {"a.nt": NTRIPLES}, "a.nt", _renamed(ANIMALS, _urn)),
    Example("owl", {"a.owl": RDF_XML}, "a.owl", _renamed(ANIMALS, _urn), frozenset({"urn:rock"})),
    Example(
        "wordnet",
        {"data.noun": DATA_NOUN, "index.noun": INDEX_NOUN},
        "data.noun",
        _renamed(ANIMALS, _sense) | {("rock.n.01", "dog.n.02")},
    ),
    Example("debian", {"Packages": PACKAGES}, "Packages", ANIMALS | {("pet", "zebra")}, ROCK),
    Example(
        "git",
        {"log.txt": GIT},
        "log.txt",
        _renamed(ANIMALS, _COMMITS.__getitem__),
        frozenset({"0123abcd"}),
        {"format": "git"},
    ),
]
IDS = [f"{example.format}-{i}" for i, example in enumerate(EXAMPLES)]


def edges_of(dag):
    """A graph's edges as (ancestor, descendant) names."""
    above, below = dag.edges()
    return {(dag.names[int(a)], dag.names[int(b)]) for a, b in zip(above, below, strict=True)}
