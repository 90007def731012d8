"""``diskembed check``."""

import gzip
import io
import json

import pytest
from click.testing import CliRunner

from diskembed.cli import main
from diskembed.cli.check import command

PETS = "child\tparent\ndog\tanimal\ncat\tanimal\npug\tdog\npug\tanimal\ndog\tpet\nrock\t\n"
CYCLES = "child\tparent\na\tb\nb\tc\nc\ta\nx\tx\nd\ta\nd\ta\n"


def run(*argv, code=0, **options):
    result = CliRunner().invoke(command, argv, catch_exceptions=False, **options)
    assert result.exit_code == code, result.output
    return result.stdout if code == 0 else result.stderr


def table(out):
    return {label: value.strip() for label, value in (line.split("  ", 1) for line in out.splitlines())}


@pytest.fixture
def failure(monkeypatch, capsys):
    """The exit code and the one line that the whole program leaves on standard error."""

    def fails(*argv):
        monkeypatch.setattr("sys.argv", ["diskembed", "check", *map(str, argv)])
        with pytest.raises(SystemExit) as stop:
            main()
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith("error: ")
        assert err.count("\n") == 1
        return stop.value.code, err

    return fails


@pytest.mark.paper("tab:dataset-stat")
def test_the_nouns_have_the_published_figures():
    rows = table(run("wordnet-nouns"))
    assert rows["graph"] == "wordnet-nouns"
    assert (rows["nodes"], rows["edges"], rows["basic edges"]) == ("82,115", "84,427", "84,366")
    assert rows["closure"] == "743,241"
    assert rows["leaf ancestors"] == "9.21 mean"
    assert rows["root descendants"] == "82,114.00 mean"


def test_the_nouns_without_their_root_have_the_published_figures():
    rows = table(run("wordnet-nouns", "--drop-roots"))
    assert (rows["nodes"], rows["basic edges"], rows["closure"]) == ("82,114", "84,363", "661,127")


@pytest.mark.parametrize(
    ("name", "figures"),
    [("wordnet-mammals", (1182, 1182, 1182, 6542)), ("schema-org", (1313, 1368, 1362, 4998))],
)
def test_the_other_bundled_graphs(name, figures):
    report = json.loads(run(name, "--json"))
    assert tuple(report[key] for key in ("nodes", "edges", "basic_edges", "closure")) == figures


def test_every_row_of_a_small_table(tmp_path):
    path = tmp_path / "pets.tsv"
    path.write_text(PETS)
    rows = table(run(str(path)))
    assert rows.pop("training").startswith("at most 0.34 GB of memory")
    assert rows == {
        "graph": str(path),
        "nodes": "6",
        "edges": "5",
        "basic edges": "4",
        "closure": "6",
        "roots": "3",
        "leaves": "3",
        "isolated nodes": "1",
        "depth": "2",
        "parents": "1.67 mean below the roots, 2 at most",
        "nodes with several parents": "33.3%",
        "children": "3 at most",
        "ancestors": "1.00 mean, 0.5 median, 3 at most",
        "leaf ancestors": "1.33 mean",
        "descendants": "0.5 median, 3 at most",
        "root descendants": "1.67 mean",
        "density": "0.4",
        "components": "2, the largest of 5 nodes",
    }


def test_json_has_the_same_figures_by_name(tmp_path):
    path = tmp_path / "pets.tsv"
    path.write_text(PETS + "cat\tanimal\n")
    report = json.loads(run(str(path), "--json"))
    assert report.pop("cleaning") == {
        "duplicates": 1,
        "self_loops": 0,
        "dropped": [],
        "collapsed_cycles": 0,
        "collapsed_nodes": 0,
    }
    training = report.pop("training")
    assert training["rows"] == 6 * 11 * 8
    assert training["peak"] > sum(training[part] for part in ("names", "graph", "known", "rows"))
    assert report.pop("mean_parents_nonroot") == pytest.approx(5 / 3)
    assert report.pop("multi_parent_frac") == pytest.approx(1 / 3)
    assert report.pop("anc_mean_of_leaves") == pytest.approx(4 / 3)
    assert report.pop("desc_mean_of_roots") == pytest.approx(5 / 3)
    assert report == {
        "graph": str(path),
        "nodes": 6,
        "edges": 5,
        "basic_edges": 4,
        "closure": 6,
        "roots": 3,
        "leaves": 3,
        "isolated": 1,
        "depth": 2,
        "max_parents": 2,
        "max_children": 3,
        "anc_mean": 1.0,
        "anc_max": 3,
        "desc_max": 3,
        "desc_median": 0.5,
        "anc_median": 0.5,
        "density": 0.4,
        "components": 2,
        "largest_component": 5,
    }


def test_roots_are_dropped_and_edges_turned(tmp_path):
    path = tmp_path / "pets.tsv"
    path.write_text(PETS)
    dropped = json.loads(run(str(path), "--drop-roots", "--json"))
    assert (dropped["nodes"], dropped["edges"], dropped["isolated"]) == (4, 1, 2)  # a node alone is no root
    turned = json.loads(run(str(path), "--reverse", "--json"))
    assert (turned["max_parents"], turned["max_children"], turned["closure"]) == (3, 2, 6)


@pytest.mark.parametrize(
    ("format_", "content", "options"),
    [
        ("tsv", b"child\tparent\npug\tdog\n", []),
        ("csv", b"dog,pug\n", ["--order", "parent,child"]),
        ("tsv", gzip.compress(b"child\tparent\npug\tdog\n", mtime=0), []),
        ("obo", b"[Term]\nid: pug\nrelationship: kind_of dog\n", ["--relation", "kind_of"]),
        ("git", b"c0ffee1 bada551\nbada551 \n", []),
    ],
)
def test_standard_input(format_, content, options):
    report = json.loads(run("-", "--format", format_, *options, "--json", input=content))
    assert (report["graph"], report["nodes"], report["edges"]) == ("-", 2, 1)


def test_standard_input_has_to_be_told_its_format(failure):
    code, message = failure("-")
    assert code == 2
    assert "--format tsv" in message


@pytest.mark.parametrize(("memory", "closure"), [("4", 6), ("0.000001", 6)])
def test_little_memory_gives_the_same_figures(tmp_path, memory, closure):
    path = tmp_path / "pets.tsv"
    path.write_text(PETS)
    assert json.loads(run(str(path), "--json", "--memory", memory))["closure"] == closure


def test_cycles_are_refused_with_their_names_and_line(tmp_path, failure):
    path = tmp_path / "cycle.tsv"
    path.write_text(CYCLES.replace("x\tx\n", ""))
    for options in ([], ["--on-cycle", "error"]):
        code, message = failure(path, *options)
        assert code == 2
        assert message.startswith(f"error: {path}, line 4: cycle of 3 nodes: 'a' -> 'c' -> 'b' -> 'a'; ")
        assert "--on-cycle" in message


def test_cycles_are_collapsed(tmp_path):
    path = tmp_path / "cycle.tsv"
    path.write_text(CYCLES)
    rows = table(run(str(path), "--on-cycle", "collapse"))
    assert (rows["nodes"], rows["edges"], rows["closure"]) == ("3", "1", "1")
    assert rows["cycles collapsed"] == "1 (3 nodes)"
    assert rows["self-loops removed"] == "1"
    assert rows["duplicate edges merged"] == "1"
    assert "edges dropped" not in rows


def test_dropped_edges_are_listed(tmp_path):
    path = tmp_path / "cycle.tsv"
    path.write_text(CYCLES)
    rows = table(run(str(path), "--on-cycle", "drop"))
    assert (rows["nodes"], rows["edges"]) == ("5", "3")
    assert rows["edges dropped"] == "2: 'x' -> 'x', 'b' -> 'a'"
    report = json.loads(run(str(path), "--on-cycle", "drop", "--json"))
    assert report["cleaning"]["dropped"] == [["x", "x"], ["b", "a"]]


def test_of_many_dropped_edges_the_table_shows_some_and_json_all(tmp_path):
    path = tmp_path / "loops.tsv"
    path.write_text("child\tparent\n" + "".join(f"{i}\t{i}\n" for i in range(1234)))
    shown = table(run(str(path), "--on-cycle", "drop"))["edges dropped"]
    assert shown.startswith("1,234: '0' -> '0', ")
    assert shown.endswith("'19' -> '19' and 1,214 more (--json lists all)")
    cleaning = json.loads(run(str(path), "--on-cycle", "drop", "--json"))["cleaning"]
    assert len(cleaning["dropped"]) == 1234


HEADER = b"child\tparent\n"
BROKEN = {
    "too many columns": ("g.tsv", HEADER + b"a\tb\nc\td\te\n", ", line 3: 3 columns; expected 2 columns"),
    "too few columns": ("g.csv", b"child,parent\na,b\nc\n", ", line 3: one column; expected 2 columns"),
    "a name with a tab": ("g.tsv", HEADER + b"a\tb\nhot\tdog\tfood\n", ", line 3: 3 columns; "),
    "empty": ("g.tsv", b"", ": the file is empty; "),
    "blank lines": ("g.tsv", b"\n\r\n\n", ": there are only blank lines; "),
    "undecodable": ("g.csv", b"child,parent\na,b\n\xe9t\xe9,b\n", ", line 3: bytes that are not UTF-8; "),
    "binary": ("g.tsv", b"\x7fELF\x02\x01\x01\0\0\0", ": this is no text: byte 7 is zero; expected text"),
    "a spreadsheet": ("g.csv", b"PK\x03\x04rest", ": this is a zip archive or a spreadsheet; expected text"),
    "a header alone": ("g.tsv", HEADER, ": there is a header and no row; expected at least one row"),
    "no header": ("g.tsv", b"a\tb\n", ", line 1: nothing says which column is the parent; "),
    "a long line": (
        "g.tsv",
        HEADER + b"a\tb\n" + b"x" * 10**6 + b"\tb\n",
        ", line 3: a name of more than 65,",
    ),
    "a long line of one column": ("g.tsv", HEADER + b"x" * 10**6 + b"\n", ", line 2: one column; "),
    "a long line without a header": ("g.tsv", b"x" * 10**6, ", line 1: one column, none of them plainly"),
    "a truncated gzip": (
        "g.tsv.gz",
        gzip.compress(HEADER * 99, mtime=0)[:-9],
        ": the gzip data breaks off; ",
    ),
    "a damaged gzip": ("g.tsv.gz", b"\x1f\x8b\x08" + b"\0" * 99, ": the gzip data is damaged ("),
    "no gzip": ("g.tsv.gz", HEADER, ": this is no gzip file; "),
    "an edge to itself": ("g.tsv", HEADER + b"a\tb\nc\tc\n", ", line 3: self-loop at 'c'; "),
    "a child without a name": ("g.tsv", HEADER + b"a\tb\n\tb\n", ", line 3: the child has no name; "),
    "an open quote": ("g.csv", b'child,parent\na,"b\n', ", line 2: a quote that is never closed; "),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_bad_file_is_one_line_with_its_place_and_what_to_do(tmp_path, failure, case):
    name, content, says = BROKEN[case]
    path = tmp_path / name
    path.write_bytes(content)
    code, message = failure(path)
    assert code == 2
    assert message.startswith(f"error: {path}{says}")
    assert message.count("; ") >= 2  # what was found, what is allowed, and what to do
    assert len(message) < 1000


def test_a_directory_and_an_absent_file(tmp_path, failure):
    (tmp_path / "edges.tsv").write_text(PETS)
    assert failure(tmp_path) == (
        2,
        f"error: {tmp_path}: this is a directory; expected a file, or a directory with data.noun; "
        "name the file in it\n",
    )
    assert failure(tmp_path / "edge.tsv") == (
        2,
        f"error: {tmp_path / 'edge.tsv'}: there is no such file; did you mean edges.tsv?\n",
    )


def test_a_misspelt_known_name_is_answered_with_near_ones(tmp_path, monkeypatch, failure):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "wordnet-noun.tsv").write_text(PETS)
    found = "there is no such file, and no graph is known by that name"
    listed = 'known names are shown by "diskembed data list"'
    assert failure("wordnet-noun") == (
        2,
        f"error: wordnet-noun: {found}; did you mean wordnet-nouns or wordnet-noun.tsv? {listed}\n",
    )
    assert failure("qqq") == (2, f"error: qqq: {found}; check the path; {listed}\n")
    assert "no graph is known" not in failure("folder/qqq")[1]


def test_bad_bytes_on_standard_input_are_told_too(failure, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(HEADER + b"a\tb\tc\n")))
    assert failure("-", "--format", "tsv")[1].startswith("error: standard input, line 2: 3 columns; ")


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--order", "child,parent"], "error: --order with wordnet-nouns, which diskembed knows by name; "),
        (["--format", "tsv"], "error: --format with wordnet-nouns, which diskembed knows by name; "),
        (["--relation", "a"], "error: --relation with wordnet-nouns, which diskembed knows by name; "),
    ],
)
def test_a_known_graph_takes_no_option_for_files(failure, options, says):
    code, message = failure("wordnet-nouns", *options)
    assert code == 2
    assert message.startswith(says)


def test_an_option_that_a_format_does_not_have_is_refused(tmp_path, failure):
    path = tmp_path / "pets.tsv"
    path.write_text(PETS)
    assert "has one kind of edges; leave relations out" in failure(path, "--relation", "is_a")[1]
    assert "which contradicts order='parent,child'" in failure(path, "--order", "parent,child")[1]


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        ([], "Missing argument 'GRAPH'"),
        (["g.tsv", "--on-cycle", "mend"], "'mend' is not one of 'error', 'collapse', 'drop'"),
        (["g.tsv", "--order", "up"], "'up' is not one of 'parent,child', 'child,parent'"),
        (["g.tsv", "--memory", "0"], "not in the range"),
        (["g.tsv", "--memory", "1e-30"], "not in the range"),
        (["g.tsv", "--memory", "inf"], "not in the range"),
        (["g.tsv", "--memory", "nan"], "NaN is no size"),
    ],
)
def test_wrong_use_is_told(argv, says):
    assert says in run(*argv, code=2)


def test_help_ends_in_examples_on_lines_of_their_own():
    assert run("--help").endswith("    git log --format='%H %P' | diskembed check - --format git\n")
