"""Datasets that the package's own readers read, from a few lines put in place by hand."""

import gzip

import pytest

from diskembed import datasets
from diskembed.errors import CycleError

OBO = """format-version: 1.2

[Term]
id: HP:1
name: All

[Term]
id: HP:2
is_a: HP:1 ! All
relationship: part_of HP:3

[Term]
id: HP:3
is_obsolete: true
"""
PACKAGES = """Package: app
Depends: lib (>= 1)

Package: lib
Pre-Depends: base | other
Depends: lib-data

Package: lib-data
Depends: lib

Package: base
"""


def edges(dag):
    return sorted((dag.names[int(a)], dag.names[int(d)]) for a, d in zip(*dag.edges(), strict=True))


def put(name, content, cache):
    path = datasets.path(name, cache=cache)
    path.parent.mkdir(parents=True)
    path.write_bytes(content)


@pytest.mark.parametrize("name", ["gene-ontology", "hpo"])
def test_ontologies_are_read_by_is_a(name, tmp_path):
    put(name, OBO.encode(), tmp_path)
    assert edges(datasets.load(name, cache=tmp_path)) == [("HP:1", "HP:2")]


def test_packages_stand_under_what_they_need_and_cycles_are_merged(tmp_path):
    put("debian-bookworm", gzip.compress(PACKAGES.encode()), tmp_path)
    dag = datasets.load("debian-bookworm", cache=tmp_path)
    assert edges(dag) == [("base", "lib"), ("lib", "app")]
    assert dag.members("lib") == ["lib", "lib-data"]
    with pytest.raises(CycleError):
        datasets.load("debian-bookworm", cache=tmp_path, on_cycle="error")
