"""WordNet's database files: synsets under hypernyms, from ``data.noun`` and the ``index.noun`` beside it.

Nodes are named as is usual, like ``dog.n.01``: the first word of the synset in lower case, the part of
speech, and the place of the synset among that word's in the index. The target of a pointer counts as the
ancestor, which is right for hypernyms and for wholes (holonyms).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from diskembed.errors import ParameterError, ReadError, near_names
from diskembed.graph.raw import RawEdges
from diskembed.graph.read.collector import Collector
from diskembed.graph.read.compression import without_suffix
from diskembed.graph.read.options import Options
from diskembed.graph.read.registry import Format, register
from diskembed.graph.read.source import Source

_POINTERS = {
    "hypernym": "@",
    "instance_hypernym": "@i",
    "member_holonym": "#m",
    "substance_holonym": "#s",
    "part_holonym": "#p",
}
_DEFAULT = ("hypernym", "instance_hypernym")
_FILES = ("data.noun", "data.verb")
_LICENCE = "  "  # the lines of the notice at the top begin with two spaces


@dataclass(frozen=True)
class _Synset:
    """A line of the data file; it and its parents are known by their offsets."""

    offset: str
    word: str
    part_of_speech: str
    parents: list[str]
    line: int


def read_wordnet(source: Source, options: Options) -> RawEdges:
    """The synsets of one part of speech."""
    symbols = _symbols(options.relations or _DEFAULT)
    senses = _senses(_index_beside(source))
    synsets = {synset.offset: synset for synset in _synsets(source, symbols)}
    names = {synset.offset: _name(synset, senses, source) for synset in synsets.values()}
    collector = Collector(source)
    for synset in synsets.values():
        collector.node(names[synset.offset], synset.line)
        for parent in synset.parents:
            if parent not in names:
                raise source.error(
                    f"a pointer to {parent}, where no synset is",
                    at=synset.line,
                    allowed="expected pointers to synsets of the same file",
                    do="fetch the file again",
                )
    for synset in synsets.values():
        for parent in synset.parents:
            collector.edge(names[parent], names[synset.offset], synset.line)
    return collector.raw()


def _symbols(relations: tuple[str, ...]) -> set[str]:
    for name in relations:
        if name not in _POINTERS:
            near = near_names(name, _POINTERS)
            raise ParameterError(
                f"relations has {name!r}",
                allowed=f"one of {', '.join(_POINTERS)}",
                do=f"did you mean {near[0]!r}?" if near else "",
            )
    return {_POINTERS[name] for name in relations}


def _name(synset: _Synset, senses: dict[str, list[str]], source: Source) -> str:
    known = senses.get(synset.word, [])
    if synset.offset not in known:
        raise source.error(
            f"the index does not list this synset under {synset.word!r}",
            at=synset.line,
            allowed="expected a data and an index file of one release",
            do="fetch both again",
        )
    return f"{synset.word}.{synset.part_of_speech}.{known.index(synset.offset) + 1:02}"


def _synsets(source: Source, symbols: set[str]) -> Iterator[_Synset]:
    for line, text in enumerate(source.lines(), 1):
        if text and not text.startswith(_LICENCE):
            try:
                yield _synset(text.split(" | ")[0].split(), symbols, line)
            except (ValueError, IndexError):
                raise _malformed(
                    source, text, line, "a synset: offset, file, part of speech, words"
                ) from None


def _synset(tokens: list[str], symbols: set[str], line: int) -> _Synset:
    """``offset file pos n_words word id ... n_pointers symbol offset pos ends ...``, n_words in base 16."""
    offset, part_of_speech, word = tokens[0], tokens[2], tokens[4].lower()
    if not (offset.isascii() and offset.isdigit()):
        raise ValueError
    pointers = 4 + 2 * int(tokens[3], 16)
    count = int(tokens[pointers])
    parents = []
    for at in range(pointers + 1, pointers + 1 + 4 * count, 4):
        symbol, target, target_part, _ = tokens[at : at + 4]
        if symbol in symbols and target_part == part_of_speech:
            parents.append(target)
    return _Synset(offset, word, part_of_speech, parents, line)


def _senses(index: Source) -> dict[str, list[str]]:
    """Each word's synsets, by their offsets in the order of their numbers."""
    senses: dict[str, list[str]] = {}
    for line, text in enumerate(index.lines(), 1):
        if text and not text.startswith(_LICENCE):
            try:
                word, _, count, *rest = text.split()
                senses[word] = rest[-int(count) :]
            except ValueError:
                raise _malformed(index, text, line, "a word, its part of speech, how many synsets") from None
    return senses


def _index_beside(source: Source) -> Source:
    if source.path is not None:
        name = without_suffix(source.path.name).replace("data", "index", 1)
        for found in (source.path.with_name(name), source.path.with_name(name + ".gz")):
            if found.is_file() and found.name != source.path.name:
                return Source.of(found)
    raise source.error(
        "there is no index beside it to number the senses by",
        allowed=f"expected one of {', '.join(_FILES)} in a folder with its index file",
        do="give the folder of the database, and put index.noun there",
    )


def _malformed(source: Source, text: str, line: int, expected: str) -> ReadError:
    return source.error(
        f"{text[:60]!r} is no entry",
        at=line,
        allowed=f"expected {expected}",
        do="check that this is a WordNet database file",
    )


register(
    Format(
        "wordnet",
        "a WordNet database",
        read_wordnet,
        endings=_FILES,
        relations=_DEFAULT,
        file_in_directory=_FILES[0],
    )
)
