"""What competes with trained rows: disks that nest by construction, and the rows polished."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from diskembed.errors import ParameterError
from diskembed.evaluation.f1 import Scored
from diskembed.models.contract import Model
from diskembed.models.types import Array, Matrix
from diskembed.polish import ROUNDS, polished
from diskembed.training.interrupt import PoliteInterrupt
from diskembed.training.material import Material
from diskembed.training.progress import ProgressBar
from diskembed.training.start import start_rows
from diskembed.training.start.nesting import covered, nests_in

if TYPE_CHECKING:
    from diskembed.estimators.run import Run

__all__ = ["Contender", "best_of", "require_polishable"]

NEARLY_A_FOREST = 0.8
"""The share of all implied pairs that one parent a node has to account for: then nesting is worth a try."""
LOOKED_THROUGH = 1 << 17
"""Nodes up to which polishing is usual: all pairs of so many are looked through in seconds."""
GOOD_ENOUGH = 0.995
"""An F1 from which on there is little to polish."""


class Contender(NamedTuple):
    """Rows, how they came about (None is by training), and how good they are."""

    rows: Array
    construction: str | None
    judged: tuple[Model, Scored]

    @property
    def f1(self) -> float:
        """What decides."""
        return self.judged[1].f1


def require_polishable(rounds: int | None, model: Model, material: Material) -> None:
    """Refuse rounds that are asked for where polishing would take true pairs for false ones, or lengths."""
    if not rounds:
        return
    if not model.polishes:
        raise ParameterError(f"polish={rounds} for {model.name}", allowed="disks alone are polished")
    if material.known != "closure":
        raise ParameterError(
            f"polish={rounds} where known is {material.known!r}",
            allowed="what is false is only known where the closure is",
            do='leave known open and give more memory, or say known="closure"',
        )


def best_of(run: Run, rows: Array, bar: ProgressBar | None, *, nest: bool, polish: bool) -> Contender:
    """The best of the trained ``rows`` and of those rivals that may be tried, where they make sense."""
    best = Contender(rows, None, run.judge(rows))
    if nest:
        best = _better(run, best, "nested", _nested(run))
    rounds = _rounds(run, best, usual=polish)
    if rounds:
        best = _better(run, best, "polished", _polished(run, rows, rounds, bar))
    return best


def _better(run: Run, best: Contender, construction: str, rows: Array | None) -> Contender:
    """The rival, where it is as good."""
    if rows is None:
        return best
    rival = Contender(rows, construction, run.judge(rows))
    return rival if rival.f1 >= best.f1 else best


def _nested(run: Run) -> Matrix | None:
    """Disks that need no training, where no start was chosen and a forest holds nearly all pairs."""
    packing, material = run.model.packing(), run.material
    fits = packing is not None and nests_in(packing.geometry) and material.known == "closure"
    if not fits or run.estimator.start is not None or run.estimator.dtype == "float32":
        return None
    if covered(material.dag, material.closure) < NEARLY_A_FOREST:
        return None
    return start_rows(run.model, material, "nested", run.plan, scale=1.0)


def _rounds(run: Run, best: Contender, *, usual: bool) -> int:
    """How many are asked for, or usual: where all that is implied may be learnt, and is in reach."""
    if run.estimator.polish is not None:
        return run.estimator.polish
    learns_all = run.estimator.transitive and run.plan.epochs > 0 and run.plan.objective == "margin"
    in_reach = run.material.known == "closure" and len(run.material.above) > 0
    fits = run.model.polishes and in_reach and len(run.material.dag) <= LOOKED_THROUGH
    return ROUNDS if usual and learns_all and fits and best.f1 < GOOD_ENOUGH else 0


def _polished(run: Run, rows: Array, rounds: int, bar: ProgressBar | None) -> Array | None:
    """Ctrl-C ends it with what has been reached."""
    with PoliteInterrupt() as interrupt:

        def tell(done: int) -> bool:
            if bar is not None:
                bar.say(f"polishing {done}/{rounds}", done / rounds)
            return interrupt.asked

        better = polished(
            run.model,
            rows.astype(np.float64),
            run.material,
            length=run.plan.negative_margin,
            rounds=rounds,
            transitive=run.estimator.transitive,
            seed=run.plan.seed,
            tell=tell,
        )
        return None if better is None else better.astype(rows.dtype)
