"""``query`` and ``contains``: questions from the command line."""

import json

import pytest
from click.testing import CliRunner

from diskembed.cli import contains, query
from diskembed.errors import ReadError, UnknownNameError
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
