r"""The vocabulary as text, one ``number<TAB>name<NEWLINE>`` a line, numbers counting up from 0."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from diskembed.errors import GraphError, ReadError, SplitError
from diskembed.graph.interning import gather_fields
from diskembed.graph.names import Names

__all__ = ["format_vocabulary", "parse_vocabulary"]


def format_vocabulary(names: Names) -> bytes:
    """The lines; a name that would break them is refused."""
    for character, what in (("\t", "tab"), ("\n", "newline")):
        broken = np.flatnonzero(names.blob == ord(character))
        if len(broken):
            number = int(np.searchsorted(names.offsets, broken[0], side="right")) - 1
            raise SplitError(
                f"the name {names[number]!r} holds a {what}",
                allowed="this file format ends a name at a tab or newline",
                do="rename the node",
            )
    return b"".join(b"%d\t%s\n" % (number, name.encode()) for number, name in enumerate(names))


def parse_vocabulary(text: bytes, path: Path) -> Names:
    """The names of a file's lines."""
    try:
        text.decode()
    except UnicodeDecodeError as error:
        raise ReadError(
            path,
            "bytes that are not UTF-8",
            line=1 + text.count(b"\n", 0, error.start),
            allowed="names are UTF-8 text",
            do="convert the file, as in: iconv -f latin1 -t utf-8",
        ) from None
    lines = text.removesuffix(b"\n").split(b"\n") if text else []
    starts = np.zeros(len(lines), np.int64)
    ends = np.cumsum(np.fromiter((len(line) + 1 for line in lines), np.int64, len(lines))) - 1
    for number, line in enumerate(lines):
        head = b"%d\t" % number
        if not line.startswith(head) or b"\t" in line[len(head) :]:
            raise ReadError(
                path,
                f"{line.decode()!r}",
                line=number + 1,
                allowed=f"here a line is the number {number}, a tab, and a name without tabs",
                do="mend the file, or draw the split again",
            )
        starts[number] = ends[number] - len(line) + len(head)
    names = Names(*gather_fields(np.frombuffer(text, np.uint8), starts, ends))
    try:
        names.require_distinct()
    except GraphError as error:
        raise ReadError(path, str(error)) from None
    return names
