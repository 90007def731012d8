"""The shape of the loss (fig:relu), with the margin that a model was trained with."""

from __future__ import annotations

import numpy as np

from diskembed.embedding import Embedding
from diskembed.errors import ParameterError
from diskembed.order.energies import ENERGIES, positive_part
from diskembed.plot.axes import Axes, legend
from diskembed.plot.canvas import GREY, PALETTE, document, text
from diskembed.plot.picture import Picture

__all__ = ["losses_picture"]

WIDTH, TALL, LEFT = 900.0, 420.0, 66.0


def losses_picture(
    embedding: Embedding | None = None, *, margin: float | None = None, title: str = ""
) -> Picture:
    """What a positive and a negative cost by their protrusion: eq:loss-relu with two energies.

    Solid lines are E = l (eq:natural-energy), dashed ones E = h+(l). A contained negative is pushed out only
    by the solid one: the dashed line is flat there. The margin is the model's own, if it was trained by this
    library, or as given; 1 without either.
    """
    if margin is None:
        margin = 1.0 if embedding is None else _trained_with(embedding)
    if not 0 < margin < np.inf:
        raise ParameterError(f"margin={margin}", allowed="a number above 0")
    sticking = np.linspace(-2 * margin, 3 * margin, 501)
    axes = Axes(LEFT, 6, WIDTH - LEFT, TALL, (sticking[0], sticking[-1]), (-0.12 * margin, 3.2 * margin))
    parts = axes.frame("protrusion l of a pair (negative: inside)", "loss of the pair")
    styles = []
    for energy, dashes, words in (
        ("natural", "", "E = l"),
        ("clipped", "8 5", "E = h+(l)"),
    ):
        value = ENERGIES[energy].value(sticking)
        costs = {"positive": positive_part(value), "negative": positive_part(margin - value)}
        for (name, cost), colour in zip(costs.items(), (PALETTE[0], PALETTE[5]), strict=True):
            parts.append(axes.line(zip(sticking, cost, strict=True), colour, dashes=dashes, width=2.6))
            styles.append((f"{name}, {words}", colour, dashes))
    x, y = axes.at(1.05 * margin, 0.16 * margin)
    parts.append(text(x, y, f"\N{GREEK SMALL LETTER MU} = {margin:g}", colour=GREY, halo=True))
    parts += legend(*axes.at(-0.1 * margin, 3.05 * margin), sorted(styles, reverse=True))
    note = (
        "The loss h+(E) of a positive and h+(\N{GREEK SMALL LETTER MU} - E) of a negative. Below l = 0 the "
        "dashed line of negatives is flat: a negative that is contained is not pushed out."
    )
    return Picture(document(parts, width=WIDTH, height=TALL + 52, title=title, note=note), note)


def _trained_with(embedding: Embedding) -> float:
    plan = embedding.provenance.get("plan", {})
    return float(plan.get("negative_margin", 1.0))
