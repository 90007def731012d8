"""How many pairs go where, and from which stream of random numbers each part is drawn."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from numbers import Integral, Real
from typing import SupportsFloat

import numpy as np

from diskembed.errors import ParameterError, SplitError

__all__ = [
    "Rule",
    "Sizes",
    "as_percent",
    "held_stream",
    "negatives_stream",
    "percent_text",
    "train_stream",
    "training_count",
]


@dataclass(frozen=True)
class Sizes:
    """How many non-basic pairs each part takes."""

    train: int
    valid: int
    test: int


@dataclass(frozen=True)
class Rule:
    """The protocol's rule: fractions of the non-basic pairs, and negatives a positive.

    Fractions are taken as the decimals they are written as, so that 0.07 of 100 pairs is 7.
    """

    seed: int = 0
    valid: float = 0.05
    test: float = 0.05
    negatives: int = 10
    allow_empty: bool = False

    def __post_init__(self) -> None:
        if _as_whole(self.seed) < 0:
            raise ParameterError(f"seed={self.seed!r}", allowed="a whole number, 0 or more")
        shares = [_decimal(name, getattr(self, name)) for name in ("valid", "test")]
        if min(shares) < 0 or sum(shares) > 1:
            raise ParameterError(
                f"valid={self.valid!r}, test={self.test!r}",
                allowed="fractions of the non-basic pairs, 0 or more and together at most 1",
            )
        if _as_whole(self.negatives) < 2 or self.negatives % 2:
            raise ParameterError(
                f"negatives={self.negatives!r}", allowed="an even number, half for either end of a pair"
            )

    @property
    def largest_percent(self) -> Fraction:
        """What valid and test leave over for training."""
        return 100 * (1 - _decimal("valid", self.valid) - _decimal("test", self.test))

    def sizes(self, n_non_basic: int, percent: float) -> Sizes:
        """``int(share * n_non_basic)`` for each part."""
        train = training_count(percent, n_non_basic, self.largest_percent)
        return Sizes(train, self._held("valid", n_non_basic), self._held("test", n_non_basic))

    def _held(self, name: str, n_non_basic: int) -> int:
        share = _decimal(name, getattr(self, name))
        count = int(share * n_non_basic)
        if count == 0 and share > 0 and not self.allow_empty:
            raise SplitError(
                f"the graph has {n_non_basic} non-basic pairs (implied ones that are no edge of its "
                f"reduction), and {percent_text(float(100 * share))} % of them for {name} is less than one",
                allowed=f"at least {math.ceil(1 / share)} are needed",
                do=f"use a deeper graph, a larger {name}, or allow_empty=True (--allow-empty) for an "
                f"empty {name}",
            )
        return count


def training_count(percent: float, n_non_basic: int, most: Fraction) -> int:
    """``int(percent % of n_non_basic)``, unless valid and test leave less: ``most`` percent."""
    share = _decimal("percent", percent)
    if share < 0:
        raise ParameterError(f"percent={percent!r}", allowed="a percentage, 0 or more")
    if share > most:
        raise SplitError(
            f"{percent_text(percent)} % of the non-basic pairs cannot be training pairs",
            allowed=f"valid and test leave at most {percent_text(math.floor(100 * most) / 100)} %",
            do="choose a smaller percent",
        )
    return int(share * n_non_basic / 100)


def held_stream(seed: int) -> np.random.Generator:
    """For which pairs are valid and test."""
    return _stream(seed, 0)


def negatives_stream(seed: int, part: str) -> np.random.Generator:
    """For the negatives of ``valid``, ``test`` or ``full``."""
    return _stream(seed, 1 + ("valid", "test", "full").index(part))


def train_stream(seed: int, percent: float) -> np.random.Generator:
    """For training pairs: another one for each percentage, so that their draws are independent."""
    return _stream(seed, 4, *_decimal("percent", percent).as_integer_ratio())


def _stream(seed: int, *key: int) -> np.random.Generator:
    return np.random.default_rng(np.random.SeedSequence(int(seed), spawn_key=key))


def as_percent(percent: SupportsFloat) -> float:
    """An int where it is whole."""
    value = _decimal("percent", percent)
    return int(value) if value.denominator == 1 else float(value)


def percent_text(percent: SupportsFloat) -> str:
    """As it stands in a file's name: ``50``, ``12.5``."""
    return np.format_float_positional(as_percent(percent), trim="-")


def _decimal(name: str, value: object) -> Fraction:
    """The decimal that a number is written as."""
    if isinstance(value, bool) or not isinstance(value, Real) or not math.isfinite(value):
        raise ParameterError(f"{name}={value!r}", allowed="a finite number")
    return Fraction(str(value))


def _as_whole(value: object) -> int:
    """An integer as it is, anything else as -1, which no parameter here may be."""
    return -1 if isinstance(value, bool) or not isinstance(value, Integral) else int(value)
