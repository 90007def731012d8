"""Datasets by name: what is known, what is not, and what each entry says."""

import json
from pathlib import Path

import pytest

from diskembed import datasets
from diskembed.datasets.dataset import BUNDLED_FOLDER
from diskembed.errors import DatasetError, UnknownNameError

NAMES = [
    "schema-org",
    "wordnet-mammals",
    "wordnet-nouns",
    "arxiv-hep-th",
    "debian-bookworm",
    "gene-ontology",
    "hpo",
    "ncbi-taxonomy",
]


def test_all_names_are_listed_and_known():
    assert datasets.names() == NAMES
    assert all(map(datasets.is_known, NAMES))


@pytest.mark.parametrize("call", [datasets.info, datasets.path, datasets.fetch, datasets.load])
def test_an_unknown_name_brings_the_near_ones(call):
    with pytest.raises(UnknownNameError, match="no dataset is named 'wordnet-noun'") as caught:
        call("wordnet-noun")
    assert caught.value.near[0] == "wordnet-nouns"


@pytest.mark.parametrize("name", NAMES)
def test_no_path_is_a_name(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path(name).write_text("a\tb\n")
    assert datasets.is_known(name)
    for file in (f"./{name}", f"{name}.tsv", str(tmp_path / name)):
        assert not datasets.is_known(file)
    assert not set(name) & set("/\\.")


@pytest.mark.parametrize("name", NAMES)
def test_each_says_what_it_is_and_whose(name):
    about = datasets.info(name)
    assert about.name == name
    assert about.title
    assert about.licence
    assert "https://" in about.source
    assert about.bundled == (BUNDLED_FOLDER in about.path().parents)
    if not about.bundled:
        assert about.url.startswith(("https://", "${"))
        assert about.url.endswith(f"/{about.filename}")
    as_dict = json.loads(json.dumps(about.as_dict()))
    assert as_dict["bundled"] == about.bundled
    assert "read" not in as_dict


def test_a_bundled_file_is_where_it_is(tmp_path):
    assert datasets.fetch("schema-org", cache=tmp_path) == BUNDLED_FOLDER / "schema-org.zip"
    assert datasets.path("schema-org", cache=tmp_path).exists()


def test_an_address_may_be_left_to_the_environment(monkeypatch, tmp_path):
    about = datasets.info("debian-bookworm")
    monkeypatch.delenv("DISKEMBED_DEBIAN_MIRROR", raising=False)
    with pytest.raises(
        DatasetError, match=r"DISKEMBED_DEBIAN_MIRROR is not set.*or put that file at"
    ) as caught:
        datasets.fetch("debian-bookworm", cache=tmp_path)
    assert str(about.path(tmp_path)) in str(caught.value)
    monkeypatch.setenv("DISKEMBED_DEBIAN_MIRROR", "https://mirror.example/debian/")
    assert about.resolved_url(about.path()) == (
        "https://mirror.example/debian/dists/bookworm/main/binary-amd64/Packages.gz"
    )
