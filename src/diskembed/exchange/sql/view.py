"""The rule: which pairs of disks are a containment, as a query within queries."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from diskembed.exchange.content import Content
from diskembed.exchange.sql.distances import distance_of

if TYPE_CHECKING:
    from diskembed.exchange.sql.script import Dialect

__all__ = ["view"]


def view(dialect: Dialect, content: Content) -> str:
    """``containment(ancestor, descendant, protrusion)``."""
    lifts, width = content.lifts, content.rows.shape[1] - 1
    distance = distance_of(content.disks(dialect.name).geometry, dialect.largest)
    kept = [f"{side}.{column} AS {side}_{short}" for side in "ad" for column, short in _columns(width)]
    pairs = "SELECT a.name AS ancestor, d.name AS descendant, " + ", ".join(kept)
    sure = "0 = 1"
    if lifts is not None:
        sure, gate = _rule(dialect.band(lifts), lifts.play, lifts.diameter)
        pairs += f", a.reach - d.size AS gap, {dialect.product(lifts.A.shape[1])} AS product"
        pairs = f"SELECT * FROM ({pairs} FROM disk a, disk d WHERE a.id <> d.id) AS pairs WHERE {gate}"
    else:
        pairs += " FROM disk a, disk d WHERE a.id <> d.id"
    for number, step in enumerate(distance.steps):
        pairs = _with(pairs, step, f"step{number}")
    excess = f"{distance.formula} - a_r + d_r"
    if content.model.name == "relative-disks":
        excess = f"({excess}) / d_r"
    scored = _with(pairs, {"protrusion": excess}, "scored")
    cutoff = repr(float(content.cutoff or 0.0))
    return (
        "CREATE VIEW containment AS\nSELECT ancestor, descendant, protrusion FROM "
        f"({scored}) AS found\nWHERE {sure} OR protrusion <= {cutoff};"
    )


def _rule(band: float, play: float, diameter: float) -> tuple[str, str]:
    """When a pair is one for certain, and when it may be."""
    anyhow = "" if diameter == float("inf") else f" OR gap >= {diameter - play!r}"
    gate = f"gap >= {-play!r} AND (product >= {-band!r}{anyhow})"
    return f"(product > {band!r} AND gap > {play!r})", gate


def _columns(width: int) -> list[tuple[str, str]]:
    return [("radius", "r"), *((f"x_{i}", str(i)) for i in range(width))]


def _with(query: str, step: Mapping[str, str], name: str) -> str:
    """The same rows with further numbers."""
    more = ", ".join(f"{expression} AS {column}" for column, expression in step.items())
    return f"SELECT {name}.*, {more} FROM ({query}) AS {name}"
