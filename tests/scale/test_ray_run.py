"""Training on Ray, in local mode: two workers that start and stop by themselves."""

from __future__ import annotations

import os
import threading

import numpy as np
import pytest

import diskembed as de
from diskembed.errors import ClusterError
from diskembed.scale import workers
from diskembed.scale.cluster import connected
from diskembed.scale.ray_run import RayRun

from .test_partitioned import disks, f1, taxonomy

ray = pytest.importorskip("ray", reason="the extra ray is not installed")
pytestmark = pytest.mark.filterwarnings(
    "ignore::ResourceWarning", "ignore::FutureWarning", "ignore::DeprecationWarning"
)


@pytest.fixture(scope="module")
def cluster():
    """One for all tests: starting one takes longer than they do."""
    with connected("local"):
        yield "local"


def test_it_is_as_good_as_training_in_one(cluster):
    dag = taxonomy()
    whole = disks().fit(dag).embedding_
    fitted = disks().fit(dag, cluster=cluster)
    assert f1(fitted.embedding_, dag) > f1(whole, dag) - 0.03
    plan = fitted.plan()
    assert fitted.history_[0].pairs == (1 + plan.walked) * dag.n_edges * (1 + plan.n_negatives)
    assert fitted.embedding_.names == dag.names


def test_a_killed_worker_costs_a_bucket_and_no_quality(cluster, monkeypatch):
    dag = taxonomy()
    usual = f1(disks().fit(dag, cluster=cluster).embedding_, dag)
    killed: list[int] = []
    done: list[tuple[int, int]] = []
    sent, noted = RayRun._send, RayRun._done

    def send(self, bucket, drawn):
        if self.standings.epoch == 3 and not killed:
            pids = self.ray.get([self._task(worker_id)() for _ in range(4)])
            refs = sent(self, bucket, drawn)
            killed.append(pids[0])
            threading.Thread(target=end, args=(pids[0],)).start()
            return refs
        return sent(self, bucket, drawn)

    def note(self, bucket, tally):
        done.append((self.standings.epoch, bucket))
        noted(self, bucket, tally)

    monkeypatch.setattr(RayRun, "_send", send)
    monkeypatch.setattr(RayRun, "_done", note)
    embedding = disks().fit(dag, cluster=cluster).embedding_
    assert killed
    assert len(done) == len(set(done)) == 40 * 6
    assert f1(embedding, dag) > usual - 0.03


def worker_id() -> int:
    return os.getpid()


def end(pid: int) -> None:
    """End a worker of the cluster that this test started."""
    os.kill(pid, 9)


def test_the_actor_of_the_hot_rows_may_be_lost(cluster, monkeypatch):
    dag = taxonomy()
    usual, lost = RayRun._received, []

    def received(self, *refs):
        if self.standings.epoch == 2 and not lost:
            lost.append(True)
            self.ray.kill(self._hot)
        return usual(self, *refs)

    monkeypatch.setattr(RayRun, "_received", received)
    assert f1(disks().fit(dag, cluster=cluster).embedding_, dag) > 0.9
    assert lost


def test_a_run_goes_on_from_an_address(cluster, tmp_path):
    dag = taxonomy()
    address = f"file://{tmp_path}/run"
    parameters = {"checkpoint": address, "checkpoint_seconds": 0.0}
    disks(callbacks=[lambda epoch: epoch.epoch == 7], **parameters).fit(dag, cluster=cluster)
    names = {path.name for path in (tmp_path / "run").iterdir()}
    assert {name.split(".")[0] for name in names} == {"run", *(f"block-{block}" for block in range(5))}
    fitted = disks(**parameters).fit(dag, cluster=cluster, resume=True)
    assert len(fitted.history_) == 7  # it had come to its end: a callback said so


def test_errors_of_workers_are_told(cluster):
    with pytest.raises(de.errors.ParameterError, match="ran away"):
        disks(steps="gradient", energy="squared", positive_rate=1e30).fit(taxonomy(), cluster=cluster)


def test_hot_rows_take_each_change_once():
    hot = workers.HotRows(np.zeros((2, 2)))
    for epoch, bucket in ((0, 1), (0, 1), (0, 2), (1, 1)):
        hot.add(epoch, bucket, np.ones((2, 2)))
    assert hot.count() == 3
    np.testing.assert_array_equal(hot.rows(), np.full((2, 2), 3.0))
    mean = workers.HotRows(np.zeros((2, 2)), side_by_side=2)
    for bucket, change in enumerate((1.0, 2.0)):
        mean.add(0, bucket, np.full((2, 2), change))
    np.testing.assert_array_equal(mean.rows(), np.full((2, 2), 1.5))


def test_a_cluster_that_is_not_there_is_refused(monkeypatch):
    monkeypatch.setattr(ray, "is_initialized", lambda: False)

    def no(**options):
        raise ConnectionError("nobody answers")

    monkeypatch.setattr(ray, "init", no)
    with pytest.raises(ClusterError, match=r"no connection to cluster='ray://nowhere:1'.*ray start --head"):
        disks().fit(taxonomy(), cluster="ray://nowhere:1")


def test_local_mode_keeps_to_the_loopback(cluster):
    assert {node["NodeManagerAddress"] for node in ray.nodes()} == {"127.0.0.1"}
