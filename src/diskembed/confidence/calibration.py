"""From scores to probabilities, and from a precision that is wanted to the score that gives it.

A score's *evidence* is the log-likelihood ratio log f(score | edge) / f(score | no edge). It is a property of
the scores alone. What a probability needs beside it is the *prior*: the share of edges among the pairs that
are asked about. Among all pairs of the WordNet nouns that is 1 in 10,000, among the test pairs of the usual
protocol 1 in 11, and one score may mean 0.5 there and 0.999 here. So both are kept apart (Bayes: the
log-odds are their sum), the prior of the full adjacency is the usual one, since that is what a query runs
through, and whoever asks about other pairs says how many of those are edges.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from diskembed.errors import ParameterError
from diskembed.models.types import Vector

__all__ = ["Calibration", "checked_share", "required"]

VERSION = 1


@dataclass(frozen=True)
class Calibration:
    """Evidence by score, between knots by straight lines; the share of each kind of pair up to a score.

    ``recall[i]`` of the edges and ``alarm[i]`` of the other pairs score ``upto[i]`` or less; half a pair is
    added to the latter, so that "none was seen" does not become "there is none".
    """

    scores: tuple[float, ...]
    evidence: tuple[float, ...]
    upto: tuple[float, ...]
    recall: tuple[float, ...]
    alarm: tuple[float, ...]
    prior: float
    """The share of edges among all pairs of different nodes."""
    positives: int
    negatives: int
    held_out: bool
    """Whether training did not know the positives. If it did, probabilities of new pairs come out high."""
    method: str

    def __post_init__(self) -> None:
        for name in ("scores", "evidence", "upto", "recall", "alarm"):
            values = tuple(float(value) for value in getattr(self, name))
            if not all(map(math.isfinite, values)):
                raise ParameterError(f"a calibration whose {name} are not finite", allowed="finite numbers")
            object.__setattr__(self, name, values)
        checked_share("prior", self.prior)
        knots, steps = (np.diff(self.scores), np.diff(self.evidence)), np.diff(self.upto)
        sound = len(self.scores) == len(self.evidence) > 0 and (knots[0] > 0).all() and (knots[1] <= 0).all()
        if not sound or not len(self.upto) == len(self.recall) == len(self.alarm) > 0 or (steps <= 0).any():
            raise ParameterError(
                "a calibration of disordered tables", allowed="scores rise, and evidence falls with them"
            )

    def probability(self, scores: ArrayLike, *, prior: float | None = None) -> Vector:
        """The probability of an edge at each score, if ``prior`` of the pairs asked about are edges."""
        share = self.prior if prior is None else checked_share("prior", prior)
        log_odds = np.interp(np.asarray(scores, np.float64), self.scores, self.evidence)
        log_odds = log_odds + math.log(share) - math.log1p(-share)
        with np.errstate(over="ignore"):
            return np.asarray(1.0 / (1.0 + np.exp(-log_odds)))

    def precisions(self, *, prior: float | None = None) -> Vector:
        """The share of edges among all pairs that score up to each of ``upto``."""
        share = self.prior if prior is None else checked_share("prior", prior)
        hits, alarms = share * np.array(self.recall), (1.0 - share) * np.array(self.alarm)
        return np.asarray(hits / (hits + alarms))

    def cutoff(self, precision: float, *, prior: float | None = None) -> float:
        """The highest score up to which at least ``precision`` of all answers are right."""
        checked_share("precision", precision)
        reached = self.precisions(prior=prior)
        good = np.flatnonzero(reached >= precision)
        if not len(good):
            best = int(reached.argmax())
            raise ParameterError(
                f"a precision of {precision:.6g} was asked for, which no score gives",
                allowed=f"at most {reached[best]:.6g}, at a recall of {self.recall[best]:.4g}",
                do="ask for less, or calibrate on more pairs",
            )
        return self.upto[int(good[-1])]

    def state(self) -> dict[str, Any]:
        """As JSON can hold it, with a version."""
        return {"version": VERSION, **asdict(self)}

    @staticmethod
    def of_state(state: Mapping[str, Any]) -> Calibration:
        """What ``state`` gave; one of a later version is refused."""
        version = state["version"]
        if not isinstance(version, int) or version > VERSION:
            raise ParameterError(
                f"its calibration is of version {version!r}",
                allowed=f"up to {VERSION}",
                do="update: pip install --upgrade diskembed",
            )
        return Calibration(**{field.name: state[field.name] for field in fields(Calibration)})


def checked_share(name: str, value: float) -> float:
    """A number strictly between 0 and 1."""
    is_number = isinstance(value, int | float | np.number) and not isinstance(value, bool)
    if not is_number or not 0.0 < value < 1.0:
        raise ParameterError(f"{name}={value!r}", allowed="a number between 0 and 1, neither included")
    return float(value)


def required(calibration: Calibration | None) -> Calibration:
    """The calibration, where an answer needs one."""
    if calibration is None:
        raise ParameterError(
            "probabilities were asked for, and the model has none",
            do="calibrate it on its graph or, better, on a split that it was trained on: "
            "diskembed.calibrate(embedding, split)",
        )
    return calibration
