"""``common-ancestors`` and ``path``: questions about several nodes."""

import json

import pytest
from click.testing import CliRunner

from diskembed.cli import common_ancestors, path
from diskembed.errors import UnknownNameError
from embeddings import nested


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    file = tmp_path_factory.mktemp("model") / "m.disk"
    nested().save(file)
    return str(file)


def run(module, *args):
    return CliRunner().invoke(module.command, args, catch_exceptions=False)


def test_common_ancestors(model):
    result = run(common_ancestors, model, "pug")
    assert (result.exit_code, result.stdout) == (0, "animal  -2\ndog     -1\n")
    assert result.stderr == "most specific: dog\n"
    assert run(common_ancestors, model, "pug", "dog", "-k", "1").stdout == "animal  -1\n"
    answer = json.loads(run(common_ancestors, model, "pug", "dog", "--json").stdout)
    assert answer == {
        "nodes": ["pug", "dog"],
        "most_specific": "animal",
        "common_ancestors": [{"name": "animal", "protrusion": -1.0}],
    }
    none = run(common_ancestors, model, "pug", "rock")
    assert (none.exit_code, none.stdout) == (0, "")
    assert none.stderr == f"pug, rock have no common ancestor in {model}\n"
    assert run(common_ancestors, model).exit_code == 2


def test_path(model):
    assert run(path, model, "beast", "pug").stdout == "animal\ndog\npug\n"
    assert json.loads(run(path, model, "dog", "pug", "--json").stdout)["path"] == ["dog", "pug"]
    none = run(path, model, "pug", "dog")
    assert (none.exit_code, none.stdout, none.stderr) == (0, "", f"pug does not contain dog in {model}\n")
    with pytest.raises(UnknownNameError, match="did you mean 'dog'"):
        run(path, model, "dgo", "pug")
