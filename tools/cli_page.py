"""Write docs/cli.md, the reference of the command line, from the commands themselves.

Run it after touching a command: ``python tools/cli_page.py``.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from diskembed.cli import cli

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "cli.md"

HEAD = """# The command line

What `diskembed COMMAND --help` says, for all commands. Every example is run by the tests. What each exit code
means is in [errors](errors.md). This page is made by `tools/cli_page.py`.

Options may stand in a TOML file, which `--config` names: a table a command, a key an option. What stands on
the command line comes first; a key that no command has is refused.

```toml
quiet = true

[fit]
geometry = "euclid"
dim = 5
set = ["walked=6"]

[data.list]
json = true
```
"""


def commands(
    command: click.Command = cli, parent: click.Context | None = None, name: str = "diskembed"
) -> Iterator[click.Context]:
    """Every command with its place, a group before what is in it."""
    context = click.Context(command, info_name=name, parent=parent, terminal_width=100)
    yield context
    if isinstance(command, click.Group):
        for each in command.list_commands(context):
            child = command.get_command(context, each)
            if child is not None and not child.hidden:
                yield from commands(child, context, each)


def page() -> str:
    """The page as it should be."""
    return HEAD + "".join(map(_section, commands()))


def main() -> None:
    """Write the page, whole or not at all."""
    draft = PAGE.with_suffix(".tmp")
    draft.write_text(page(), encoding="utf-8")
    draft.replace(PAGE)
    sys.stderr.write(f"wrote {PAGE.relative_to(ROOT)}\n")


def _section(context: click.Context) -> str:
    command = context.command
    usage = " ".join([context.command_path, *command.collect_usage_pieces(context)])
    parts = [
        f"\n## {context.command_path}",
        f"```text\n{usage}\n```",
        *_paragraphs(command.help or ""),
        _options(context),
        _examples(command),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _paragraphs(text: str) -> Iterator[str]:
    """As they are in the help; one that keeps its lines is a block."""
    for paragraph in inspect.cleandoc(text).split("\n\n"):
        if paragraph.startswith("\b"):
            yield f"```text\n{paragraph[1:].strip(chr(10))}\n```"
        else:
            yield _escaped(" ".join(paragraph.split()))


def _options(context: click.Context) -> str:
    """A table of what may be said, without the --help that all commands have."""
    rows = []
    for parameter in context.command.get_params(context):
        if not isinstance(parameter, click.Option) or "--help" in parameter.opts:
            continue
        record = parameter.get_help_record(context)
        if record is not None:
            names, help_ = (re.sub(r"\s+", " ", part).strip() for part in record)
            rows.append(f"| `{names.replace('|', chr(92) + '|')}` | {_escaped(help_)} |\n")
    return ("| option | |\n|---|---|\n" + "".join(rows)).rstrip("\n") if rows else ""


def _examples(command: click.Command) -> str:
    lines = [line.strip() for line in (command.epilog or "").splitlines()[2:]]
    return "```bash\n" + "\n".join(line for line in lines if line) + "\n```" if lines else ""


def _escaped(text: str) -> str:
    """Words as Markdown shows them unchanged."""
    return re.sub(r"([*_<>|\[\]])", r"\\\1", text)


if __name__ == "__main__":
    main()
