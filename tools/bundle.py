"""Build the graphs that come with diskembed from what their makers publish.

    python tools/bundle.py --wordnet dict --schema-org schemaorg-all-https-types.csv OUT

``--wordnet`` is the folder of WordNet 3.0's database (``data.noun`` and ``index.noun``), ``--schema-org``
the table of types of schema.org's release 12.0, ``OUT`` the folder to write to: ``wordnet-nouns.zip``,
``schema-org.zip`` and their checksums. The same inputs and LZMA library give the same bytes.
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Iterator
from pathlib import Path

from diskembed.datasets.bundle import SUMS, write_bundle
from diskembed.datasets.files import write_atomically

GLOSS_WORDS = 11
LINKS = {"@": 0, "@i": 1}


def main() -> None:
    """Build all bundles and print their sizes."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--wordnet", type=Path, required=True)
    parser.add_argument("--schema-org", type=Path, required=True)
    parser.add_argument("out", type=Path)
    given = parser.parse_args()
    sums = {
        "schema-org.zip": bundle_schema_org(given.schema_org, given.out / "schema-org.zip"),
        "wordnet-nouns.zip": bundle_wordnet(given.wordnet, given.out / "wordnet-nouns.zip"),
    }
    write_atomically(
        given.out / SUMS, "".join(f"{sha256}  {name}\n" for name, sha256 in sums.items()).encode()
    )
    for name in sums:
        print(f"{name}: {(given.out / name).stat().st_size:,} bytes")


def bundle_wordnet(folder: Path, path: Path) -> str:
    """Nouns in the order of ``data.noun``, their hypernyms and instance hypernyms, and shortened glosses."""
    records = [line.rstrip().partition(" | ") for line in _records(folder / "data.noun")]
    fields = [record.split() for record, _, _ in records]
    number = {offset: i for i, (offset, *_) in enumerate(fields)}
    edges = [
        (number[offset], i, LINKS[link])
        for i, each in enumerate(fields)
        for link, offset, part_of_speech in _pointers(each)
        if link in LINKS and part_of_speech == "n"
    ]
    return write_bundle(
        path,
        names=_synset_names(fields, folder / "index.noun"),
        edges=edges,
        kinds=["hypernym", "instance_hypernym"],
        glosses=[_shortened(gloss) for _, _, gloss in records],
    )


def bundle_schema_org(table: Path, path: Path) -> str:
    """Types in the table's order; supertypes that are no types of schema.org itself are left out."""
    with table.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    number = {row["id"]: i for i, row in enumerate(rows)}
    edges = [
        (number[above], number[row["id"]], 0)
        for row in rows
        for above in row["subTypeOf"].split(", ")
        if above in number
    ]
    return write_bundle(path, names=list(number), edges=edges, kinds=["subClassOf"])


def _records(path: Path) -> Iterator[str]:
    """The lines after the licence, which is indented."""
    with path.open(encoding="ascii") as file:
        for line in file:
            if not line.startswith(" "):
                yield line


def _pointers(fields: list[str]) -> Iterator[tuple[str, str, str]]:
    """(symbol, offset, part of speech) of a synset's links, which follow its words."""
    start = 4 + 2 * int(fields[3], 16)
    for at in range(start + 1, start + 1 + 4 * int(fields[start]), 4):
        symbol, offset, part_of_speech = fields[at : at + 3]
        yield symbol, offset, part_of_speech


def _synset_names(fields: list[list[str]], index: Path) -> list[str]:
    """``dog.n.01``: the synset's first word, and which of the word's senses it is."""
    senses = {}
    for line in _records(index):
        word, *rest = line.split()
        senses[word] = rest[-int(rest[1]) :]
    names = []
    for each in fields:
        word = each[4].lower()
        names.append(f"{word}.n.{senses[word].index(each[0]) + 1:02d}")
    return names


def _shortened(gloss: str) -> str:
    """The first words of the definition, without the examples that follow it in quotes."""
    words = gloss.partition('; "')[0].split()
    kept = " ".join(words[:GLOSS_WORDS])
    return kept if len(words) <= GLOSS_WORDS else f"{kept.rstrip(',;:')}…"


if __name__ == "__main__":
    main()
