"""``diskembed plot``: pictures of a model, of its scores, or of a run."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from diskembed.cli.common import load_graph
from diskembed.cli.pairs import read_split, split_options
from diskembed.errors import ParameterError

if TYPE_CHECKING:
    from diskembed.split.split import Split

__all__ = ["command"]

EXAMPLES = """\b
Examples:
  diskembed plot mammals.disk -o mammals.svg
  diskembed plot mammals.disk --graph wordnet-mammals --labels 60 -o mammals.svg
  diskembed split wordnet-mammals -o pairs
  diskembed plot mammals.disk --kind scores --split pairs -o scores.svg
  diskembed fit wordnet-mammals -o plain.disk --log run.csv
  diskembed plot run.csv --kind curves -o curves.svg
"""
KINDS = {
    "disks": "circles within circles; of more than two dimensions a companion, labelled as such",
    "cones": "formal disks of one coordinate and a radius, with their lower cones (--node)",
    "losses": "what a pair costs by its protrusion, with the model's margin",
    "scores": "histograms of a split's positives and negatives (--split)",
    "curves": "loss, shares and F1 by epoch, of a log that fit --log wrote",
}


@click.command("plot", epilog=EXAMPLES)
@click.argument("source", metavar="MODEL")
@click.option(
    "-o", "--output", required=True, type=click.Path(dir_okay=False), help="FILE.svg, .png or .pdf."
)
@click.option(
    "--kind",
    type=click.Choice(list(KINDS)),
    default="disks",
    show_default=True,
    help="; ".join(f"{kind}: {what}" for kind, what in KINDS.items()) + ".",
)
@click.option(
    "--graph",
    help="For disks: make a companion from this graph, a path or a known name, not from what MODEL tells.",
)
@click.option("--title", help="Above the picture.  [default: MODEL]")
@click.option(
    "--labels", type=click.IntRange(0), default=40, show_default=True, help="For disks: name so many."
)
@click.option(
    "--limit", type=click.IntRange(1, 100_000), default=2000, show_default=True, help="Draw at most so many."
)
@click.option("--node", help="For cones: the node that they contain.")
@split_options
def command(
    source: str,
    *,
    output: str,
    kind: str,
    graph: str | None,
    title: str | None,
    labels: int,
    limit: int,
    node: str | None,
    split_folder: str | None,
    percent: float,
    prefix: str | None,
) -> None:
    """Draw MODEL, or with --kind curves the log of a run, and write the picture.

    SVG needs nothing. PNG and PDF need the extra "plot".
    """
    from diskembed import plot
    from diskembed.embedding import load
    from diskembed.plot.picture import require_suffix
    from diskembed.storage.atomic import require_folder

    require_suffix(output)
    require_folder(output)
    _refuse_unused(kind, {"--graph": graph, "--node": node, "--split": split_folder})
    title = Path(source).name if title is None else title
    if kind == "curves":
        picture = plot.curves_picture(plot.read_curves(source), title=title)
    else:
        embedding = load(source)
        if kind == "disks":
            dag = None if graph is None else load_graph(graph)
            picture = plot.euler_picture(embedding, graph=dag, title=title, labels=labels, most=limit)
        elif kind == "cones":
            picture = plot.cones_picture(embedding, node, title=title)
        elif kind == "losses":
            picture = plot.losses_picture(embedding, title=title)
        else:
            picture = plot.scores_picture(embedding, _split(split_folder, percent, prefix), title=title)
    picture.save(output)
    click.echo(output)


def _split(folder: str | None, percent: float, prefix: str | None) -> Split:
    if folder is None:
        raise ParameterError("scores of no split", do="say --split FOLDER; diskembed split draws one")
    return read_split(folder, percent, prefix)


def _refuse_unused(kind: str, given: dict[str, str | None]) -> None:
    """An option that this kind of picture has no use for."""
    uses = {"disks": "--graph", "cones": "--node", "scores": "--split"}.get(kind)
    for name, value in given.items():
        if value is not None and name != uses:
            raise ParameterError(f"{name} with --kind {kind}", do=f"leave {name} out, or choose another kind")
