"""What every estimator shares: its parameters, and ``fit``."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from os import PathLike
from typing import Literal, Self

import numpy as np

from diskembed.embedding import Embedding
from diskembed.errors import ParameterError
from diskembed.estimators.blocks import in_blocks
from diskembed.estimators.parameters import Parametrised
from diskembed.estimators.run import Run
from diskembed.graph.dag import DAG
from diskembed.models.contract import Model
from diskembed.split.split import Split
from diskembed.training.plan import Plan
from diskembed.training.progress import Callback, Epoch
from diskembed.training.start import Start
from diskembed.training.state import Precision

__all__ = ["Estimator"]

ENOUGH_POSITIVES = 1_200_000
"""Edges passed over in a whole run, at least: small graphs take more epochs, and still only seconds."""
PLENTY = 13_200_000
"""Edges after which passes over large graphs stop, once there were ``FEWEST_EPOCHS``."""
FEWEST_EPOCHS, USUAL_EPOCHS, MOST_EPOCHS = 15, 35, 500
IMPLIED_AN_EDGE = 6
"""Implied positives beside each edge."""


@dataclass(kw_only=True, repr=False, eq=False)
class Estimator(Parametrised, ABC):
    """Learns an ``Embedding`` from a DAG, or from the training pairs of a ``Split``.

    Parameters that are None take what has proved good for the model; ``plan()`` shows the outcome.

    Args:
        dim: Numbers a node is free to choose; a disk's radius is one of them.
        epochs: Passes over the edges; None is 15 to 35, or more where edges are few; 0 keeps the start.
        start: ``"graph"`` (packed from the edges), ``"nested"`` (a forest nested exactly, other parents
            served where that pays), ``"poincare"`` (pretrained Poincare embeddings, carried over by the
            paper's maps) or ``"random"``. None starts from the graph, but points and shadow cones at random;
            of a graph that is nearly a forest the nested disks are also made where the model can hold them,
            and the better of both is kept.
        start_scale: How far a random start spreads; None is what suits the model.
        transitive: Also take pairs that the edges imply as positives, ``walked`` of them an edge.
        known: What no negative may name: the ``"closure"`` of the training edges, the ``"edges"``, or
            ``"nothing"``; None is the closure where it fits in ``memory``, else the edges.
        objective: ``"margin"`` (eq:loss-relu) or ``"softmax"``.
        steps: ``"landing"`` on the constraint, or ``"gradient"`` at a constant rate, as in the paper.
        energy: ``"natural"`` E = l, ``"clipped"`` E = h+(l), or ``"squared"``.
        positive_rate: The longest step of a positive; ``positive_schedule`` lets it fall over the run.
        negative_rate: The same of a negative.
        positive_margin: How deep inside a positive should be.
        negative_margin: How far outside a negative should be.
        positive_schedule: ``"constant"``, ``"linear"`` or ``"cosine"``.
        negative_schedule: The same of the negatives.
        burn_in: Epochs at ``burn_in_factor`` of the rates.
        burn_in_factor: See ``burn_in``.
        walked: Implied positives beside each edge; 0 unless ``transitive``.
        n_below: Negatives a positive with another descendant.
        n_above: Negatives with another ancestor.
        n_up: Negatives of nodes met on the way up from the ancestor.
        n_down: Negatives of nodes met on the way down from the descendant.
        n_uniform: Negatives with both ends anywhere.
        n_often_below: Negatives with another descendant, the more often the more descendants that has itself.
        n_often_above: Negatives with another ancestor, chosen in the same way.
        n_near: Negatives between siblings and cousins.
        n_again: Negatives that were lately found wrong.
        window: Random ends of negatives come from so many nodes at a time, new ones every few million pairs,
            and stay in the cache: for graphs that do not. 0 takes all nodes.
        threads: More than one trains without locks: faster, and repeatable only on average.
        random_state: The seed; with one thread, equal seeds give equal rows to the last bit.
        patience: Epochs without a better F1 on the validation pairs before the run stops.
        validation: Share of the implied pairs that is held out to choose the epoch and the threshold, if a
            DAG is fitted; a ``Split`` brings its own.
        checkpoint: A file that the run is saved to, to be resumed from.
        checkpoint_seconds: How often.
        progress: A bar on standard error; None shows one in a terminal only.
        callbacks: Called with an ``Epoch`` after each; a true answer stops the run.
        memory: Bytes that the closure may take.
        dtype: ``"float32"`` keeps rows in half the memory; steps are computed in float64 all the same.
        partitions: More than 1 trains on two of so many blocks of nodes at a time, the others on disk;
            ``checkpoint`` is then a folder, or an address that fsspec knows.
        polish: Rounds after training in which false pairs are looked up among all pairs and put right; None
            is 60 where disks learn all of a closure of up to 131,072 nodes, but none after a ``warm_start``,
            whose nodes keep their place; 0 is none. What is better is kept.
    """

    dim: int = 10
    epochs: int | None = None
    start: Start | None = None
    start_scale: float | None = None
    transitive: bool = True
    known: Literal["closure", "edges", "nothing"] | None = None
    objective: Literal["margin", "softmax"] | None = None
    steps: Literal["landing", "gradient"] | None = None
    energy: Literal["natural", "clipped", "squared"] | None = None
    positive_rate: float | None = None
    negative_rate: float | None = None
    positive_margin: float | None = None
    negative_margin: float | None = None
    positive_schedule: Literal["constant", "linear", "cosine"] | None = None
    negative_schedule: Literal["constant", "linear", "cosine"] | None = None
    burn_in: int | None = None
    burn_in_factor: float | None = None
    walked: int | None = None
    n_below: int | None = None
    n_above: int | None = None
    n_up: int | None = None
    n_down: int | None = None
    n_uniform: int | None = None
    n_often_below: int | None = None
    n_often_above: int | None = None
    n_near: int | None = None
    n_again: int | None = None
    window: int | None = None
    threads: int = 1
    random_state: int = 0
    patience: int | None = None
    validation: float | None = None
    checkpoint: str | PathLike[str] | None = None
    checkpoint_seconds: float = 60.0
    progress: bool | None = None
    callbacks: Sequence[Callback] = ()
    memory: int | None = None
    dtype: Precision = "float64"
    partitions: int = 1
    polish: int | None = None

    embedding_: Embedding = field(init=False)
    history_: Sequence[Epoch] = field(init=False)
    epochs_: int = field(init=False, default=0)

    @abstractmethod
    def model(self) -> Model:
        """What is trained."""

    def plan(self, *, positives: int = ENOUGH_POSITIVES, nodes: int = 0) -> Plan:
        """The parameters with usual values where they were left open; small graphs get more epochs."""
        chosen = {"epochs": _usual_epochs(positives, nodes), **self.model().defaults}
        for name in (parameter.name for parameter in fields(Plan)):
            if getattr(self, name, None) is not None:
                chosen[name] = getattr(self, name)
        chosen["seed"] = self.random_state
        if not self.transitive:
            chosen["walked"] = 0
        elif self.walked is None:
            chosen["walked"] = IMPLIED_AN_EDGE
        return Plan(**chosen)

    def fit(
        self,
        source: DAG | Split,
        *,
        warm_start: Embedding | None = None,
        resume: bool = False,
        cluster: str | None = None,
    ) -> Self:
        """Train on a graph's edges, or on the training pairs of a split.

        ``warm_start`` starts from an older embedding: nodes that it has keep their place, new ones are put
        beside their parents. ``resume`` goes on from ``checkpoint``, if the data and all parameters agree.
        ``cluster`` trains in partitions on Ray: ``"local"`` starts two workers here and stops them, an
        address such as ``"ray://head:10001"`` uses those that are there.
        """
        run = Run.of(self, source, older=warm_start)
        if self.partitions != 1 or cluster is not None:
            self.embedding_, self.history_ = in_blocks(run, resume=resume, cluster=cluster)
            self.epochs_ = len(self.history_)
            return self
        state = run.resumed() if resume else run.fresh()
        self.embedding_, self.history_ = run.finish(state, nest=warm_start is None, polish=warm_start is None)
        self.epochs_ = len(self.history_)
        return self

    def partial_fit(self, source: DAG | Split, *, epochs: int = 1) -> Self:
        """A few more epochs from where the last fit ended, or from the start if there was none.

        The graph may have grown in between. Each call draws other negatives; ``epochs_`` counts all epochs.
        """
        before = getattr(self, "embedding_", None)
        if self.partitions != 1:
            raise ParameterError(
                f"partial_fit with partitions={self.partitions}",
                allowed="it trains in memory",
                do="use fit(..., warm_start=embedding)",
            )
        run = Run.of(self, source, older=before, epochs=epochs, after=self.epochs_)
        self.embedding_, self.history_ = run.finish(run.fresh())
        self.epochs_ += len(self.history_)
        return self


def _usual_epochs(positives: int, nodes: int) -> int:
    if not positives:
        return 1
    size = max(positives, nodes // 4)
    wanted = max(ENOUGH_POSITIVES // size, min(USUAL_EPOCHS, PLENTY // size))
    return int(np.clip(wanted, FEWEST_EPOCHS, MOST_EPOCHS))
