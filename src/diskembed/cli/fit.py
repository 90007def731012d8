"""``diskembed fit``: from a graph to a model file."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from diskembed.cli.common import dtype_option, graph_options, json_option, load_graph, print_json, print_rows
from diskembed.cli.completing import geometry_names
from diskembed.cli.pairs import read_split, split_options
from diskembed.cli.voice import note, progress
from diskembed.errors import InterruptedRunError, ParameterError

if TYPE_CHECKING:
    from diskembed.estimators.base import Estimator
    from diskembed.graph.dag import DAG
    from diskembed.split.split import Split
    from diskembed.training.progress import Callback

__all__ = ["command"]

EXAMPLES = """\b
Examples:
  diskembed fit wordnet-mammals -o mammals.disk --geometry euclid --dim 5
  diskembed fit go.obo -o go.disk --threads 2 --set walked=6
  diskembed --verbose fit wordnet-mammals -o mammals.disk --log mammals.csv
"""

MODELS = {
    "disks": "DiskEmbedding",
    "order": "OrderEmbedding",
    "hyperbolic-cones": "HyperbolicCones",
    "euclidean-cones": "EuclideanCones",
    "poincare": "PoincareEmbedding",
    "shadow-cones": "ShadowCones",
}


@click.command("fit", epilog=EXAMPLES)
@graph_options
@click.option(
    "-o", "--output", required=True, type=click.Path(dir_okay=False), help="The model file to write."
)
@click.option("--model", "family", type=click.Choice(list(MODELS)), default="disks", show_default=True)
@click.option(
    "--geometry",
    shell_complete=geometry_names,
    help="For disks: where centres live.  [default: hyperboloid]",
)
@click.option("--dim", type=int, default=10, show_default=True, help="Numbers a node, the radius included.")
@click.option("--epochs", type=int, help="Passes over the edges.  [default: the model's own]")
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--threads", type=int, default=1, show_default=True, help="More than one is not repeatable.")
@dtype_option
@click.option(
    "--partitions",
    type=int,
    default=1,
    show_default=True,
    help="Train on two of so many blocks at a time, the others on disk.",
)
@click.option("--cluster", help='Train on Ray: "local" for two workers of this machine, or an address.')
@click.option("--strict", is_flag=True, help="Train on the given edges only, not on what they imply.")
@split_options
@click.option("--validation", type=float, help="Share of implied pairs to hold out, to choose the epoch.")
@click.option("--patience", type=int, help="Stop after so many epochs without a better validation F1.")
@click.option(
    "--set", "settings", multiple=True, metavar="NAME=VALUE", help="Any other parameter; repeatable."
)
@click.option(
    "--warm-start", type=click.Path(), help="A model of an earlier state of the graph to start from."
)
@click.option("--checkpoint", type=click.Path(), help="Where to save the run.  [default: OUTPUT.checkpoint]")
@click.option("--checkpoint-seconds", type=float, default=30.0, show_default=True)
@click.option("--resume", is_flag=True, help="Go on from the checkpoint.")
@click.option("--log", type=click.Path(), help="Append a line an epoch to this CSV file.")
@click.option("--tensorboard", type=click.Path(file_okay=False), help="Write curves to this folder.")
@json_option
def command(
    graph: str,
    *,
    output: str,
    split_folder: str | None,
    percent: float,
    prefix: str | None,
    resume: bool,
    warm_start: str | None,
    cluster: str | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Train on GRAPH and write a model file.

    GRAPH is a path, "-" for standard input, or a name that "diskembed data list" shows. With --split it
    is only a label: the training pairs come from that folder.
    """
    from diskembed.storage.atomic import discard_unfinished, require_folder

    require_folder(output)
    discard_unfinished(output)  # of a run that was killed while it saved
    reading = {name: options.pop(name) for name in READING}
    estimator = _estimator(output, options)
    source = read_split(split_folder, percent, prefix) if split_folder else load_graph(graph, **reading)
    _announce(estimator, source)
    older = None
    if warm_start is not None:
        from diskembed.embedding import load

        older = load(warm_start)
    try:
        estimator.fit(source, warm_start=older, resume=resume, cluster=cluster)
    except InterruptedRunError as stop:
        raise stop.resumed_by("the same command with --resume") from None
    embedding = estimator.embedding_
    embedding.save(output)
    _discard(str(estimator.checkpoint))
    _report(output, embedding, as_json)


def _discard(checkpoint: str) -> None:
    """A finished run's file, or its folder of blocks; what is elsewhere is left to whoever keeps it."""
    if Path(checkpoint).is_dir():
        shutil.rmtree(checkpoint)
    else:
        Path(checkpoint).unlink(missing_ok=True)


def _announce(estimator: Estimator, source: DAG | Split) -> None:
    """Say what the run will take before it takes it."""
    from diskembed.estimators.footprint import footprint_of

    note(f"training takes {footprint_of(estimator, source)}")


OTHERWISE_NAMED = {"random_state": "seed", "transitive": "strict", "callbacks": "log", "progress": "quiet"}
"""Parameters whose options have other names."""
READING = ("order", "format_", "on_cycle", "relations", "drop_roots", "reverse")


def _estimator(output: str, options: dict[str, Any]) -> Estimator:
    from diskembed.estimators import families

    estimator: Estimator = getattr(families, MODELS[options.pop("family")])()
    settings, geometry = dict(map(_setting, options.pop("settings"))), options.pop("geometry")
    parameters = {
        "progress": progress(),
        "random_state": options.pop("seed"),
        "transitive": not options.pop("strict"),
        "checkpoint": options.pop("checkpoint") or f"{output}.checkpoint",
        "callbacks": _logs(options.pop("log"), options.pop("tensorboard")),
        **options,
    }
    for name in {*parameters, "geometry"} & settings.keys():
        option = OTHERWISE_NAMED.get(name, name).replace("_", "-")
        raise ParameterError(f"--set {name}", allowed="what has no option of its own", do=f"use --{option}")
    chosen = {} if geometry is None else {"geometry": geometry}
    return estimator.set_params(**parameters, **chosen, **settings)


def _logs(csv_file: str | None, folder: str | None) -> list[Callback]:
    from diskembed.training.progress import CsvLog, TensorBoardLog

    logs: list[Callback] = [] if csv_file is None else [CsvLog(csv_file)]
    return logs if folder is None else [*logs, TensorBoardLog(folder)]


def _setting(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not equals:
        raise ParameterError(f"--set {text!r}", allowed="NAME=VALUE, as in --set walked=6")
    try:
        return name, json.loads(value)
    except json.JSONDecodeError:
        return name, value


def _report(output: str, embedding: Any, as_json: bool) -> None:
    facts = {"model": output, **embedding.provenance, "threshold": embedding.threshold}
    if as_json:
        print_json(facts)
        return
    print_rows(
        {
            "model": output,
            "nodes": f"{len(embedding):,}",
            "epochs": f"{facts['epochs']}, the best being {facts['best_epoch']}",
            "training": f"{facts['seconds']:.1f} s",
            **_threshold(embedding, facts),
        }
    )


def _threshold(embedding: Any, facts: dict[str, Any]) -> dict[str, str]:
    if embedding.threshold is None:
        return {"threshold": "none: the graph has no pair to choose it by"}
    return {
        "threshold": f"{embedding.threshold:.4g}, from {facts['threshold_from']}",
        "F1 there": f"{100 * facts['threshold_f1']:.2f} %",
    }
