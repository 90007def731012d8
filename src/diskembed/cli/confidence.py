"""A precision on the command line, and the model that has it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from diskembed.embedding import Embedding
    from diskembed.query.matches import Matches

__all__ = ["loaded", "match_rows", "threshold_option"]

threshold_option = click.option(
    "--threshold",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    metavar="PRECISION",
    help="Answer as far as this share of all answers is right, such as 0.95.  [default: MODEL's own cutoff]",
)


def loaded(model: str, threshold: float | None, *, index: bool = True) -> Embedding:
    """The model, cut off where a precision was asked for."""
    from diskembed.embedding import load

    embedding = load(model, index=index)
    return embedding if threshold is None else embedding.with_precision(threshold)


def match_rows(matches: Matches) -> list[dict[str, Any]]:
    """Names with protrusions and, where the model has them, probabilities."""
    found: list[dict[str, Any]] = [{"name": name, "protrusion": score} for name, score in matches]
    if matches.probabilities is not None:
        for row, probability in zip(found, matches.probabilities.tolist(), strict=True):
            row["probability"] = probability
    return found
