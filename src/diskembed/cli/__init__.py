"""The command line: one file a command, each loaded when it is called."""

from __future__ import annotations

import os
from importlib import import_module
from typing import Any

import click

from diskembed import __version__
from diskembed.errors import DiskembedError, WriteError

__all__ = ["main"]

COMMANDS = {
    "check": "Read a graph, refuse what is no DAG, and print its statistics.",
    "common-ancestors": "List what contains each of several nodes, and the most specific of it.",
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


class _Commands(click.Group):
    """Finds commands by file name, so that ``--help`` loads none of them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"diskembed.cli.{cmd_name.replace('-', '_')}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name]) for name in self.list_commands(ctx)])


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="diskembed")
def cli() -> None:
    """Turn any DAG into disks: "is x an ancestor of y?" becomes "does x's disk contain y's?".

    Results go to standard output, progress and errors to standard error. Exit codes: 0 done, 1 an
    error in diskembed, 2 something in what was given, 3 a dataset could not be had, 4 out of the
    memory allowed, 5 a cluster failed, 130 interrupted.
    """


def main() -> Any:
    """Run the command line; known errors are one line and an exit code."""
    try:
        return cli.main(standalone_mode=False)
    except DiskembedError as error:
        click.echo(f"error: {_printable(str(error))}", err=True)
        raise SystemExit(error.exit_code) from None
    except click.exceptions.Exit as stop:
        raise SystemExit(stop.exit_code) from None
    except click.ClickException as error:
        error.show()
        raise SystemExit(error.exit_code) from None
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted", err=True)
        raise SystemExit(130) from None
    except OSError as error:
        if (
            error.filename is not None
        ):  # of a file that was to be opened: no reader or writer lets one through
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # or the interpreter would try once more as it ends
        click.echo(f"error: the answer cannot be written: {error.strerror}; make room for it", err=True)
        raise SystemExit(WriteError.exit_code) from None


def _printable(message: str) -> str:
    """One line, whatever a path or a name in it holds."""
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in message)
