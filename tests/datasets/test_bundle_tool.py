"""``tools/bundle.py``: from the makers' files to bundles."""

import runpy
import sys
from pathlib import Path

import pytest

from diskembed.datasets.bundle import Bundle

TOOL = Path(__file__).parents[2] / "tools" / "bundle.py"
ELEVEN = "one two three four five six seven eight nine ten eleven"
DATA = f"""  1 This software and database is being provided to you, the LICENSEE
00000010 03 n 01 entity 0 000 | that which is; "examples are left out"
00000020 03 n 02 Dog 0 domestic_dog 0 002 @ 00000010 n 0000 ~ 00000030 n 0000 | {ELEVEN}; twelve
00000030 18 n 01 Laika 0 003 @i 00000020 n 0000 @ 00000010 n 0000 + 00000099 v 0101 | {ELEVEN}
"""
INDEX = """  1 This software and database is being provided to you, the LICENSEE
dog n 2 1 @ 2 1 00000070 00000020
entity n 1 1 ~ 1 1 00000010
laika n 1 1 @ 1 0 00000030
"""
TYPES = """"id","label","comment","subTypeOf"
"https://schema.org/Class","Class","","https://schema.org/http://www.w3.org/2000/01/rdf-schema#Class"
"https://schema.org/A","A","two
lines","https://schema.org/Class, https://schema.org/B"
"https://schema.org/B","B","",""
"""


@pytest.fixture
def out(tmp_path, monkeypatch):
    (tmp_path / "data.noun").write_text(DATA)
    (tmp_path / "index.noun").write_text(INDEX)
    (tmp_path / "types.csv").write_text(TYPES)
    argv = ["--wordnet", tmp_path, "--schema-org", tmp_path / "types.csv", tmp_path]
    monkeypatch.setattr(sys, "argv", [str(TOOL), *map(str, argv)])
    runpy.run_path(str(TOOL), run_name="__main__")
    return tmp_path


def test_wordnet_becomes_names_links_and_short_glosses(out):
    bundle = Bundle.open(out / "wordnet-nouns.zip")
    dag = bundle.dag()
    assert list(dag.names) == ["entity.n.01", "dog.n.02", "laika.n.01"]
    assert [side.tolist() for side in dag.edges()] == [[0, 0, 1], [1, 2, 2]]
    assert bundle.edge_kinds().tolist() == ["hypernym", "hypernym", "instance_hypernym"]
    assert bundle.glosses() == ["that which is", f"{ELEVEN}…", ELEVEN]


def test_schema_org_keeps_the_types_that_are_its_own(out):
    dag = Bundle.open(out / "schema-org.zip").dag()
    assert [name.rpartition("/")[2] for name in dag.names] == ["Class", "A", "B"]
    assert [side.tolist() for side in dag.edges()] == [[0, 2], [1, 1]]
