"""Model files: only what can be read again is written, and what others wrote is looked through."""

import numpy as np
import pytest

from diskembed.confidence.fitting import calibration_of
from diskembed.embedding import Embedding, load
from diskembed.errors import ParameterError, ReadError
from diskembed.graph.names import Names
from diskembed.models import registry
from diskembed.models.disks import Disks
from diskembed.storage import checkpoint
from diskembed.storage.container import read_container, write_container
from diskembed.storage.header import Kind
from diskembed.storage.model_file import MODEL


class Passing(Disks):
    """A model that some package brings."""

    @property
    def name(self):
        return "passing"


@pytest.fixture
def passing():
    registry.register("passing", Passing)
    yield Embedding(Names.from_strings("ab"), np.zeros((2, 2)), Passing(2, "euclid"))
    registry.unregister("passing")


def test_a_model_that_is_not_known_any_more(passing, tmp_path):
    passing.save(tmp_path / "m.disk")
    assert isinstance(load(tmp_path / "m.disk").model, Passing)
    registry.unregister("passing")
    with pytest.raises(
        ReadError, match=r"m.disk: it holds a model named 'passing'.*known are disks.*import the"
    ):
        load(tmp_path / "m.disk")
    with pytest.raises(ParameterError, match=r"could not be made again.*register it"):
        passing.save(tmp_path / "again.disk")


def test_a_model_whose_options_do_not_make_it_again(passing, tmp_path, monkeypatch):
    monkeypatch.setattr(Passing, "options", {"geometry": "sphere", "nu": 1.0, "geometry_options": {}})
    monkeypatch.setattr(registry, "make", lambda name, dim, **_: Disks(dim, "euclid"))
    with pytest.raises(ParameterError, match="could not be made again"):
        passing.save(tmp_path / "m.disk")
    assert not list(tmp_path.iterdir())


@pytest.fixture
def saved(tmp_path):
    path = tmp_path / "m.disk"
    names, model = Names.from_strings(["a", "b"]), registry.make("disks", 2, geometry="euclid")
    Embedding(names, np.zeros((2, 2)), model, members_of={0: Names.from_strings(["a", "c"])}).save(path)
    return path


@pytest.mark.parametrize(
    ("arrays", "state"),
    [
        ({"rows": np.zeros((3, 2))}, {}),
        ({"rows": np.full((2, 2), np.nan)}, {}),
        ({"rows": np.zeros((2, 2), np.int64)}, {}),
        ({"names_offsets": np.array([0, 3, 2])}, {}),
        ({"member_nodes": np.array([5, 5])}, {}),
        ({"member_nodes": np.array([1, 1])}, {}),
        ({}, {"threshold": "low"}),
        ({}, {"threshold": [0.0]}),
        ({}, {"provenance": [1]}),
        ({}, {"model": None}),
        ({}, {"model": {"name": "disks", "dim": 2}}),
        ({}, {"model": {"name": "disks", "dim": "2", "options": {}}}),
        ({}, {"model": {"name": "disks", "dim": 2, "options": {"geometry": "torus"}}}),
        ({}, {"model": {"name": "disks", "dim": 2, "options": {"shape": 1}}}),
        ({}, {"model": {"name": ["disks"], "dim": 2, "options": {}}}),
    ],
)
def test_content_that_makes_no_model(saved, arrays, state):
    contents = read_container(saved, MODEL)
    write_container(saved, MODEL, contents.arrays | arrays, contents.state | state)
    with pytest.raises(ReadError, match=r"m\.disk: (what it holds makes no model|it holds a model named)"):
        load(saved)


def test_parts_that_are_missing(saved):
    contents = read_container(saved, MODEL)
    for name in ("rows", "names_blob", "names_offsets", "members_blob"):
        write_container(saved, MODEL, {n: a for n, a in contents.arrays.items() if n != name}, contents.state)
        with pytest.raises(ReadError, match=f"makes no model: '{name}'"):
            load(saved)
    write_container(saved, MODEL, contents.arrays, [])
    with pytest.raises(ReadError, match="makes no model"):
        load(saved)


def test_other_kinds_and_versions(saved):
    contents = read_container(saved, MODEL)
    write_container(saved, Kind("model", MODEL.version + 1), contents.arrays, contents.state)
    with pytest.raises(ReadError, match=r"newer diskembed.*update"):
        load(saved)
    checkpoint.write(saved, contents.arrays, contents.state)
    with pytest.raises(ReadError, match="this is a checkpoint, not a model"):
        load(saved)


def test_calibrations_in_files(saved):
    contents = read_container(saved, MODEL)
    assert "calibration" not in contents.state
    assert load(saved).calibration is None  # as files had it before there were any
    good = calibration_of([0.0, 1.0], [1.0, 2.0], prior=0.2, held_out=True).state()
    write_container(saved, MODEL, contents.arrays, contents.state | {"calibration": good})
    assert load(saved).calibration.prior == 0.2
    for broken, message in (
        (good | {"version": 2}, r"its calibration is of version 2; up to 1; update"),
        (good | {"version": "one"}, "version 'one'"),
        (good | {"evidence": [1.0]}, "disordered"),
        (good | {"prior": 2.0}, "prior=2.0"),
        ({"version": 1}, "makes no model"),
        ([], "makes no model"),
    ):
        write_container(saved, MODEL, contents.arrays, contents.state | {"calibration": broken})
        with pytest.raises(ReadError, match=message):
            load(saved)
