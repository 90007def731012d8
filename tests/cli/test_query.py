"""``query`` and ``contains``: questions from the command line."""

import json
from dataclasses import replace

import pytest
from click.testing import CliRunner

from diskembed.cli import contains, query
from diskembed.confidence.fitting import calibration_of
from diskembed.errors import ParameterError, ReadError, UnknownNameError
from embeddings import nested


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    path = tmp_path_factory.mktemp("model") / "m.disk"
    nested(threshold=-0.5).save(path)
    return str(path)


def run(module, *args):
    return CliRunner().invoke(module.command, args, catch_exceptions=False)


def test_lists_are_best_first(model):
    result = run(query, model, "animal", "--descendants")
    assert (result.exit_code, result.stdout) == (0, "pug  -2\ndog  -1\n")
    assert run(query, model, "beast", "--descendants", "-k", "1").stdout == "pug  -2\n"
    assert run(query, model, "pug", "--ancestors").stdout == "animal  -2\ndog     -1\n"


def test_lists_as_json(model):
    answer = json.loads(run(query, model, "pug", "--ancestors", "--json").stdout)
    assert answer == {
        "node": "pug",
        "cutoff": -0.5,
        "ancestors": [{"name": "animal", "protrusion": -2.0}, {"name": "dog", "protrusion": -1.0}],
    }
    assert json.loads(run(query, model, "rock", "--descendants", "--json").stdout)["descendants"] == []


def test_nothing_found_is_said_beside_the_data(model):
    result = run(query, model, "rock", "--descendants")
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == f"rock has no descendants in {model}\n"


def test_one_side_has_to_be_chosen(model):
    for sides in ([], ["--ancestors", "--descendants"]):
        result = run(query, model, "dog", *sides)
        assert result.exit_code == 2
        assert "say one of --ancestors and --descendants" in result.stderr
    assert run(query, model, "dog", "--ancestors", "-k", "0").exit_code == 2


def test_yes_and_no(model):
    result = run(contains, model, "animal", "dog")
    assert (result.exit_code, result.stdout) == (0, "yes: protrusion -1 is at most -0.5\n")
    result = run(contains, model, "dog", "animal")
    assert (result.exit_code, result.stdout) == (0, "no: protrusion 3 is above -0.5\n")


def test_yes_and_no_as_json(model):
    answer = json.loads(run(contains, model, "beast", "dog", "--json").stdout)
    assert answer == {
        "ancestor": "beast",
        "descendant": "dog",
        "contains": True,
        "protrusion": -1.0,
        "cutoff": -0.5,
    }


def test_errors_are_for_main_to_print(model, tmp_path):
    with pytest.raises(UnknownNameError, match="did you mean 'dog'"):
        run(query, model, "dgo", "--ancestors")
    with pytest.raises(UnknownNameError, match="did you mean 'dog'"):
        run(contains, model, "animal", "dgo")
    with pytest.raises(ReadError, match="no such file"):
        run(contains, str(tmp_path / "other.disk"), "animal", "dog")


@pytest.fixture
def calibrated(tmp_path):
    """A model whose pairs score -1 or less where they are edges, and above 0 where they are not."""
    found = calibration_of([-2.0, -1.0] * 500, [0.5, 3.0] * 500, prior=0.5, held_out=True)
    path = tmp_path / "sure.disk"
    replace(nested(threshold=5.0), calibration=found).save(path)
    return str(path)


def test_a_probability_stands_beside_each_answer(calibrated):
    answer = json.loads(run(query, calibrated, "pug", "--ancestors", "--json").stdout)["ancestors"]
    assert [row["name"] for row in answer] == ["animal", "dog"]
    assert all(0.99 < row["probability"] < 1 for row in answer)
    line = run(query, calibrated, "pug", "--ancestors").stdout.splitlines()[0].split()
    assert line[:2] == ["animal", "-2"]
    assert float(line[2]) > 0.99
    assert "; probability 0.9" in run(contains, calibrated, "animal", "dog").stdout
    assert json.loads(run(contains, calibrated, "pug", "dog", "--json").stdout)["probability"] < 0.01


def test_a_threshold_is_a_precision(calibrated, model):
    assert "yes" in run(contains, calibrated, "dog", "animal").stdout  # the model's own cutoff is loose
    assert "no: " in run(contains, calibrated, "dog", "animal", "--threshold", "0.95").stdout
    everything = run(query, calibrated, "dog", "--ancestors", "--json").stdout
    assert len(json.loads(everything)["ancestors"]) > 1
    strict = run(query, calibrated, "dog", "--ancestors", "--threshold", "0.95", "--json").stdout
    assert [row["name"] for row in json.loads(strict)["ancestors"]] == ["animal"]
    for share in ("0", "1", "95"):
        assert run(query, calibrated, "dog", "--ancestors", "--threshold", share).exit_code == 2
    with pytest.raises(ParameterError, match="no score gives"):
        run(query, calibrated, "dog", "--ancestors", "--threshold", "0.999999")
    with pytest.raises(ParameterError, match="the model has none"):
        run(query, model, "dog", "--ancestors", "--threshold", "0.9")
