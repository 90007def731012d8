"""The graphs that come with the package, against what is known of their sources."""

import numpy as np
import pytest

from diskembed import datasets
from diskembed.datasets.dataset import BUNDLED_FOLDER
from diskembed.errors import ParameterError

BUNDLED = ["schema-org", "wordnet-mammals", "wordnet-nouns"]


@pytest.fixture(scope="module")
def nouns():
    return datasets.load("wordnet-nouns")


@pytest.fixture(scope="module")
def mammals():
    return datasets.load("wordnet-mammals")


@pytest.mark.parametrize(
    ("name", "nodes", "edges", "roots", "leaves", "isolated", "depth"),
    [
        ("wordnet-nouns", 82115, 84427, 1, 64958, 0, 19),
        ("wordnet-mammals", 1182, 1182, 1, 889, 0, 9),
        ("schema-org", 1313, 1368, 3, 1071, 7, 5),
    ],
)
def test_the_graphs_have_their_known_shape(name, nodes, edges, roots, leaves, isolated, depth):
    dag = datasets.load(name)
    assert (dag.n_nodes, dag.n_edges) == (nodes, edges)
    assert (len(dag.roots()), len(dag.leaves()), len(dag.isolated())) == (roots, leaves, isolated)
    assert dag.depth.max() == depth
    assert len(dag.order) == nodes  # no cycle holds a node back
    assert len(set(dag.names)) == nodes
    about = datasets.info(name)
    assert (about.nodes, about.edges, about.bundled) == (nodes, edges, True)


def parents(dag, name):
    return sorted(dag.names[int(i)] for i in dag.parents[dag.number(name)])


def test_wordnet_has_its_names_and_links_in_its_order(nouns):
    assert list(nouns.names[:3]) == ["entity.n.01", "physical_entity.n.01", "abstraction.n.06"]
    assert nouns.names[-1] == "9/11.n.01"
    assert parents(nouns, "dog.n.01") == ["canine.n.02", "domestic_animal.n.01"]
    assert parents(nouns, "einstein.n.01") == ["physicist.n.01"]


def test_wordnet_keeps_two_kinds_of_links_apart(nouns):
    kinds = datasets.edge_kinds("wordnet-nouns")
    assert dict(zip(*np.unique(kinds, return_counts=True), strict=True)) == {
        "hypernym": 75850,
        "instance_hypernym": 8577,
    }
    _, descendants = nouns.edges()
    assert set(kinds[descendants == nouns.number("einstein.n.01")]) == {"instance_hypernym"}
    assert set(kinds[descendants == nouns.number("dog.n.01")]) == {"hypernym"}


def test_glosses_explain_the_nodes(nouns):
    glosses = datasets.glosses("wordnet-nouns")
    assert len(glosses) == nouns.n_nodes
    assert glosses[nouns.number("congener.n.03")] == "a whole (a thing or person) of the same kind or…"
    assert glosses[nouns.number("physical_entity.n.01")] == "an entity that has physical existence"
    assert glosses[nouns.number("dog.n.01")].startswith("a member of the genus Canis (probably")
    assert glosses[1:2] == ["an entity that has physical existence"]
    assert max(len(gloss.split()) for gloss in glosses) == 11
    assert all(glosses)


def test_the_mammals_are_the_nouns_from_mammal_downwards(nouns, mammals):
    below = nouns.below("mammal.n.01")
    assert list(mammals.names) == list(below.names)
    assert [side.tolist() for side in mammals.edges()] == [side.tolist() for side in below.edges()]
    assert [mammals.names[int(i)] for i in mammals.roots()] == ["mammal.n.01"]


def test_the_mammals_have_their_own_kinds_and_glosses(nouns, mammals):
    of_nouns, of_mammals = datasets.glosses("wordnet-nouns"), datasets.glosses("wordnet-mammals")
    assert len(of_mammals) == mammals.n_nodes
    assert list(of_mammals) == [of_nouns[nouns.number(name)] for name in mammals.names]
    kinds = datasets.edge_kinds("wordnet-mammals")
    ancestors, descendants = (side[kinds == "instance_hypernym"] for side in mammals.edges())
    assert len(kinds) == mammals.n_edges
    assert {mammals.names[int(i)] for i in ancestors} == {
        "thoroughbred.n.02",
        "australopithecus_afarensis.n.01",
    }
    assert "lucy.n.01" in {mammals.names[int(i)] for i in descendants}
    assert len(descendants) == 12


def test_schema_org_names_its_types_by_their_addresses():
    dag = datasets.load("schema-org")
    assert parents(dag, "https://schema.org/Dentist") == [
        "https://schema.org/LocalBusiness",
        "https://schema.org/MedicalBusiness",
        "https://schema.org/MedicalOrganization",
    ]
    assert set(datasets.edge_kinds("schema-org")) == {"subClassOf"}


def test_what_a_dataset_does_not_have_is_said(tmp_path):
    with pytest.raises(
        ParameterError, match="schema-org has no glosses; these have: wordnet-mammals, wordnet-"
    ):
        datasets.glosses("schema-org")
    with pytest.raises(ParameterError, match="gene-ontology has no kinds of edges; these have: schema-org"):
        datasets.edge_kinds("gene-ontology")


def test_a_choice_about_cycles_is_checked_where_there_are_none():
    assert datasets.load("schema-org", on_cycle="collapse").n_edges == 1368
    with pytest.raises(ParameterError, match="on_cycle='bend'"):
        datasets.load("schema-org", on_cycle="bend")


def test_the_licences_come_along_and_all_is_small():
    text = (BUNDLED_FOLDER / "LICENSES.txt").read_text("utf-8")
    assert "WordNet 3.0 Copyright 2006 by Princeton University.  All rights reserved." in text
    assert "Princeton University and LICENSEE agrees to preserve same." in text
    assert "https://creativecommons.org/licenses/by-sa/3.0/" in text
    files = sorted(BUNDLED_FOLDER.iterdir())
    assert [file.name for file in files] == [
        "LICENSES.txt",
        "SHA256SUMS",
        "schema-org.zip",
        "wordnet-nouns.zip",
    ]
    assert sum(file.stat().st_size for file in files) < 1_600_000
