"""The command line: one file a command, each loaded when it is called."""

from __future__ import annotations

import os
from typing import Any

import click

from diskembed import __version__
from diskembed.cli.commands import Commands
from diskembed.cli.interrupts import Interrupts
from diskembed.cli.voice import colours, detail, set_voice
from diskembed.errors import DiskembedError, InterruptedRunError, WriteError

__all__ = ["main"]

COMMANDS = {
    "check": "Read a graph, refuse what is no DAG, and print its statistics.",
    "common-ancestors": "List what contains each of several nodes, and the most specific of it.",
    "completion": "Print the script that lets bash, zsh or fish complete what is typed.",
    "contains": "Tell whether one node is an ancestor of another.",
    "data": "List, fetch and find the graphs that diskembed knows by name.",
    "demo": "Train on bundled data, evaluate, ask, draw: all in one command.",
    "eval": "F1 by the protocol, beside the trivial baselines, or over all pairs of a graph.",
    "export": "Write a model's vectors and rule for a database or another program.",
    "fit": "Train on a graph and write a model file.",
    "from-vectors": "Make a model file of vectors and radii from elsewhere.",
    "index": "Prepare a model for many questions: build the index beside it.",
    "info": "Tell what is in a model file.",
    "place": "Put new nodes into a model, by their parents and children, without training.",
    "path": "Print the chain of nodes from one down to another.",
    "plot": "Draw a model, its scores, or the curves of a run.",
    "query": "List the ancestors or descendants of a node that a model tells.",
    "reproduce": "Repeat the paper's tables, ours beside the published figures.",
    "split": "Draw training, validation and test pairs, or check those of a folder.",
    "view": "Show a model as a map in the browser, or write the map to a file.",
}


EXAMPLES = """\b
Examples:
  diskembed fit wordnet-mammals -o mammals.disk --geometry euclid --dim 5
  diskembed query mammals.disk dog.n.01 --ancestors
  diskembed --quiet --config diskembed.toml fit wordnet-mammals -o mammals.disk
"""


@click.group(
    cls=Commands,
    summaries=COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=EXAMPLES,
)
@click.version_option(__version__, prog_name="diskembed")
@click.option("-q", "--quiet", is_flag=True, help="Say nothing beside the answer but errors.")
@click.option(
    "-v", "--verbose", is_flag=True, help="Say more: progress, the time taken, an error's traceback."
)
@click.option(
    "--config",
    type=click.Path(dir_okay=False),
    envvar="DISKEMBED_CONFIG",
    show_envvar=True,
    is_eager=True,
    expose_value=False,
    callback=lambda context, _parameter, path: _configure(context, path),
    help="Take options from a TOML file: a table a command, as [fit], with a key an option, as dim = 5. "
    "What is said on the command line comes first.",
)
@click.pass_context
def cli(context: click.Context, /, *, quiet: bool, verbose: bool) -> None:
    """Turn any DAG into disks: "is x an ancestor of y?" becomes "does x's disk contain y's?".

    Results go to standard output, progress and errors to standard error. In place of a name, of two or of
    a graph, "-" is standard input. Colours need a terminal and no NO_COLOR in the environment.

    Exit codes: 0 done, 1 an error in diskembed, 2 something in what was given, 3 a dataset could not be
    had, 4 out of the memory allowed, 5 a cluster failed, 130 interrupted.
    """
    set_voice(context, quiet=quiet, verbose=verbose)
    if context.meta.get("diskembed.config"):
        detail(f"options from {context.meta['diskembed.config']}")


def _configure(context: click.Context, path: str | None) -> None:
    """Before all other options are looked at, since the file may say them."""
    context.color = colours()
    if path is None or context.resilient_parsing:
        return
    from diskembed.cli.config import settings_of

    context.default_map = settings_of(path, cli, context)
    context.meta["diskembed.config"] = path


def main() -> Any:
    """Run the command line; known errors are one line and an exit code, an interrupt is no error."""
    with Interrupts() as interrupts:
        try:
            return _run()
        except InterruptedRunError as stop:
            code = _complain(stop)
        except (click.Abort, KeyboardInterrupt):
            code = _say_interrupted()
        except Exception as error:
            if interrupts.pressed:
                code = _say_interrupted()
            elif isinstance(error, DiskembedError):
                code = _complain(error)
            else:
                raise
        raise SystemExit(code) from None


def _run() -> Any:
    try:
        return cli.main(prog_name="diskembed", standalone_mode=False)
    except click.exceptions.Exit as stop:
        raise SystemExit(stop.exit_code) from None
    except click.ClickException as error:
        error.show()
        raise SystemExit(error.exit_code) from None
    except OSError as error:
        if (
            error.filename is not None
        ):  # of a file that was to be opened: no reader or writer lets one through
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # or the interpreter would try once more as it ends
        click.echo(f"error: the answer cannot be written: {error.strerror}; make room for it", err=True)
        raise SystemExit(WriteError.exit_code) from None


def _complain(error: DiskembedError) -> int:
    label = click.style("error:", fg="red", bold=True)
    click.echo(f"{label} {_printable(str(error))}", err=True, color=colours())
    return error.exit_code


def _say_interrupted() -> int:
    click.echo("interrupted", err=True)
    return InterruptedRunError.exit_code


def _printable(message: str) -> str:
    """One line, whatever a path or a name in it holds."""
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in message)
