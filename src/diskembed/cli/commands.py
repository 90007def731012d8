"""The group of all commands: finds them by file name, and suggests near names for those that it has not."""

from __future__ import annotations

import time
import traceback
from collections.abc import Mapping
from importlib import import_module
from typing import Any

import click

from diskembed.cli.voice import detail, is_verbose
from diskembed.errors import DiskembedError, near_names

__all__ = ["Commands"]


class Commands(click.Group):
    """Loads the file of the command that is called, and none for ``--help``."""

    def __init__(self, *args: Any, summaries: Mapping[str, str], **options: Any) -> None:
        super().__init__(*args, **options)
        self.summaries = summaries

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Every name, sorted."""
        return sorted(self.summaries)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, loaded."""
        if cmd_name not in self.summaries:
            return None
        command: click.Command = import_module(f"diskembed.cli.{cmd_name.replace('-', '_')}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list in ``--help``."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, self.summaries[name]) for name in self.list_commands(ctx)])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command and its arguments; a name that there is not gets near ones."""
        name = str(args[0])
        if name not in self.summaries and not name.startswith("-") and not ctx.resilient_parsing:
            near = near_names(name, self.summaries)
            hint = f"did you mean {' or '.join(near)}?" if near else 'see "diskembed --help" for all'
            ctx.fail(f"no command is named {name!r}; {hint}")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; ``--verbose`` tells the time that it took, and where an error came from."""
        began = time.perf_counter()
        try:
            answer = super().invoke(ctx)
        except DiskembedError:
            if is_verbose():
                click.echo(traceback.format_exc(), err=True, nl=False)
            raise
        except click.NoSuchOption as error:
            if any(error.option_name in option.opts for option in self.params):
                hint = f"it goes before the command: diskembed {error.option_name} ..."
                raise click.UsageError(f"no such option {error.option_name}; {hint}", error.ctx) from None
            raise
        detail(f"took {time.perf_counter() - began:.2f} s")
        return answer
