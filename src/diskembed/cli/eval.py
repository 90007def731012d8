"""``diskembed eval``: F1 by the protocol beside the trivial baselines, or over all pairs of a graph."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from diskembed.cli.answers import answer_options, print_csv
from diskembed.cli.common import load_graph, memory_option, print_json, reading_options
from diskembed.cli.completing import file_names, graph_names
from diskembed.cli.pairs import read_split, split_options
from diskembed.errors import ParameterError

if TYPE_CHECKING:
    from diskembed.embedding import Embedding
    from diskembed.graph.dag import DAG

__all__ = ["command"]

EXAMPLES = """\b
Examples:
  diskembed split wordnet-mammals -o mammals --percent 50
  diskembed fit wordnet-mammals --split mammals --percent 50 -o mammals.disk
  diskembed eval mammals.disk --split mammals --percent 50 --csv
  diskembed eval mammals.disk --graph wordnet-mammals --full --ranking --report
"""


@click.command("eval", epilog=EXAMPLES)
@click.argument("model", shell_complete=file_names)
@split_options
@click.option(
    "--graph", shell_complete=graph_names, help="A graph to evaluate on instead: a path, - or a known name."
)
@click.option("--full", is_flag=True, help="F1 over all ordered pairs of the graph's nodes, exactly.")
@click.option("--ranking", is_flag=True, help="Mean rank and MAP of the ancestors among all nodes.")
@click.option("--report", "reported", is_flag=True, help="Where errors lie: depth, degree, the worst nodes.")
@click.option("--threads", type=click.IntRange(1), default=1, show_default=True)
@reading_options
@memory_option
@answer_options
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
    as_csv: bool,
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
    if as_csv:
        print_csv(_table(answers))
    elif not as_json:
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


def _table(answers: dict[str, Any]) -> list[dict[str, Any]]:
    """The rows of one answer."""
    if len(answers) > 1:
        raise ParameterError(
            f"--csv of {' and '.join(answers)}",
            allowed="CSV holds one table",
            do="ask for one at a time, or for --json",
        )
    ((name, answer),) = answers.items()
    facts = answer.as_dict()
    if name == "protocol":
        return [facts["result"], *facts["baselines"]]
    if name == "full":
        return [{"name": line, **facts[line.replace(" ", "_")]} for line in answer.lines()]
    if name == "ranking":
        return [facts]
    groups = {"by_depth": "depth", "by_parents": "parents", "by_children": "children", "by_tree": "tree"}
    return [{"grouped_by": by, **group} for key, by in groups.items() for group in facts[key]]


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
