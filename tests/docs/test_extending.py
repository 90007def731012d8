"""The geometry that docs/extending.md shows is complete: it registers itself and passes every law."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import diskembed as de
import diskembed.geometry
from diskembed.cli import cli
from diskembed.errors import ParameterError
from diskembed.geometry import make, names, registry
from diskembed.geometry.inject import specialise
from diskembed.geometry.scalars import beyond, distance, toward

from ..geometry import laws, lift_laws, scalar_laws
from ..geometry.table import LAWS, applicable, cases, lacking_examples

PAGE = Path(__file__).parents[2] / "docs" / "extending.md"
LAW_FILES = (laws, lift_laws, scalar_laws)


FILE, TRAINING = re.findall(
    r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
)


@pytest.fixture(scope="module", autouse=True)
def elliptic(tmp_path_factory):
    """The page's first block as a file among the geometries', found by being there, and forgotten again."""
    folder = tmp_path_factory.mktemp("geometry")
    (folder / "elliptic.py").write_text(FILE, encoding="utf-8")
    diskembed.geometry.__path__.append(str(folder))
    registry._discover.cache_clear()
    try:
        yield
    finally:
        diskembed.geometry.__path__.remove(str(folder))
        registry.unregister("elliptic")
        sys.modules.pop("diskembed.geometry.elliptic", None)


def test_it_is_registered():
    assert "elliptic" in names()
    assert lacking_examples() == []
    disk = make("elliptic", 2, A=((2.0, 0.0), (0.0, 1.0)))
    assert disk.distance([0.0, 0.0], [3.0, 0.0]) == 6.0
    with pytest.raises(ParameterError, match="singular"):
        make("elliptic", 2, A=((1.0, 1.0), (1.0, 1.0)))
    assert make("elliptic", 2, A=[[2, 0], [0, 1]]) == disk


@pytest.mark.parametrize("name", LAWS)
def test_it_passes_every_law(name):
    ran = [LAWS[name](case.geometry, case.points) for case in cases(["elliptic"]) if name in applicable(case)]
    assert ran or name in {
        "gradient_is_the_way_back",
        "norm_is_that_of_the_inner_product",
        "radii_beyond_the_diameter_nest_always",
        "without_a_lift_asking_for_it_is_an_error",
    }


def pull_together(space, centres, reach, step):
    """A kernel as training has them: what is surely far apart is moved together."""
    moved = 0
    for i in range(centres.shape[0] - 1):
        if not beyond(space, centres[i], centres[i + 1], reach):
            continue
        d = distance(space, centres[i], centres[i + 1])
        toward(space, centres[i], centres[i + 1], d, step, centres[i])
        moved += 1
    return moved


def test_kernels_take_it_as_it_is():
    geometry = make("elliptic", 2, A=((2.0, 1.0), (0.0, 0.5)))
    centres = np.array([[0.0, 0.0], [0.1, 0.0], [5.0, 5.0]])
    before = geometry.distance(centres[:-1], centres[1:])
    kernel = specialise(pull_together, geometry)
    assert kernel(geometry.parameters, centres, 1.0, 0.25) == 1
    np.testing.assert_array_equal(centres[0], 0.0)
    assert geometry.distance(centres[1], centres[2]) == pytest.approx(before[1] - 0.25)


def test_it_trains(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = {}
    exec(compile(TRAINING, str(PAGE), "exec"), names)
    emb, mammals = names["emb"], names["mammals"]
    above, below = ([mammals.names[number] for number in numbers] for numbers in mammals.edges())
    assert (emb.protrusion(above, below) <= emb.threshold).mean() > 0.95
    assert (emb.protrusion(below, above) <= emb.threshold).mean() < 0.05
    loaded = de.load("mammals.disk")
    assert loaded.model == emb.model
    np.testing.assert_array_equal(loaded.rows, emb.rows)


def test_the_command_line_takes_it(tmp_path):
    file = tmp_path / "mammals.disk"
    options = ["-o", str(file), "--geometry", "elliptic", "--dim", "4", "--epochs", "2"]
    assert (
        CliRunner().invoke(cli, ["fit", "wordnet-mammals", *options], catch_exceptions=False).exit_code == 0
    )
    assert de.load(file).model.home == make("elliptic", 3)
