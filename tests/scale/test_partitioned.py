"""Training in partitions: as good as in one, repeatable, and resumed at any bucket."""

from __future__ import annotations

import os
import signal

import numpy as np
import pytest

import diskembed as de
from diskembed.errors import InterruptedRunError, ParameterError, ReadError
from diskembed.scale import blocks
from diskembed.scale.partitioned import PartitionedRun

EPOCHS = 40


def taxonomy(n: int = 300, seed: int = 0) -> de.DAG:
    rng = np.random.default_rng(seed)
    below = np.arange(1, n)
    second = rng.choice(below[below > 10], n // 10, replace=False)
    above = np.append(rng.integers(0, below), rng.integers(0, second // 2))
    return de.DAG.from_arrays(above, np.append(below, second))


def disks(**parameters) -> de.DiskEmbedding:
    usual = {"geometry": "euclid", "dim": 6, "epochs": EPOCHS, "progress": False}
    return de.DiskEmbedding(**{**usual, **parameters})


def f1(embedding: de.Embedding, dag: de.DAG) -> float:
    above, below = (side.ravel() for side in np.indices((len(dag), len(dag))))
    above, below = above[above != below], below[above != below]
    inside, true = embedding.contains(above, below), dag.closure().contains(above, below)
    return float(2 * (inside & true).sum() / (inside.sum() + true.sum()))


@pytest.mark.parametrize("parameters", [{}, {"dtype": "float32"}, {"threads": 2}])
@pytest.mark.parametrize("partitions", [2, 5])
def test_it_is_as_good_as_training_in_one(partitions, parameters):
    dag = taxonomy()
    whole = disks(**parameters).fit(dag).embedding_
    parts = disks(**parameters, partitions=partitions).fit(dag).embedding_
    assert parts.rows.dtype == whole.rows.dtype
    assert parts.names == dag.names
    assert f1(parts, dag) > f1(whole, dag) - 0.03


def test_a_seed_repeats_every_bit_and_tells_the_same():
    dag = taxonomy()
    one, again, other = (disks(partitions=3, random_state=seed).fit(dag) for seed in (1, 1, 2))
    np.testing.assert_array_equal(one.embedding_.rows, again.embedding_.rows)
    assert (one.embedding_.rows != other.embedding_.rows).any()
    assert len(one.history_) == EPOCHS
    plan = one.plan()
    assert one.history_[0].pairs == (1 + plan.walked) * dag.n_edges * (1 + plan.n_negatives)
    assert one.history_[-1].violated < one.history_[0].violated


def test_the_best_epoch_is_chosen_on_validation_pairs():
    split = de.Split.draw(taxonomy(), percent=50)
    fitted = disks(partitions=3, patience=5, epochs=200).fit(split)
    assert len(fitted.history_) < 200
    best = max(fitted.history_, key=lambda epoch: epoch.f1)
    assert fitted.embedding_.provenance["best_epoch"] == best.epoch
    assert fitted.embedding_.provenance["threshold_f1"] == best.f1


class CutOffError(Exception):
    """The power is gone."""


@pytest.mark.parametrize("after", [1, 7, 8, 9, 20])
def test_a_run_that_was_cut_off_loses_no_more_than_a_bucket(tmp_path, monkeypatch, after):
    dag = taxonomy()
    parameters = {"partitions": 4, "epochs": 5, "checkpoint_seconds": 0.0, "n_again": 1}
    whole = disks(**parameters).fit(dag)
    trained: list[int] = []
    usual = PartitionedRun._train

    def failing(self, bucket, *arguments):
        if len(trained) == after:
            raise CutOffError
        trained.append(bucket)
        usual(self, bucket, *arguments)

    monkeypatch.setattr(PartitionedRun, "_train", failing)
    with pytest.raises(CutOffError):
        disks(**parameters, checkpoint=tmp_path / "run").fit(dag)
    monkeypatch.setattr(PartitionedRun, "_train", usual)
    kept = {file.name for file in (tmp_path / "run").iterdir()}
    assert {name.split(".")[0] for name in kept} >= {"run", *(f"block-{block}" for block in range(5))}
    seen: list[int] = []
    monkeypatch.setattr(
        PartitionedRun, "_done", lambda self, bucket, tally: (seen.append(bucket), done(self, bucket, tally))
    )
    resumed = disks(**parameters, checkpoint=tmp_path / "run").fit(dag, resume=True)
    assert len(seen) == 5 * 6 - after
    np.testing.assert_array_equal(resumed.embedding_.rows, whole.embedding_.rows)
    for one, other in zip(resumed.history_, whole.history_, strict=True):
        assert (one.epoch, one.loss, one.violated, one.pairs) == (
            other.epoch,
            other.loss,
            other.violated,
            other.pairs,
        )


done = PartitionedRun._done


def test_ctrl_c_stops_after_the_bucket_and_the_run_goes_on(tmp_path):
    dag = taxonomy()

    def press(epoch):
        if epoch.epoch == 2:
            os.kill(os.getpid(), signal.SIGINT)

    parameters = {"partitions": 3, "epochs": 6, "checkpoint": tmp_path / "run"}
    with pytest.raises(InterruptedRunError, match=r"after 2 of 6 epochs; saved to .*run"):
        disks(**parameters, callbacks=[press]).fit(dag)
    resumed = disks(**parameters).fit(dag, resume=True)
    whole = disks(partitions=3, epochs=6).fit(dag)
    np.testing.assert_array_equal(resumed.embedding_.rows, whole.embedding_.rows)


def test_what_cannot_be_resumed_is_refused(tmp_path):
    dag = taxonomy()
    with pytest.raises(ParameterError, match="resume=True without a checkpoint"):
        disks(partitions=2).fit(dag, resume=True)
    with pytest.raises(ReadError, match="no such file"):
        disks(partitions=2, checkpoint=tmp_path / "run").fit(dag, resume=True)
    disks(partitions=2, epochs=1, checkpoint=tmp_path / "run").fit(dag)
    with pytest.raises(ParameterError, match="of another run: plan, partitions differ"):
        disks(partitions=3, epochs=2, checkpoint=tmp_path / "run").fit(dag, resume=True)
    with pytest.raises(ParameterError, match="partial_fit with partitions=2"):
        disks(partitions=2).partial_fit(dag)


def test_rows_that_ran_away_are_refused():
    with pytest.raises(ParameterError, match=r"ran away in epoch \d+ of 40"):
        disks(partitions=2, steps="gradient", energy="squared", positive_rate=1e30).fit(taxonomy())


def test_many_rows_are_held_in_a_file(monkeypatch):
    dag = taxonomy()
    usual = disks(partitions=2, epochs=2).fit(dag).embedding_
    monkeypatch.setattr(blocks, "ROOMY", 1)
    np.testing.assert_array_equal(disks(partitions=2, epochs=2).fit(dag).embedding_.rows, usual.rows)


def test_a_graph_without_an_edge_has_nothing_to_train():
    dag = de.DAG.from_edges([], nodes=[f"n{i}" for i in range(40)])
    embedding = disks(partitions=2, epochs=1).fit(dag).embedding_
    assert len(embedding) == 40
