"""What every worker knows of a run, and the two things that it does: draw positives, train a bucket."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from diskembed.graph.csr import CSR, Ints
from diskembed.models.contract import Model
from diskembed.models.types import Array, Vector
from diskembed.scale.bucket import bucket_graph, local_numbers, nodes_of
from diskembed.scale.layout import Layout, nearest_hot
from diskembed.scale.positives import Drawn, dealt
from diskembed.training.material import Material
from diskembed.training.piece import compiled, put_back, train_piece
from diskembed.training.plan import Plan
from diskembed.training.random import piece_state
from diskembed.training.sampler import Graph
from diskembed.training.state import rings
from diskembed.training.telling import require_sound

__all__ = ["Job", "Trained"]

DRAWING = 1 << 30
"""Keeps the random numbers that draw positives apart from those of buckets."""


class Trained(NamedTuple):
    """New rows of both blocks and of the hot nodes, and what was counted."""

    first: Array
    second: Array
    hot: Array
    tally: Vector


@dataclass(frozen=True, eq=False)
class Job:
    """A run's model, plan and graph, and which node lives where."""

    model: Model
    plan: Plan
    layout: Layout
    graph: Graph
    positives: CSR
    """Row ``i`` lists the ancestors that node ``i`` is a positive with."""
    near: Ints

    @staticmethod
    def of(model: Model, material: Material, plan: Plan, partitions: int) -> Job:
        """Deal a run's material to blocks."""
        dag = material.dag
        layout = Layout.of(dag, partitions, plan.seed)
        is_hot = layout.block == layout.n_blocks
        near = nearest_hot(dag.order, material.graph.up_ptr, material.graph.up, is_hot)
        return Job(model, plan, layout, material.graph, dag.parents, near)

    def draw(self, block: int, epoch: int) -> Drawn:
        """The positives whose descendant is in a block, for every bucket of an epoch."""
        return dealt(
            self.layout.members[block],
            (self.positives.indptr, self.positives.indices),
            (self.graph.up_ptr, self.graph.up),
            self.layout.block,
            self.layout.bucket_of,
            self.plan.walked,
            piece_state(self.plan.seed, epoch, DRAWING, block),
        )

    def train(
        self,
        bucket: int,
        epoch: int,
        done: float,
        positives: Sequence[tuple[Ints, Ints]],
        rows: tuple[Array, Array, Array],
        pool: ThreadPoolExecutor | None,
    ) -> Trained:
        """One bucket when a share ``done`` of the run is over; rows of its blocks and of the hot nodes."""
        blocks = self.layout.buckets[bucket]
        above, below = (
            local_numbers(self.layout, blocks, np.concatenate(side)) for side in zip(*positives, strict=True)
        )
        order = np.random.default_rng((self.plan.seed, epoch, bucket)).permutation(len(above))
        together = np.concatenate(rows)
        graph = bucket_graph(self.graph, self.near, self.layout, blocks)
        if self.plan.n_often_below or self.plan.n_often_above:
            graph = graph.drawing_often(above)
        tally = train_piece(
            compiled(self.model, self.plan),
            self.model,
            self.plan,
            self.plan.recipe(done, epoch)._replace(walked=0),  # they were drawn with the positives
            together,
            graph,
            [(above[part], below[part]) for part in np.array_split(order, self.plan.threads)],
            (epoch, bucket),
            rings(self.plan.threads),
            pool,
        )
        put_back(self.model, together)
        nodes = nodes_of(self.layout, blocks)
        require_sound(together, tally, lambda at: f"node {nodes[at]}", epoch, self.plan.epochs, None)
        ends = np.cumsum([len(part) for part in rows])
        first, second, hot = np.split(together, ends[:-1])
        return Trained(first, second, hot, tally)
