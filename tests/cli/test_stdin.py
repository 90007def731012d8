"""Names and pairs from standard input, and answers as CSV."""

import csv
import io
import json

import pytest

import diskembed as de
from embeddings import nested


@pytest.fixture
def model(tmp_path):
    nested(threshold=-0.5).save(tmp_path / "m.disk")
    return tmp_path / "m.disk"


@pytest.fixture
def fed(run, monkeypatch):
    """Runs a command with text (or bytes) on standard input."""

    def call(text, *args):
        raw = text if isinstance(text, bytes) else text.encode()
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(raw), encoding="utf-8"))
        return run(*args)

    return call


def rows(text):
    return list(csv.DictReader(io.StringIO(text)))


def test_many_nodes_are_queried(fed, model):
    code, out, err = fed("pug\n\nrock\r\ndog\n", "query", model, "-", "--ancestors")
    assert (code, err) == (0, f"rock has no ancestors in {model}\n")
    assert out == "pug  animal  -2\npug  dog     -1\ndog  animal  -1\n"
    answers = json.loads(fed("pug\nrock\n", "query", model, "-", "--ancestors", "--json")[1])
    assert [(each["node"], len(each["ancestors"])) for each in answers] == [("pug", 2), ("rock", 0)]
    assert fed("", "query", model, "-", "--ancestors", "--json")[1] == "[]\n"
    assert fed("dog\ndog\n", "query", model, "-", "--ancestors")[1] == "dog  animal  -1\n" * 2
    assert fed("", "query", model, "-", "--ancestors") == (0, "", "")


def test_queries_as_csv(fed, run, model):
    assert run("query", model, "pug", "--ancestors", "--csv")[1] == (
        "node,name,protrusion\npug,animal,-2.0\npug,dog,-1.0\n"
    )
    assert fed("", "query", model, "-", "--descendants", "--csv")[1] == "node,name,protrusion\n"
    found = rows(fed("pug\ndog\n", "query", model, "-", "--parents", "-k", "1", "--csv")[1])
    assert [row["node"] for row in found] == ["pug", "dog"]


def test_an_unknown_name_among_many_prints_nothing(fed, model):
    code, out, err = fed("pug\ndgo\n", "query", model, "-", "--ancestors")
    assert (code, out) == (2, "")
    assert "did you mean 'dog'" in err


def test_pairs(fed, model):
    pairs = "animal\tdog\ndog\tanimal\n"
    assert fed(pairs, "contains", model, "-")[1] == "yes  animal  dog     -1\nno   dog     animal   3\n"
    found = rows(fed(pairs, "contains", model, "-", "--csv")[1])
    assert [row["contains"] for row in found] == ["true", "false"]
    assert found[0] == {
        "ancestor": "animal",
        "descendant": "dog",
        "contains": "true",
        "protrusion": "-1.0",
        "cutoff": "-0.5",
    }
    answers = json.loads(fed(pairs, "contains", model, "-", "--json")[1])
    assert [each["contains"] for each in answers] == [True, False]
    assert fed("", "contains", model, "-", "--csv")[1] == "ancestor,descendant,contains,protrusion,cutoff\n"


def test_one_name_against_many(fed, model):
    assert [
        row["ancestor"] for row in rows(fed("animal\nrock\n", "contains", model, "-", "dog", "--csv")[1])
    ] == [
        "animal",
        "rock",
    ]
    below = json.loads(fed("pug\nrock\n", "contains", model, "dog", "-", "--json")[1])
    assert [(each["descendant"], each["contains"]) for each in below] == [("pug", True), ("rock", False)]
    assert fed("", "contains", model, "dog", "-", "--json")[1] == "[]\n"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            "animal\tdog\nanimal dog\n",
            "standard input, line 2: 'animal dog' has 1 field; a line is an ancestor",
        ),
        ("a\tb\tc\n", "standard input, line 1: 'a\\tb\\tc' has 3 fields"),
        (b"animal\tdog\nd\xffg\tdog\n", "standard input, line 2: not UTF-8 text; convert it to UTF-8"),
    ],
)
def test_lines_that_are_no_pairs(fed, model, text, says):
    code, out, err = fed(text, "contains", model, "-")
    assert (code, out) == (2, "")
    assert says in err.replace("\\\\", "\\")


def test_what_minus_cannot_mean(fed, model):
    assert "alone for both" in fed("", "contains", model, "-", "-")[2]
    assert "say an ANCESTOR and a DESCENDANT" in fed("", "contains", model, "dog")[2]


def test_common_ancestors_and_path(fed, run, model):
    assert fed("pug\ndog\n", "common-ancestors", model, "-", "--csv")[1] == "name,protrusion\nanimal,-1.0\n"
    assert fed("", "common-ancestors", model, "-")[0] == 2
    assert run("path", model, "animal", "pug", "--csv")[1] == "name\nanimal\ndog\npug\n"
    assert run("path", model, "pug", "dog", "--csv")[1] == "name\n"


def test_many_nodes_are_placed(fed, model, tmp_path):
    target = tmp_path / "more.disk"
    code, out, _ = fed("cat\ntabby\n", "place", model, "-", "--parent", "animal", "-o", target, "--csv")
    assert code == 0
    assert [(row["name"], row["parents"]) for row in rows(out)] == [
        ("cat", '["animal"]'),
        ("tabby", '["animal"]'),
    ]
    assert de.load(target).contains("animal", "tabby")


def test_many_models_are_told(fed, run, model, tmp_path):
    nested().save(tmp_path / "n.disk")
    both = f"{model}\n{tmp_path / 'n.disk'}\n"
    found = rows(fed(both, "info", "-", "--csv")[1])
    assert [row["file"] for row in found] == both.split()
    assert [(row["nodes"], float(row["threshold"] or 0)) for row in found] == [("4", -0.5), ("4", 0.0)]
    assert len(json.loads(fed(both, "info", "-", "--json")[1])) == 2
    assert fed(both, "info", "-")[1].count("\n\nfile") == 1
    assert len(rows(run("info", model, "--csv")[1])) == 1


def test_figures_as_csv(run, tmp_path):
    graph = tmp_path / "g.tsv"
    graph.write_text("parent\tchild\n" + "".join(f"n{(i - 1) // 3}\tn{i}\n" for i in range(1, 200)))
    (row,) = rows(run("check", graph, "--csv")[1])
    assert (row["nodes"], row["edges"], row["dropped"]) == ("200", "199", "0")
    assert [row["name"] for row in rows(run("data", "list", "--csv")[1])] == de.datasets.names()
    assert rows(run("data", "info", "schema-org", "--csv")[1])[0]["nodes"] == "1313"
    model = tmp_path / "m.disk"
    assert run("fit", graph, "-o", model, "--geometry", "euclid", "--dim", "3", "--epochs", "3")[0] == 0
    assert run("split", graph, "-o", tmp_path / "split")[0] == 0
    found = rows(run("eval", model, "--split", tmp_path / "split", "--csv")[1])
    assert found[0]["name"] == "euclid disks, dim 3"
    assert {"all positive", "degree only", "symbolic closure"} <= {row["name"] for row in found}
    whole = ("eval", model, "--graph", graph, "--csv")
    assert {"name", "f1", "precision", "recall", "threshold"} == set(rows(run(*whole)[1])[0])
    assert float(rows(run(*whole, "--ranking")[1])[0]["mean_rank"]) >= 1
    grouped = {row["grouped_by"] for row in rows(run(*whole, "--report")[1])}
    assert grouped == {"depth", "parents", "children", "tree"}
    code, out, err = run(*whole, "--full", "--ranking")
    assert (code, out) == (2, "")
    assert "CSV holds one table" in err
