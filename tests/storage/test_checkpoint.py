"""Checkpoints: written now and then, and whole even where the process is killed."""

import random
import subprocess
import sys
import time

import numpy as np
import pytest

from diskembed.errors import ParameterError, ReadError
from diskembed.storage.checkpoint import CheckpointWriter, read, write


def test_what_is_written_is_read_and_may_be_changed(tmp_path):
    path = tmp_path / "run.ckpt"
    arrays = {"rows": np.arange(6.0).reshape(2, 3), "random": np.array([2**63 + 1], np.uint64)}
    write(path, arrays, {"epoch": 3, "rates": (0.5, 0.25)})
    checkpoint = read(path)
    assert checkpoint.state == {"epoch": 3, "rates": [0.5, 0.25]}
    assert {name: array.tolist() for name, array in checkpoint.arrays.items()} == {
        name: array.tolist() for name, array in arrays.items()
    }
    checkpoint.arrays["rows"] += 1.0
    assert read(path).arrays["rows"].tolist() == arrays["rows"].tolist()


def test_damage_is_an_error(tmp_path):
    path = tmp_path / "run.ckpt"
    write(path, {"rows": np.arange(50.0)}, {"epoch": 3})
    whole = path.read_bytes()
    for place in np.random.default_rng(0).choice(len(whole), 100, replace=False):
        flipped = bytearray(whole)
        flipped[place] ^= 0x10
        path.write_bytes(flipped)
        with pytest.raises(ReadError):
            read(path)
        path.write_bytes(whole[:place])
        with pytest.raises(ReadError):
            read(path)


def test_a_writer_is_due_now_and_then(tmp_path):
    now = [100.0]
    writer = CheckpointWriter(tmp_path / "run.ckpt", 10, clock=lambda: now[0])
    assert not writer.due()
    now[0] = 110.0
    assert writer.due()
    assert not writer.path.exists()
    writer.write({}, {"epoch": 1})
    assert not writer.due()
    now[0] = 119.0
    assert not writer.due()
    writer.write({}, {"epoch": 2})
    assert read(writer.path).state == {"epoch": 2}
    now[0] = 121.0
    assert not writer.due()
    assert CheckpointWriter(tmp_path / "run.ckpt", 0).due()
    for wrong in (-1, float("nan")):
        with pytest.raises(ParameterError, match="every_seconds"):
            CheckpointWriter(tmp_path / "run.ckpt", wrong)


def test_the_time_that_writing_takes_does_not_count(tmp_path):
    seconds = iter([0.0, 60.0, 64.0])
    writer = CheckpointWriter(tmp_path / "run.ckpt", 5, clock=lambda: next(seconds))
    writer.write({}, {})
    assert not writer.due()


LOOP = """
import sys
import numpy as np
from diskembed.storage.checkpoint import CheckpointWriter
writer = CheckpointWriter(sys.argv[1], 0)
for i in range(1_000_000):
    writer.write({"rows": np.full(500_000, float(i))}, {"i": i})
    print(i, flush=True)
"""


def test_a_process_killed_while_it_writes_leaves_a_whole_file(tmp_path):
    path = tmp_path / "run.ckpt"
    interrupted = 0
    for seed in range(10):
        child = subprocess.Popen([sys.executable, "-c", LOOP, str(path)], stdout=subprocess.PIPE, text=True)
        child.stdout.readline()
        time.sleep(random.Random(seed).uniform(0, 0.1))
        child.kill()
        reported = [0, *map(int, child.stdout.read().split())]
        child.wait()
        child.stdout.close()
        checkpoint = read(path)
        i = checkpoint.state["i"]
        assert i in (reported[-1], reported[-1] + 1)
        assert (checkpoint.arrays["rows"] == i).all()
        interrupted += len(list(tmp_path.iterdir())) > 1
    assert interrupted > 0
    CheckpointWriter(path, 0)
    assert list(tmp_path.iterdir()) == [path]
