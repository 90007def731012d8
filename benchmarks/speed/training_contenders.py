"""Who trains: ours, an epoch at a time, and gensim's PoincareModel, a chunk at a time."""

from __future__ import annotations

import time

import numpy as np
from gensim.models.poincare import PoincareModel
from numpy.typing import NDArray

import diskembed as de
from diskembed.training.margin import train_pairs
from diskembed.training.material import Material
from diskembed.training.plan import Plan
from diskembed.training.progress import Epoch
from diskembed.training.start import start_rows
from diskembed.training.trainer import State, Trainer

__all__ = ["GEOMETRIES", "Gensim", "Ours", "nouns_closure"]

GEOMETRIES = ("euclid", "sphere", "hyperboloid")
DIM = 10
EPOCHS = 15

Pairs = NDArray[np.integer]


def nouns_closure() -> Pairs:
    """All (ancestor, descendant) pairs of the nouns without their root."""
    closure = de.datasets.load("wordnet-nouns").without_roots().closure().to_csr()
    return np.column_stack([closure.indices, closure.rows])


class Ours:
    """A run with the default plan, taken a few epochs at a time."""

    def __init__(self, pairs: Pairs, *, geometry: str, threads: int = 1) -> None:
        material = Material.of(de.DAG.from_arrays(*pairs.T))
        estimator = de.DiskEmbedding(
            geometry=geometry, dim=DIM, epochs=EPOCHS, transitive=False, threads=threads
        )
        model, plan = estimator.model(), estimator.plan()
        model.compile(train_pairs)
        _warm_up(estimator, material, plan)
        self._stop_after = 0
        self._trainer = Trainer(
            model, material, plan, callbacks=[lambda epoch: epoch.epoch >= self._stop_after]
        )
        self._state = State.fresh(start_rows(model, material, None, plan, scale=0.1), plan.threads)

    @property
    def history(self) -> list[Epoch]:
        """What each epoch so far has told."""
        return self._state.history

    def epochs(self, count: int) -> None:
        """Go on for so many epochs."""
        self._stop_after = self._state.epoch + count
        self._state.finished = False
        self._trainer.run(self._state)

    def rate(self) -> float:
        """Pairs a second, of all epochs together."""
        return sum(epoch.pairs for epoch in self.history) / sum(epoch.seconds for epoch in self.history)

    def moved(self) -> float:
        """The share of pairs, of both kinds, that a step was taken for."""
        negatives = self._trainer.plan.n_negatives
        share = [(epoch.violated + negatives * epoch.active) / (1 + negatives) for epoch in self.history]
        return float(np.mean(share))


def _warm_up(estimator: de.DiskEmbedding, material: Material, plan: Plan) -> None:
    """Compile before the clock starts: an epoch on a handful of pairs."""
    few = Material.of(de.DAG.from_arrays([0, 1], [1, 2]))
    model = estimator.model()
    state = State.fresh(start_rows(model, few, "random", plan, scale=0.1), plan.threads)
    Trainer(model, few, plan).run(state)


class Gensim:
    """Its model on the same pairs, ten negatives a positive."""

    CHUNK = 6_000

    def __init__(self, pairs: Pairs, batch: int) -> None:
        relations = [(str(below), str(above)) for above, below in pairs.tolist()]
        self.model = PoincareModel(relations, size=DIM, negative=10, burn_in=0, seed=0)
        self.batch = batch
        self._all = self.model.all_relations
        self._at = 0

    def epoch(self) -> None:
        """One pass over all pairs."""
        self.model.all_relations = self._all
        self.model.train(epochs=1, batch_size=self.batch, print_every=10**9)

    def rate(self) -> float:
        """Pairs a second on the next few thousand positives, their negatives counted."""
        self.model.all_relations = self._all[self._at : self._at + self.CHUNK]
        self._at += self.CHUNK
        began = time.perf_counter()
        self.model.train(epochs=1, batch_size=self.batch, print_every=10**9)
        return 11 * self.CHUNK / (time.perf_counter() - began)
