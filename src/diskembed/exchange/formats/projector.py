"""TensorFlow's embedding projector: vectors in one table, names and radii in another."""

from __future__ import annotations

import re
from pathlib import Path

from diskembed.exchange.content import Content
from diskembed.exchange.registry import Format, register
from diskembed.storage.atomic import replacing

__all__ = ["write_projector"]


def write_projector(content: Content, path: Path) -> list[Path]:
    """PATH holds the vectors (centres, of disks), and beside it ``*.metadata.tsv`` what they are.

    Tabs and line ends within a name, for which the format has no words, become spaces.
    """
    labels = path.with_name(path.name.removesuffix(".tsv") + ".metadata.tsv")
    disks = content.form is not None
    vectors = content.stored[:, :-1] if disks else content.stored
    with replacing(path) as table, replacing(labels) as metadata:
        if disks:  # a header is only for more than one column
            metadata.write(b"name\tradius\n")
        for name, row, vector in zip(content.names, content.stored, vectors, strict=True):
            table.write(("\t".join(map(str, vector.tolist())) + "\n").encode())
            shown = re.sub(r"[\t\r\n]", " ", name)
            metadata.write((f"{shown}\t{float(row[-1])}\n" if disks else f"{shown}\n").encode())
    return [path, labels]


register(Format("projector", "TensorFlow's embedding projector: two tables", ".tsv", write_projector))
