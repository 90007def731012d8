"""``info``: what a model file tells about itself."""

import json

import pytest
from click.testing import CliRunner

from diskembed.cli.info import command
from diskembed.errors import ReadError
from embeddings import nested

PROVENANCE = {
    "nodes": 99,
    "seed": 3,
    "f1": 0.98765432,
    "transitive": True,
    "best": None,
    "history": list(range(100)),
    "graph": {"edges": 2},
}


@pytest.fixture
def model(tmp_path):
    nested(threshold=-0.5, provenance=PROVENANCE).save(tmp_path / "m.disk")
    return tmp_path / "m.disk"


def test_facts_as_rows(model):
    result = CliRunner().invoke(command, [str(model)], catch_exceptions=False)
    rows = dict(
        line.split(maxsplit=1) for line in result.stdout.replace("merged nodes", "merged").splitlines()
    )
    assert rows["file"] == str(model)
    assert rows["bytes"] == f"{model.stat().st_size:,}"
    expected = {
        "nodes": "4",
        "merged": "1",
        "model": "disks",
        "dim": "2",
        "geometry": "euclid",
        "threshold": "-0.5",
    }
    expected |= {"precision": "float64", "seed": "3", "f1": "0.987654", "transitive": "yes", "best": "-"}
    expected |= {"history": "100 entries (--json shows them)", "graph": '{"edges": 2}'}
    assert expected.items() <= rows.items()


def test_facts_as_json(model):
    result = CliRunner().invoke(command, [str(model), "--json"], catch_exceptions=False)
    facts = json.loads(result.stdout)
    assert facts["provenance"] == PROVENANCE
    assert facts["options"] == {"geometry": "euclid", "nu": 1.0, "geometry_options": {}}
    assert (facts["nodes"], facts["dim"], facts["threshold"]) == (4, 2, -0.5)


def test_other_files_are_refused(tmp_path):
    (tmp_path / "m.disk").write_text("child\tparent\n" * 9)
    with pytest.raises(ReadError, match="not a file that diskembed wrote; give a model file"):
        CliRunner().invoke(command, [str(tmp_path / "m.disk")], catch_exceptions=False)
