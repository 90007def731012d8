"""``diskembed from-vectors``: a model file out of vectors and radii from elsewhere."""

from __future__ import annotations

from pathlib import Path

import click

from diskembed.cli.common import json_option, print_json, print_rows
from diskembed.errors import ParameterError

__all__ = ["command"]

EXAMPLES = """\b
Examples:
  diskembed from-vectors boxes.npz -o boxes.disk --geometry cube
  diskembed from-vectors words.w2v.txt -o words.disk --cutoff 0.1
"""


@click.command("from-vectors", epilog=EXAMPLES)
@click.argument("vectors")
@click.option(
    "-o", "--output", required=True, type=click.Path(dir_okay=False), help="The model file to write."
)
@click.option("--from", "format_", metavar="FORMAT", help="npz, parquet or word2vec.  [default: by VECTORS]")
@click.option("--geometry", default="euclid", show_default=True, help="Where the centres live.")
@click.option(
    "--cutoff", type=float, help="The protrusion up to which a disk counts as contained.  [default: 0]"
)
@json_option
def command(
    vectors: str, *, output: str, format_: str | None, geometry: str, cutoff: float | None, as_json: bool
) -> None:
    """Make a model file of the names, centres and radii in VECTORS, fitted by whatever made them.

    NumPy: arrays names, centers and radii. Parquet: columns name, center and radius. word2vec's text: the
    last number of a line is the radius.
    """
    from diskembed.embedding import Embedding
    from diskembed.exchange.registry import find, for_path, formats

    chosen = for_path(vectors) if format_ is None else find(format_)
    if chosen.read is None:
        readable = ", ".join(name for name, each in formats().items() if each.read is not None)
        raise ParameterError(f"{chosen.name} is only written", allowed=f"vectors are read from {readable}")
    found = chosen.read(Path(vectors))
    embedding = Embedding.from_vectors(
        found.names, found.centers, found.radii, geometry=geometry, threshold=cutoff
    )
    embedding.save(output)
    facts = {"model": output, "nodes": len(embedding), "geometry": geometry, "dim": embedding.model.dim}
    if as_json:
        print_json(facts)
    else:
        print_rows({label: str(value) for label, value in facts.items()})
