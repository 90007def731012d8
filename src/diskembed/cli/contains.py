"""``diskembed contains``: is one node an ancestor of another?"""

from __future__ import annotations

import click

from diskembed.cli.common import json_option, print_json

__all__ = ["command"]


@click.command("contains")
@click.argument("model")
@click.argument("ancestor")
@click.argument("descendant")
@json_option
def command(model: str, ancestor: str, descendant: str, *, as_json: bool) -> None:
    r"""Tell whether ANCESTOR contains DESCENDANT in MODEL: yes or no, and by how much.

    The answer is yes where the protrusion is at most the cutoff, the threshold that training chose. Both
    answers are exit code 0.

    \b
    diskembed contains nouns.disk animal.n.01 dog.n.01
    """
    from diskembed.embedding import load

    embedding = load(model)
    answer = embedding.contains(ancestor, descendant)
    protrusion = embedding.protrusion(ancestor, descendant)
    if as_json:
        print_json(
            {
                "ancestor": ancestor,
                "descendant": descendant,
                "contains": answer,
                "protrusion": protrusion,
                "cutoff": embedding.cutoff,
            }
        )
    else:
        relation = "at most" if answer else "above"
        click.echo(
            f"{'yes' if answer else 'no'}: protrusion {protrusion:.6g} is {relation} {embedding.cutoff:.6g}"
        )
