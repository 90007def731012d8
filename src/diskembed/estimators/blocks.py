"""A fit in blocks: partitions on this machine, or on a cluster."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING

from diskembed.embedding import Embedding
from diskembed.errors import InterruptedRunError, ParameterError
from diskembed.scale.blocks import BlockRun, Standings, saved_standings
from diskembed.scale.cluster import LOCAL_WORKERS, connected
from diskembed.scale.folder import folder_at
from diskembed.scale.job import Job
from diskembed.scale.partitioned import PartitionedRun
from diskembed.scale.ray_run import RayRun
from diskembed.training.progress import Epoch, ProgressBar

if TYPE_CHECKING:
    from diskembed.estimators.run import Run

__all__ = ["in_blocks"]

BLOCKS_ON_A_CLUSTER = 4
"""Where nothing else is asked for: two workers can then train two buckets that share no block."""


def in_blocks(run: Run, *, resume: bool, cluster: str | None) -> tuple[Embedding, Sequence[Epoch]]:
    """Train to the end, and choose rows and threshold on the validation pairs."""
    checkpoint = run.estimator.checkpoint
    if resume and checkpoint is None:
        raise ParameterError("resume=True without a checkpoint", do="say which folder: checkpoint=PATH")
    partitions = run.estimator.partitions
    if not run.plan.epochs:
        raise ParameterError(f"epochs=0 with partitions={partitions}", do="fit in one process: partitions=1")
    if cluster is not None and partitions == 1:
        partitions = BLOCKS_ON_A_CLUSTER
    job = Job.of(run.model, run.material, run.plan, partitions)
    identity = {**run.identity(), "partitions": partitions}
    bar = None if run.estimator.progress is False else ProgressBar(always=bool(run.estimator.progress))
    with ExitStack() as stack:
        path = _folder(checkpoint) or stack.enter_context(tempfile.TemporaryDirectory(prefix="diskembed-"))
        folder = folder_at(path)
        fresh = Standings(versions=[0] * (partitions + 1))
        standings = saved_standings(folder, identity) if resume else fresh
        make: Callable[..., BlockRun] = PartitionedRun
        if cluster is not None:
            cpus = LOCAL_WORKERS * run.plan.threads
            make = partial(RayRun, ray=stack.enter_context(connected(cluster, cpus=cpus)))
        blocks = make(
            job,
            standings,
            folder,
            identity,
            judge=None if run.valid is None else (lambda rows: run.judge(rows)[1].f1),
            patience=run.estimator.patience,
            callbacks=[*run.estimator.callbacks, *([] if bar is None else [bar])],
            glance=None if bar is None else bar.show,
            commit_seconds=None if checkpoint is None else run.estimator.checkpoint_seconds,
        )
        try:
            rows = blocks.run(None if resume else run.fresh().rows)
        finally:
            if bar is not None:
                bar.close()
    if rows is None:
        raise InterruptedRunError(standings.epoch, run.plan.epochs, checkpoint)
    return run.best(rows, standings, bar, nest=False, polish=run.older is None), standings.history


def _folder(checkpoint: str | os.PathLike[str] | None) -> str | None:
    """Its address, or its whole path: workers may start elsewhere."""
    if checkpoint is None:
        return None
    address = os.fspath(checkpoint)
    return address if "://" in address else os.path.realpath(address)
