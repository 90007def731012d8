"""``diskembed data``."""

import json

import pytest
from click.testing import CliRunner

from diskembed import datasets
from diskembed.cli import main
from diskembed.cli.data import command


def run(*argv):
    result = CliRunner().invoke(command, argv, catch_exceptions=False)
    assert result.exit_code == 0
    return result.stdout


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("DISKEMBED_CACHE", str(tmp_path))
    monkeypatch.setenv("DISKEMBED_OFFLINE", "1")
    return tmp_path


def test_list_has_a_line_for_each(cache):
    (cache / "datasets" / "hpo-2024-08-13").mkdir(parents=True)
    datasets.path("hpo").write_bytes(b"x" * 2_500_000)
    header, *lines = run("list").splitlines()
    assert header.split() == ["NAME", "NODES", "EDGES", "SIZE", "HERE", "TITLE"]
    assert [line.split()[0] for line in lines] == datasets.names()
    by_name = {line.split()[0]: line.split()[1:6] for line in lines}
    assert by_name["wordnet-nouns"] == ["82,115", "84,427", "1.5", "MB", "bundled"]
    assert by_name["schema-org"] == ["1,313", "1,368", "10", "kB", "bundled"]
    assert by_name["hpo"] == ["-", "-", "2.5", "MB", "fetched"]
    assert by_name["gene-ontology"][:4] == ["43,558", "70,058", "-", "no"]


def test_list_as_json(cache):
    found = {each["name"]: each for each in json.loads(run("list", "--json"))}
    assert list(found) == datasets.names()
    assert found["wordnet-nouns"]["here"] is True
    assert found["wordnet-nouns"]["kinds"] == ["hypernym", "instance_hypernym"]
    assert found["hpo"]["here"] is False
    assert found["hpo"]["path"] == str(cache / "datasets" / "hpo-2024-08-13" / "hp.obo")


def test_info_tells_licence_and_address():
    bundled = dict(line.split("  ", 1) for line in run("info", "wordnet-nouns").splitlines())
    assert bundled["licence"].strip().startswith("WordNet 3.0 license")
    assert "address" not in bundled
    fetched = dict(line.split("  ", 1) for line in run("info", "gene-ontology").splitlines())
    assert fetched["address"].strip() == datasets.info("gene-ontology").url
    assert fetched["checksum"].strip() == "of the first download, recorded beside it"
    assert json.loads(run("info", "hpo", "--json"))["version"] == "2024-08-13"


def test_path_and_fetch_print_the_file(cache):
    assert run("path", "hpo") == f"{datasets.path('hpo')}\n"
    assert run("fetch", "schema-org") == f"{datasets.path('schema-org')}\n"
    assert list(cache.iterdir()) == []


@pytest.mark.parametrize("argv", [["--help"], *([sub, "--help"] for sub in command.commands)])
def test_each_help_ends_in_an_example_that_is_a_command(argv):
    _, _, example = run(*argv).partition("\n  Example:\n")
    assert all(line.startswith("    diskembed ") for line in example.splitlines())
    assert example


@pytest.mark.parametrize(
    ("argv", "code", "message"),
    [
        (["info", "wordnet-noun"], 2, "error: no dataset is named 'wordnet-noun'; did you mean"),
        (["fetch", "hpo"], 3, "error: hpo is not here, and the network is not to be used; get https://"),
    ],
)
def test_errors_are_one_line_and_an_exit_code(monkeypatch, capsys, argv, code, message):
    monkeypatch.setattr("sys.argv", ["diskembed", "data", *argv])
    with pytest.raises(SystemExit) as stop:
        main()
    assert stop.value.code == code
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(message)
    assert err.count("\n") == 1
