"""Runs that are stopped: by Ctrl-C, by a kill, by numbers that run away; and taken up again."""

from __future__ import annotations

import multiprocessing
import os
import signal

import numpy as np
import pytest

import diskembed as de
from diskembed.errors import InterruptedRunError, ParameterError, ReadError, RunawayError
from diskembed.storage.checkpoint import read
from diskembed.training import trainer

from .graphs import taxonomy

EPOCHS = 6


def disks(path, **parameters):
    defaults = {"geometry": "euclid", "dim": 4, "epochs": EPOCHS, "progress": False, "start": "graph"}
    defaults |= {"n_again": 2}
    return de.DiskEmbedding(checkpoint=path, checkpoint_seconds=0.0, **{**defaults, **parameters})


@pytest.fixture
def small_pieces(monkeypatch):
    """Several pieces an epoch, as large graphs have."""
    monkeypatch.setattr(trainer, "PIECE", 1000)


class PressCtrlC:
    """In the given epoch, once."""

    def __init__(self, epoch):
        self.epoch = epoch

    def __call__(self, record):
        if record.epoch == self.epoch:
            self.epoch = None
            os.kill(os.getpid(), signal.SIGINT)


def interrupted(path, source, epoch=2, **parameters):
    with pytest.raises(
        InterruptedRunError, match=rf"after {epoch} of {EPOCHS} epochs; saved to .*resume=True"
    ):
        disks(path, callbacks=[PressCtrlC(epoch)], **parameters).fit(source)


@pytest.mark.parametrize("parameters", [{}, {"geometry": "hyperboloid"}, {"n_near": 2, "steps": "gradient"}])
def test_a_run_that_was_interrupted_ends_as_if_it_had_not(tmp_path, parameters):
    dag = taxonomy()
    whole = disks(None, **parameters).fit(dag)
    interrupted(tmp_path / "run", dag, **parameters)
    resumed = disks(tmp_path / "run", **parameters).fit(dag, resume=True)
    np.testing.assert_array_equal(resumed.embedding_.rows, whole.embedding_.rows)
    assert resumed.embedding_.threshold == whole.embedding_.threshold
    for one, other in zip(resumed.history_, whole.history_, strict=True):
        assert (one.epoch, one.loss, one.pairs) == (other.epoch, other.loss, other.pairs)


def test_the_best_epoch_and_patience_survive_an_interruption(tmp_path):
    split = de.Split.draw(taxonomy(400), percent=50, seed=0, valid=0.2, test=0.2)
    whole = disks(None, patience=4).fit(split)
    interrupted(tmp_path / "run", split, epoch=3, patience=4)
    resumed = disks(tmp_path / "run", patience=4).fit(split, resume=True)
    np.testing.assert_array_equal(resumed.embedding_.rows, whole.embedding_.rows)
    assert [epoch.f1 for epoch in resumed.history_] == [epoch.f1 for epoch in whole.history_]


@pytest.mark.usefixtures("small_pieces")
def test_an_epoch_is_taken_up_in_its_middle(tmp_path, monkeypatch):
    dag = taxonomy(400)
    whole = disks(None).fit(dag)
    glances = []
    original = trainer.Trainer._between_pieces

    def pressing(self, state, pieces):
        glances.append((state.epoch, state.piece))
        if glances[-1] == (1, 2):
            os.kill(os.getpid(), signal.SIGINT)
        original(self, state, pieces)

    monkeypatch.setattr(trainer.Trainer, "_between_pieces", pressing)
    with pytest.raises(InterruptedRunError, match=f"after 1 of {EPOCHS}"):
        disks(tmp_path / "run").fit(dag)
    assert glances[-1] == (1, 2)
    resumed = disks(tmp_path / "run").fit(dag, resume=True)
    np.testing.assert_array_equal(resumed.embedding_.rows, whole.embedding_.rows)
    assert glances.count((1, 2)) == 1


def test_a_finished_run_is_resumed_to_its_end(tmp_path):
    dag = taxonomy()
    first = disks(tmp_path / "run").fit(dag)
    again = disks(tmp_path / "run").fit(dag, resume=True)
    np.testing.assert_array_equal(first.embedding_.rows, again.embedding_.rows)


def test_ctrl_c_without_a_checkpoint_says_that_nothing_was_saved():
    with pytest.raises(InterruptedRunError, match="nothing was saved; give a checkpoint"):
        disks(None, callbacks=[PressCtrlC(2)]).fit(taxonomy())


def test_a_checkpoint_of_another_run_is_refused(tmp_path):
    dag = taxonomy()
    interrupted(tmp_path / "run", dag)
    for changes, differing in (
        ({"positive_rate": 0.4}, "plan differ"),
        ({"dim": 5}, "model differ"),
        ({"random_state": 1}, "plan differ"),
        ({"patience": 2, "validation": 0.3}, "data, patience differ"),
    ):
        with pytest.raises(ParameterError, match=f"another run: {differing}"):
            disks(tmp_path / "run", **changes).fit(dag, resume=True)
    with pytest.raises(ParameterError, match="another run: data differ"):
        disks(tmp_path / "run").fit(taxonomy(seed=1), resume=True)


def test_nothing_to_resume_is_an_error(tmp_path):
    with pytest.raises(ParameterError, match="resume=True without a checkpoint"):
        disks(None).fit(taxonomy(), resume=True)
    with pytest.raises(ReadError, match="no such file"):
        disks(tmp_path / "absent").fit(taxonomy(), resume=True)


def test_numbers_that_run_away_stop_the_run_and_keep_the_last_good_state(tmp_path):
    """Gradient steps of a rate far too high, from the third epoch on."""
    dag = taxonomy()
    interrupted(tmp_path / "run", dag, epoch=1)
    whole = (tmp_path / "run").read_bytes()
    bad = {"steps": "gradient", "positive_rate": 1e200, "negative_rate": 1e200}
    with pytest.raises(
        ParameterError, match=r"the numbers of 'n\d+' ran away in epoch 1 of 6; .*lower rates"
    ):
        disks(None, **bad).fit(dag)
    with pytest.raises(ParameterError, match="ran away in epoch 1 of 6"):
        disks(tmp_path / "run", **bad).fit(dag)
    assert (tmp_path / "run").read_bytes() == whole


def test_without_a_file_the_last_good_state_is_the_embedding():
    """A callback makes the rates far too high after the second epoch."""
    dag = taxonomy()
    estimator = disks(None, steps="gradient")

    def faster(record):
        if record.epoch == 2:
            object.__setattr__(plans[0], "positive_rate", 1e200)
            object.__setattr__(plans[0], "negative_rate", 1e200)

    plans = []
    estimator.callbacks = [faster]
    original = estimator.plan
    estimator.plan = lambda **given: plans.insert(0, original(**given)) or plans[0]
    with pytest.raises(RunawayError, match=r"in epoch 3 of 6.*last good state is in embedding_, of epoch 2"):
        estimator.fit(dag)
    assert [epoch.epoch for epoch in estimator.history_] == [1, 2]
    good = disks(None, steps="gradient", polish=0, callbacks=[lambda record: record.epoch == 2]).fit(dag)
    np.testing.assert_array_equal(estimator.embedding_.rows, good.embedding_.rows)


def test_the_message_names_the_file_of_the_last_good_state(tmp_path, monkeypatch):
    def poison(record):
        if record.epoch == 3:
            states[0].rows[7, 0] = np.nan

    states = []
    original = trainer.Trainer.run
    monkeypatch.setattr(
        trainer.Trainer, "run", lambda self, state: states.append(state) or original(self, state)
    )
    with pytest.raises(ParameterError, match=r"'n7' ran away in epoch 4 of 6.*last good state is in .*run"):
        disks(tmp_path / "run", callbacks=[poison]).fit(taxonomy())
    resumed = disks(tmp_path / "run").fit(taxonomy(), resume=True)
    np.testing.assert_array_equal(resumed.embedding_.rows, disks(None).fit(taxonomy()).embedding_.rows)


def long_run(path):
    return disks(path, epochs=1000)


def run_on(path, model):
    """What a user's script would do: go on where the last process ended, and save the model."""
    embedding = long_run(path).fit(taxonomy(), resume=path.exists()).embedding_
    for _ in range(20):
        embedding.save(model)


def epoch_of(path):
    return read(path).state["state"]["epoch"]


def test_a_run_that_is_killed_thirty_times_ends_as_if_it_had_not_been(tmp_path):
    """With SIGKILL, at random moments of training, of keeping its state and of saving the model."""
    processes = multiprocessing.get_context("forkserver")
    processes.set_forkserver_preload(["diskembed.estimators.families"])
    path, model = tmp_path / "run", tmp_path / "m.disk"
    rng = np.random.default_rng(0)
    reached = -1
    for _ in range(30):
        child = processes.Process(target=run_on, args=(path, model))
        child.start()
        child.join(rng.uniform(0.1, 0.5))
        child.kill()
        child.join()
        if path.exists():
            assert epoch_of(path) >= reached  # nothing that was kept is ever lost
            reached = epoch_of(path)
        if model.exists():
            de.load(model)
    run_on(path, model)
    whole = long_run(None).fit(taxonomy()).embedding_
    np.testing.assert_array_equal(de.load(model).rows, whole.rows)
