"""``diskembed path``: through which nodes does one contain another?"""

from __future__ import annotations

import click

from diskembed.cli.common import json_option, print_json

__all__ = ["command"]


@click.command("path")
@click.argument("model")
@click.argument("ancestor")
@click.argument("descendant")
@json_option
def command(model: str, ancestor: str, descendant: str, *, as_json: bool) -> None:
    r"""Print the longest chain from ANCESTOR to DESCENDANT in MODEL: each contains the next.

    Nothing is printed, with exit code 0, where ANCESTOR does not contain DESCENDANT.

    \b
    diskembed path nouns.disk animal.n.01 dog.n.01
    """
    from diskembed.embedding import load

    chain = load(model).path(ancestor, descendant)
    if as_json:
        print_json({"ancestor": ancestor, "descendant": descendant, "path": chain})
    elif chain:
        click.echo("\n".join(chain))
    else:
        click.echo(f"{ancestor} does not contain {descendant} in {model}", err=True)
