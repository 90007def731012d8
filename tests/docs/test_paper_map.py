"""The map from the paper to the code is complete, and the committed page is what its tool writes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from docs.tools import ROOT, load_tool

TOOL = load_tool("paper_map")
LABELS, FUNCTIONS, TESTS = TOOL.labels(), TOOL.functions(), TOOL.tests()


def test_the_page_is_up_to_date():
    assert TOOL.PAGE.read_text(encoding="utf-8") == TOOL.page(), "run: python tools/paper_map.py"


@pytest.mark.parametrize("label", LABELS)
def test_the_entry_is_complete(label):
    entry = LABELS[label]
    assert entry["kind"] in {"formula", "step", "context"}
    assert ("about" if entry["kind"] == "context" else "latex") in entry
    assert "|" not in entry.get("latex", "")  # it would end the table's cell


@pytest.mark.parametrize("label", [label for label, entry in LABELS.items() if entry["kind"] == "formula"])
def test_a_formula_has_a_function(label):
    assert FUNCTIONS[label]


@pytest.mark.parametrize("label", [label for label, entry in LABELS.items() if entry["kind"] != "context"])
def test_a_formula_or_step_has_a_test(label):
    assert TESTS[label]


def test_every_label_that_the_code_names_is_on_the_map():
    packages = tuple(path.name for path in (ROOT / "src" / "diskembed").iterdir() if path.is_dir())
    assert TOOL.functions(packages).keys() <= LABELS.keys()
    assert TESTS.keys() <= LABELS.keys()


def test_every_label_in_any_source_or_page_is_on_the_map():
    for folder, pattern in (("src", "*.py"), ("tests", "*.py"), ("docs", "*.md")):
        for path in (ROOT / folder).rglob(pattern):
            if path != Path(__file__):
                assert set(TOOL.LABEL.findall(path.read_text(encoding="utf-8"))) <= LABELS.keys(), path


def test_errata_are_sections_of_the_errata_page():
    page = (ROOT / "docs" / "errata.md").read_text(encoding="utf-8")
    sections = {title.lower().replace(" ", "-") for title in re.findall(r"^## (.*)$", page, re.MULTILINE)}
    assert {entry["erratum"] for entry in LABELS.values() if "erratum" in entry} <= sections


def test_labels_are_read_from_docstrings_by_the_functions_they_stand_in():
    assert "diskembed.order.containment.protrusion" in FUNCTIONS["eq:protrution"]
    assert "tests/order/test_containment.py" in TESTS["eq:protrution"]
    text = "see eq:order-emb, (theo:loss-ord-emb); subsec:proof:loss-hyp-cones: not e.g.: or seq:x"
    found = ["eq:order-emb", "theo:loss-ord-emb", "subsec:proof:loss-hyp-cones"]
    assert TOOL.LABEL.findall(text) == found
