"""``diskembed path``: through which nodes does one contain another?"""

from __future__ import annotations

import click

from diskembed.cli.answers import answer_options, print_csv
from diskembed.cli.common import print_json
from diskembed.cli.completing import file_names, node_names
from diskembed.cli.voice import note

__all__ = ["command"]

EXAMPLES = """\b
Examples:
  diskembed path mammals.disk mammal.n.01 dog.n.01
"""


@click.command("path", epilog=EXAMPLES)
@click.argument("model", shell_complete=file_names)
@click.argument("ancestor", shell_complete=node_names)
@click.argument("descendant", shell_complete=node_names)
@answer_options
def command(model: str, ancestor: str, descendant: str, *, as_json: bool, as_csv: bool) -> None:
    """Print the longest chain from ANCESTOR to DESCENDANT in MODEL: each contains the next.

    Nothing is printed, with exit code 0, where ANCESTOR does not contain DESCENDANT.
    """
    from diskembed.embedding import load

    chain = load(model).path(ancestor, descendant)
    if as_json:
        print_json({"ancestor": ancestor, "descendant": descendant, "path": chain})
        return
    if as_csv:
        print_csv(({"name": name} for name in chain), ("name",))
    elif chain:
        click.echo("\n".join(chain))
    if not chain:
        note(f"{ancestor} does not contain {descendant} in {model}")
