"""word2vec's text format: a line a node, as gensim and many others read it.

Numbers follow a name after spaces, so a name's own spaces, line ends and per cent signs are percent-encoded:
``urllib.parse.unquote`` gives the name back. A disk's radius is its last number.
"""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import unquote

import numpy as np

from diskembed.errors import DiskembedError, ReadError
from diskembed.exchange.content import Content
from diskembed.exchange.registry import Format, register
from diskembed.exchange.vectors import Vectors
from diskembed.graph.names import Names
from diskembed.storage.atomic import replacing

__all__ = ["escaped", "read_word2vec", "write_word2vec"]

UNSAFE = re.compile(r"[\s%\x00-\x1f\x7f\ufeff]")


def escaped(name: str) -> str:
    """The name as one word."""
    return UNSAFE.sub(lambda found: "".join(f"%{byte:02X}" for byte in found[0].encode()), name)


def write_word2vec(content: Content, path: Path) -> list[Path]:
    """How many and how long, then a line a node."""
    with replacing(path) as file:
        file.write(f"{len(content.names)} {content.model.width}\n".encode())
        for name, row in zip(content.names, content.stored, strict=True):
            file.write(f"{escaped(name)} {' '.join(map(str, row.tolist()))}\n".encode())
    return [path]


def read_word2vec(path: Path) -> Vectors:
    """Centres and, as the last number, radii; a line that says otherwise is named."""
    try:
        lines = path.read_bytes().decode().split("\n")
    except FileNotFoundError:
        raise ReadError(path, "there is no such file", do="check the path") from None
    except (OSError, UnicodeDecodeError) as error:
        raise ReadError(path, f"cannot be read as UTF-8 text: {error}") from None
    if lines[-1] == "":
        lines.pop()
    try:
        count, width = map(int, lines[0].split())
    except (ValueError, IndexError):
        raise ReadError(path, "no word2vec header", line=1, allowed="how many and how long") from None
    if len(lines) != count + 1 or width < 2:
        raise ReadError(
            path, f"{len(lines) - 1:,} vectors instead of {count:,} of {width} numbers", do="write it again"
        )
    rows, names = np.empty((count, width)), []
    for number, line in enumerate(lines[1:], start=2):
        name, *numbers = line.rstrip("\r ").split(" ")
        names.append(unquote(name))
        try:
            rows[number - 2] = np.array(numbers, np.float64)
        except ValueError:
            raise ReadError(path, f"{line[:40]!r} is no name and {width} numbers", line=number) from None
    try:
        return Vectors(Names.from_strings(names), rows[:, :-1], rows[:, -1])
    except DiskembedError as error:
        raise ReadError(path, str(error)) from None


register(
    Format(
        "word2vec", "word2vec's text format, for gensim and others", ".w2v.txt", write_word2vec, read_word2vec
    )
)
