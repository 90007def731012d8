"""``diskembed eval``: F1 by the protocol beside the trivial baselines, or over all pairs of a graph."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from diskembed.cli.common import json_option, load_graph, memory_option, print_json, reading_options
from diskembed.cli.pairs import read_split, split_options
from diskembed.errors import ParameterError

if TYPE_CHECKING:
    from diskembed.embedding import Embedding
    from diskembed.graph.dag import DAG

__all__ = ["command"]

EXAMPLES = """\b
Examples:
  diskembed split wordnet-nouns -o nouns --drop-roots --percent 50
  diskembed fit wordnet-nouns --split nouns --percent 50 -o nouns.disk
  diskembed eval nouns.disk --split nouns --percent 50
  diskembed eval nouns.disk --graph wordnet-nouns --drop-roots --full --ranking --report
"""


@click.command("eval", epilog=EXAMPLES)
@click.argument("model")
@split_options
@click.option("--graph", help="A graph to evaluate on instead: a path, - or a known name.")
@click.option("--full", is_flag=True, help="F1 over all ordered pairs of the graph's nodes, exactly.")
@click.option("--ranking", is_flag=True, help="Mean rank and MAP of the ancestors among all nodes.")
@click.option("--report", "reported", is_flag=True, help="Where errors lie: depth, degree, the worst nodes.")
@click.option("--threads", type=click.IntRange(1), default=1, show_default=True)
@reading_options
@memory_option
@json_option
def command(
    model: str,
    *,
    split_folder: str | None,
    percent: float,
    prefix: str | None,
    graph: str | None,
    full: bool,
    ranking: bool,
    reported: bool,
    threads: int,
    memory: float,
    as_json: bool,
    **reading: Any,
) -> None:
    """Evaluate MODEL on a split: the threshold from its validation pairs, F1 on its test pairs.

    Or on a whole GRAPH: over all ordered pairs of its nodes, at the model's own threshold and at the best.
    """
    from diskembed.embedding import load

    _check(split_folder, graph, full or ranking or reported, reading)
    embedding = load(model)
    answers: dict[str, Any] = {}
    if split_folder is not None:
        from diskembed.evaluation.protocol import evaluate

        answers["protocol"] = evaluate(embedding, read_split(split_folder, percent, prefix))
    if graph is not None:
        asked = (full or not (ranking or reported), ranking, reported)
        answers |= _on_graph(embedding, load_graph(graph, **reading), asked, int(memory * 1e9), threads)
    if not as_json:
        click.echo("\n\n".join(map(str, answers.values())))
    elif list(answers) == ["protocol"]:
        print_json(answers["protocol"].as_dict())
    else:
        print_json({name: answer.as_dict() for name, answer in answers.items()})


def _on_graph(
    embedding: Embedding, dag: DAG, asked: tuple[bool, bool, bool], memory: int, threads: int
) -> dict[str, Any]:
    from diskembed.evaluation.adjacency import evaluate_full
    from diskembed.evaluation.ranking import evaluate_ranking
    from diskembed.evaluation.report import report

    questions = {"full": evaluate_full, "ranking": evaluate_ranking, "report": report}
    return {
        name: question(embedding, dag, memory=memory, threads=threads)
        for (name, question), wanted in zip(questions.items(), asked, strict=True)
        if wanted
    }


def _check(split: str | None, graph: str | None, of_graph: bool, reading: dict[str, Any]) -> None:
    if graph is None and (of_graph or any(reading.values())):
        raise ParameterError(
            "no graph was named",
            allowed="--full, --ranking, --report and how to read a graph go with --graph",
            do="say --graph GRAPH",
        )
    if split is None and graph is None:
        raise ParameterError(
            "no split was named",
            do="say --split FOLDER, diskembed split draws one from a graph; or --graph GRAPH",
        )
