"""``diskembed demo``: the whole way in one command, on bundled data."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from diskembed.cli.completing import geometry_names
from diskembed.cli.voice import note, progress

if TYPE_CHECKING:
    from diskembed.embedding import Embedding

__all__ = ["command"]

EXAMPLES = """\b
Examples:
  diskembed demo
  diskembed demo --geometry hyperboloid --dim 5 --threads 2
"""


@click.command("demo", epilog=EXAMPLES)
@click.option(
    "--geometry",
    default="euclid",
    show_default=True,
    shell_complete=geometry_names,
    help="Where the disks' centres live.",
)
@click.option("--dim", type=int, default=10, show_default=True, help="Numbers a node, the radius included.")
@click.option(
    "--percent", type=float, default=50.0, show_default=True, help="Implied pairs given to training."
)
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--threads", type=int, default=1, show_default=True)
@click.option(
    "-o", "--output", type=click.Path(file_okay=False), default=".", help="Folder for the model and picture."
)
def command(geometry: str, dim: int, percent: float, seed: int, threads: int, output: str) -> None:
    """Train on the bundled WordNet nouns, evaluate, ask three questions, draw a picture."""
    from diskembed import datasets
    from diskembed.estimators.families import DiskEmbedding
    from diskembed.evaluation.protocol import evaluate
    from diskembed.split.split import Split

    began = time.perf_counter()
    dag = datasets.load("wordnet-nouns").without_roots()
    click.echo(f"WordNet nouns without their root: {dag.n_nodes:,} nodes, {dag.n_edges:,} links")
    split = Split.draw(dag, percent=percent, seed=seed)
    estimator = DiskEmbedding(
        geometry=geometry, dim=dim, random_state=seed, threads=threads, transitive=False, progress=progress()
    )
    estimator.fit(split)
    embedding = estimator.embedding_
    click.echo(f"trained {embedding.provenance['seconds']:.1f} s on {len(split.train):,} pairs\n")
    click.echo(f"{evaluate(embedding, split).table()}\n")
    _answer(embedding)
    folder = Path(output)
    folder.mkdir(parents=True, exist_ok=True)
    embedding.save(folder / "nouns.disk")
    _draw(folder / "mammals.svg", seed)
    click.echo(f"\nwritten: {folder / 'nouns.disk'}, {folder / 'mammals.svg'}")
    note(f"all in {time.perf_counter() - began:.0f} s")


def _answer(embedding: Embedding) -> None:
    """Three questions that anybody would ask."""
    for above, below in (("animal.n.01", "dog.n.01"), ("vehicle.n.01", "dog.n.01")):
        answer = "yes" if embedding.contains(above, below) else "no"
        click.echo(f"is a {_word(below)} a kind of {_word(above)}?  {answer}")
    kinds = ", ".join(map(_word, embedding.ancestors("dog.n.01", k=6).names))
    click.echo(f"what is a dog?  {kinds}")


def _word(name: str) -> str:
    return name.split(".", maxsplit=1)[0].replace("_", " ")


def _draw(path: Path, seed: int) -> None:
    """A smaller graph than the nouns, of which a page has room for names."""
    from diskembed import datasets
    from diskembed.estimators.families import DiskEmbedding
    from diskembed.plot import euler_picture

    mammals = datasets.load("wordnet-mammals")
    model = DiskEmbedding(geometry="euclid", random_state=seed, progress=False).fit(mammals)
    euler_picture(model.embedding_, graph=mammals, title="WordNet's mammals").save(path)
