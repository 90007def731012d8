"""``diskembed split``: draw training, validation and test pairs, or check those of a folder."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from diskembed.cli.common import (
    graph_options,
    json_option,
    load_graph,
    memory_option,
    print_json,
    print_rows,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from diskembed.split import Split

__all__ = ["command"]

# Click leaves the lines of a paragraph alone that begins with the character \b.
EXAMPLES = """\b
Examples:
  diskembed split wordnet-nouns --drop-roots -o nouns --percent 0 --percent 50
  diskembed split --check nouns"""


@click.command("split", epilog=EXAMPLES)
@graph_options
@click.option("-o", "--output", metavar="DIR", help="The folder to write to.")
@click.option(
    "--percent",
    "percents",
    type=click.FloatRange(0, 100),
    multiple=True,
    default=(50,),
    show_default="50",
    help="How many percent of the non-basic pairs to train on, beside all basic edges; may be repeated.",
)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Same seed, same split.")
@click.option("--prefix", help='What the files\' names begin with.  [default: "split", or the one in DIR]')
@click.option("--gzip", "compress", is_flag=True, help="Write .gz files.")
@click.option("--full", is_flag=True, help="Write the whole closure too, with negatives.")
@click.option("--allow-empty", is_flag=True, help="Leave parts empty that the graph is too small for.")
@click.option("--overwrite", is_flag=True, help="Replace a split of the same prefix in DIR.")
@click.option("--check", is_flag=True, help="Check the split in folder GRAPH for leaks; draw nothing.")
@memory_option
@json_option
@click.pass_context
def command(ctx: click.Context, /, *, check: bool, as_json: bool, **options: Any) -> None:
    """Draw training, validation and test pairs of GRAPH and write them to DIR.

    Validation and test take 5 % of the non-basic pairs each, with 10 negatives a pair; they are the same
    for every percent. The files are PREFIX.train_50percent, .valid, .valid_neg, .test, .test_neg and .vocab.
    """
    if check:
        _refuse_others(ctx, {"graph", "check", "prefix", "memory", "as_json"})
        report = _checked(options["graph"], options["prefix"], int(options["memory"] * 1e9))
    else:
        report = _drawn(**options)
    if as_json:
        print_json(report)
    else:
        print_rows(_rows(report))


def _refuse_others(ctx: click.Context, known: set[str]) -> None:
    for parameter in ctx.command.params:
        source = ctx.get_parameter_source(parameter.name or "")
        if source is not ParameterSource.DEFAULT and parameter.name not in known:
            raise click.UsageError(f"--check takes no {parameter.opts[0]}; leave one of them out")


def _drawn(
    *,
    graph: str,
    output: str | None,
    percents: tuple[float, ...],
    seed: int,
    prefix: str | None,
    compress: bool,
    full: bool,
    allow_empty: bool,
    overwrite: bool,
    memory: float,
    reverse: bool,
    **reading: Any,
) -> dict[str, Any]:
    from diskembed.split import Rule, draw_splits, write_splits

    if output is None:
        raise click.UsageError("a folder to write to is missing; give -o DIR")
    dag = load_graph(graph, **reading)
    splits = draw_splits(
        dag, sorted(set(percents)), Rule(seed=seed, allow_empty=allow_empty), memory=int(memory * 1e9)
    )
    report: dict[str, Any] = {"output": output, "seed": seed, "reversed": reverse}
    turned = (split.reversed() if reverse else split for split in splits)
    files = write_splits(
        _noted(turned, report),
        output,
        prefix=prefix or "split",
        compress=compress,
        full=full,
        overwrite=overwrite,
    )
    return {**report, "files": [str(file) for file in files]}


def _checked(folder: str, prefix: str | None, memory: int) -> dict[str, Any]:
    from diskembed.errors import SplitError
    from diskembed.split import Split
    from diskembed.split.files import SplitFiles

    files = SplitFiles.find(folder, prefix)
    report: dict[str, Any] = {"checked": str(files.folder / files.prefix)}
    percents = files.percents()
    if not percents:
        raise SplitError(f"{report['checked']} has no training pairs", do="draw the split again")
    splits = (Split.read(folder, percent=percent, prefix=files.prefix, memory=memory) for percent in percents)
    for _ in _noted(splits, report):
        pass
    return report


def _noted(splits: Iterable[Split], report: dict[str, Any]) -> Iterator[Split]:
    """Note each split's sizes on its way through; none is kept."""
    report["train"] = {}
    for split in splits:
        sizes = split.sizes()
        report["train"][str(split.percent)] = sizes.pop("train")
        report.update({"nodes": len(split.names)} | sizes)
        yield split


def _rows(report: dict[str, Any]) -> dict[str, str]:
    rows = {"checked, no leaks": report["checked"]} if "checked" in report else {"seed": str(report["seed"])}
    rows["nodes"] = f"{report['nodes']:,}"
    rows |= {f"train {percent} %": f"{count:,}" for percent, count in report["train"].items()}
    for part in ("valid", "test"):
        rows[part] = f"{report[part]:,} positives, {report[f'{part}_negatives']:,} negatives"
    if "files" in report:
        rows["files"] = f"{len(report['files'])} in {report['output']}"
    return rows
