"""One call of ``fit``, from the data to the embedding."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from diskembed.embedding import Embedding
from diskembed.errors import GraphError, InterruptedRunError, MemoryBudgetError, ParameterError, RunawayError
from diskembed.estimators.checkpoints import CheckpointKeeper, resumed
from diskembed.estimators.checks import check_parameters
from diskembed.estimators.locality import in_own_order, near_each_other
from diskembed.estimators.older import taken_over
from diskembed.estimators.rivals import best_of, require_polishable
from diskembed.estimators.threshold import Judge, judge_of_columns, judge_of_pairs
from diskembed.evaluation.calibrating import calibrated
from diskembed.evaluation.f1 import Scored
from diskembed.graph.closure.base import gigabytes
from diskembed.graph.csr import Ints
from diskembed.graph.dag import DAG
from diskembed.models.contract import Model
from diskembed.models.types import Array, Matrix
from diskembed.split.pairs import Labelled, Pairs
from diskembed.split.split import Split
from diskembed.storage.state import plain
from diskembed.training.material import Material
from diskembed.training.plan import Plan
from diskembed.training.progress import Epoch, ProgressBar
from diskembed.training.start import chosen_start, start_rows
from diskembed.training.state import Standing
from diskembed.training.trainer import State, Trainer

if TYPE_CHECKING:
    from diskembed.estimators.base import Estimator

__all__ = ["Run"]


@dataclass(frozen=True, eq=False)
class Run:
    """What is trained, on what, how, and against which pairs it is judged."""

    estimator: Estimator
    model: Model
    plan: Plan
    material: Material
    valid: Labelled | None
    given: DAG | Split
    order: Ints | None
    """Node ``order[i]`` of what was given is node ``i`` of ``material``; None where they are the same."""
    older: Embedding | None
    """What it starts from, if that is another run's outcome."""

    @staticmethod
    def of(
        estimator: Estimator,
        source: DAG | Split,
        *,
        older: Embedding | None = None,
        epochs: int | None = None,
        after: int = 0,
    ) -> Run:
        """Check everything before the first long step; ``after`` so many epochs, chance is another's."""
        check_parameters(estimator.get_params())
        model = estimator.model()
        require_precision(estimator.dtype, model)
        estimator.plan()
        split = source if isinstance(source, Split) else _held_out(estimator, source)
        if estimator.patience is not None and split is None:
            raise ParameterError(
                f"patience={estimator.patience} without validation pairs",
                do="fit a Split, or say validation=0.05",
            )
        given = split or source
        near, order = near_each_other(given)
        material = Material.of(near, known=estimator.known, memory=estimator.memory)
        require_polishable(estimator.polish, model, material)
        if not len(material.above) and model.packing() is None:
            raise GraphError(
                f"the graph of {len(material.dag):,} node{'s' * (len(material.dag) != 1)} has no edge",
                allowed=f"{model.name} needs at least one to train on; disks do without",
            )
        plan = estimator.plan(positives=len(material.above), nodes=len(material.dag))
        if epochs is not None:
            plan = replace(plan, epochs=epochs)
        if after:
            plan = replace(plan, seed=int(np.random.SeedSequence((plan.seed, after)).generate_state(1)[0]))
        valid = near.valid if isinstance(near, Split) else None
        return Run(estimator, model, plan, material, valid, given, order, older)

    def fresh(self) -> State:
        """The state before the first step."""
        dag, older = self.material.dag, self.older
        rows = self._start() if older is None else taken_over(dag, self.model, older, self._start)
        state = State.fresh(rows, self.plan.threads, self.estimator.dtype)
        state.finished = not self.plan.epochs
        return state

    def _start(self) -> Matrix:
        scale = self.model.spread if self.estimator.start_scale is None else self.estimator.start_scale
        try:
            return start_rows(self.model, self.material, self.estimator.start, self.plan, scale=scale)
        except MemoryError:
            n, width = len(self.material.dag), self.model.width
            raise MemoryBudgetError(
                f"{n:,} rows of {width:,} numbers need {gigabytes(8 * n * width)}",
                do="choose a smaller dim",
            ) from None

    def resumed(self) -> State:
        """The state of the checkpoint, if it belongs to this run."""
        return resumed(self.estimator.checkpoint, self.identity())

    def finish(
        self, state: State, *, nest: bool = False, polish: bool = False
    ) -> tuple[Embedding, Sequence[Epoch]]:
        """Train to the end, and choose rows and threshold on the validation pairs.

        What was trained may have rivals: disks that ``nest`` by construction, and rows after a ``polish``.
        """
        bar = None if self.estimator.progress is False else ProgressBar(always=bool(self.estimator.progress))
        keeper = self._keeper(resumed=state.epoch > 0 or state.piece > 0)
        trainer = Trainer(
            self.model,
            self.material,
            self.plan,
            judge=None if self.valid is None else (lambda rows: self.judge(rows)[1].f1),
            patience=self.estimator.patience,
            callbacks=[*self.estimator.callbacks, *([] if bar is None else [bar])],
            glance=None if bar is None else bar.show,
            keeper=keeper,
        )
        try:
            trainer.run(state)
        except RunawayError as error:
            if trainer.last_good is None:
                raise
            self.estimator.embedding_ = self.embedding(trainer.last_good, state)
            self.estimator.history_ = state.history
            raise error.kept_in(f"embedding_, of epoch {state.epoch}") from None
        finally:
            if bar is not None:
                bar.close()
        if not state.finished:
            raise InterruptedRunError(state.epoch, self.plan.epochs, None if keeper is None else keeper.kept)
        rows = state.rows if state.best_rows is None else state.best_rows
        return self.best(rows, state, bar, nest=nest, polish=polish), state.history

    def best(
        self, rows: Array, state: Standing, bar: ProgressBar | None, *, nest: bool, polish: bool
    ) -> Embedding:
        """What was trained, or a rival if that does as well or better; both in the time it took."""
        began = time.perf_counter()
        try:
            best = best_of(self, rows, bar, nest=nest, polish=polish)
        finally:
            if bar is not None:
                bar.close()
        seconds = time.perf_counter() - began
        told = (embedding := self.embedding(best.rows, state, best.judged)).provenance
        construction = best.construction or told["construction"]
        more = {"construction": construction, "seconds": told["seconds"] + seconds}
        return replace(embedding, provenance={**told, **more})

    def embedding(
        self, rows: Array, state: Standing, judged: tuple[Model, Scored] | None = None
    ) -> Embedding:
        """Rows with their names and the threshold that does best, ``judged`` where that is known."""
        model, chosen = self.judge(rows) if judged is None else judged
        provenance = {
            "estimator": type(self.estimator).__name__,
            "plan": self.plan.as_dict(),
            "construction": "trained" if state.epoch or state.piece else self._untrained,
            "known": self.material.known,
            "threshold_from": "sampled pairs of the graph" if self.valid is None else "validation pairs",
            "threshold_f1": chosen.f1,
            "epochs": state.epoch,
            "best_epoch": state.best_epoch or state.epoch,
            "seconds": sum(epoch.seconds for epoch in state.history),
            "nodes": len(self.material.dag),
            "edges": self.material.dag.n_edges,
        }
        threshold = chosen.threshold if math.isfinite(chosen.threshold) else None
        found = calibrated(model, rows, self.material.dag, self._held_out_edges, seed=self.plan.seed)
        members = self.given.members_of if isinstance(self.given, DAG) else {}
        rows = in_own_order(rows, self.order)
        embedding = Embedding(self.given.names, rows, model, threshold, provenance, members)
        return replace(embedding, calibration=found)

    @property
    def _untrained(self) -> str:
        """What rows are before the first step."""
        if self.older is not None:
            return "taken over"
        return chosen_start(self.model, self.estimator.start)

    @property
    def _held_out_edges(self) -> Pairs | None:
        return None if self.valid is None else self.valid.positives

    @cached_property
    def judge(self) -> Judge:
        """What says how good rows are, and chooses what is left to data."""
        if self.valid is not None:
            return judge_of_pairs(self.model, self.valid)
        return judge_of_columns(self.model, self.material.dag, seed=self.plan.seed)

    def identity(self) -> dict[str, Any]:
        """What has to agree for a checkpoint to be of this run."""
        return {
            "data": self.material.fingerprint,
            "model": plain([self.model.name, self.model.dim, self.model.options], "the model's options"),
            "plan": self.plan.as_dict(),
            "patience": self.estimator.patience,
            "dtype": self.estimator.dtype,
        }

    def _keeper(self, *, resumed: bool) -> CheckpointKeeper | None:
        path, seconds = self.estimator.checkpoint, self.estimator.checkpoint_seconds
        return None if path is None else CheckpointKeeper(path, seconds, self.identity(), resumed=resumed)


def require_precision(dtype: str, model: Model) -> None:
    """Refuse what rows cannot be kept in."""
    allowed = ["float64", *(["float32"] if model.holds_float32 else [])]
    if dtype not in allowed:
        raise ParameterError(
            f"dtype={dtype!r} for {model.name}",
            allowed=f"one of {', '.join(map(repr, allowed))}",
            do='train with dtype="float64"; Embedding.save(path, dtype="float32") rounds afterwards',
        )


def _held_out(estimator: Estimator, dag: DAG) -> Split | None:
    if estimator.validation is None:
        return None
    return Split.draw(
        dag,
        percent=0,
        seed=estimator.random_state,
        valid=estimator.validation,
        test=0.0,
        memory=estimator.memory,
    )
