"""``diskembed contains``: is one node an ancestor of another?"""

from __future__ import annotations

import click

from diskembed.cli.common import json_option, print_json
from diskembed.cli.confidence import loaded, threshold_option

__all__ = ["command"]


@click.command("contains")
@click.argument("model")
@click.argument("ancestor")
@click.argument("descendant")
@threshold_option
@json_option
def command(model: str, ancestor: str, descendant: str, *, threshold: float | None, as_json: bool) -> None:
    r"""Tell whether ANCESTOR contains DESCENDANT in MODEL: yes or no, and by how much.

    The answer is yes where the protrusion is at most the cutoff, the threshold that training chose. Both
    answers are exit code 0.

    \b
    diskembed contains nouns.disk animal.n.01 dog.n.01
    """
    embedding = loaded(model, threshold)
    answer = embedding.contains(ancestor, descendant)
    protrusion = embedding.protrusion(ancestor, descendant)
    sure = None if embedding.calibration is None else embedding.probability(ancestor, descendant)
    if as_json:
        print_json(
            {
                "ancestor": ancestor,
                "descendant": descendant,
                "contains": answer,
                "protrusion": protrusion,
                "cutoff": embedding.cutoff,
                **({} if sure is None else {"probability": sure}),
            }
        )
    else:
        relation = "at most" if answer else "above"
        click.echo(
            f"{'yes' if answer else 'no'}: protrusion {protrusion:.6g} is {relation} {embedding.cutoff:.6g}"
            + ("" if sure is None else f"; probability {sure:.4f}")
        )
