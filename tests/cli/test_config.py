"""``--config FILE``: options from a TOML file."""

import json

import pytest

import diskembed as de

GRAPH = "parent\tchild\nanimal\tdog\ndog\tpug\nanimal\tcat\n"


@pytest.fixture(autouse=True)
def graph(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "g.tsv").write_text(GRAPH)


@pytest.fixture
def configured(run, tmp_path):
    """Runs a command with a settings file of that text."""

    def call(text, *args):
        (tmp_path / "set.toml").write_text(text)
        return run("--config", "set.toml", *args)

    return call


FIT = """
[fit]
geometry = "sphere"
dim = 4
epochs = 2
output = "m.disk"
strict = true
set = ["n_below=3"]
json = true
"""


def test_every_kind_of_option(configured):
    code, out, _ = configured(FIT, "fit", "g.tsv")
    assert code == 0
    facts = json.loads(out)
    assert (facts["epochs"], facts["plan"]["walked"], facts["plan"]["n_below"]) == (2, 0, 3)
    model = de.load("m.disk").model
    assert (model.dim, model.options["geometry"]) == (4, "sphere")


def test_flags_beat_the_file(configured):
    code, _, _ = configured(FIT, "fit", "g.tsv", "--dim", "3", "--geometry", "euclid", "-o", "n.disk")
    assert code == 0
    model = de.load("n.disk").model
    assert (model.dim, model.options["geometry"]) == (3, "euclid")


def test_a_flag_for_csv_beats_json_in_the_file(configured, run):
    text = "[data.list]\njson = true\n[check]\ncsv = true\n"
    assert configured(text, "data", "list")[1].startswith("[")
    assert configured(text, "data", "list", "--csv")[1].startswith("name,")
    assert configured(text, "check", "g.tsv", "--json")[1].startswith("{")
    code, _, err = run("data", "list", "--json", "--csv")
    assert code == 2
    assert "--json and --csv exclude each other" in err


def test_the_environment_names_a_file_too(run, tmp_path, monkeypatch):
    (tmp_path / "set.toml").write_text("[check]\njson = true\n")
    monkeypatch.setenv("DISKEMBED_CONFIG", "set.toml")
    assert json.loads(run("check", "g.tsv")[1])["nodes"] == 4


def test_options_of_the_program_stand_before_the_tables(configured):
    assert "took " in configured("verbose = true\n", "check", "g.tsv")[2]
    code, _, err = configured("verbose = true\n", "--quiet", "check", "g.tsv")
    assert code == 2
    assert "--quiet and --verbose exclude each other" in err


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[fti]\ndim = 3\n", "no command is called 'fti'; "),
        ("[fti]\ndim = 3\n", "did you mean fit?"),
        ("[fit]\ndmi = 3\n", "no option of fit is called 'dmi'; "),
        ("[fit]\ndmi = 3\n", "did you mean dim?"),
        ("[data.lst]\njson = true\n", "no data. command is called 'lst'"),
        ("dim = 3\n", "no command is called 'dim'"),
        ("fit = 3\n", "fit is a command, but not a table; [fit] on a line"),
        ("[fit]\ngraph = 'g.tsv'\n", "no option of fit is called 'graph'"),
        ("[fit]\nhelp = true\n", "no option of fit is called 'help'"),
        ("config = 'other.toml'\n", "no command is called 'config'"),
        ("[fit]\ndim = '3'\n", "fit.dim = '3'; its type is int"),
        ("[fit]\ndim = true\n", "fit.dim = true; its type is int"),
        ("[fit]\nstrict = 1\n", "fit.strict = 1; its type is bool"),
        ("[fit]\ngeometry = 3\n", "fit.geometry = 3; its type is str"),
        ("[fit]\nset = 'a=3'\n", "fit.set = 'a=3'; an array, since it may be repeated"),
        ("[fit]\nset = [3]\n", "fit.set = 3; its type is str"),
        ("[fit]\non-cycle = 'mend'\n", "fit.on-cycle = 'mend'; 'mend' is not one of"),
        ("[check]\nmemory = nan\n", "NaN is no size"),
        ("[fit\n", "not TOML: "),
        ("[query]\nk = 0\n", "query.k = 0; "),
    ],
)
def test_what_no_command_has_is_refused(configured, text, says):
    code, out, err = configured(text, "check", "g.tsv")
    assert (code, out) == (2, "")
    assert says in err


def test_a_file_that_is_not_there(run):
    code, _, err = run("--config", "none.toml", "check", "g.tsv")
    assert code == 2
    assert err == "error: none.toml: No such file or directory; check the path of --config\n"
