import pytest

from diskembed.errors import ReadError
from diskembed.graph.read.header import Columns, columns_of
from diskembed.graph.read.source import Origin

ORIGIN = Origin("edges.tsv")

SAID = {
    "child parent": (2, 1, 0),
    "parent child": (2, 0, 1),
    "CHILD Parent": (2, 1, 0),
    "#child parent": (2, 1, 0),
    "# child,parent": (2, 1, 0),
    "descendant ancestor": (2, 1, 0),
    "ancestor child": (2, 0, 1),
    "hyponym hypernym": (2, 1, 0),
    "broader narrower": (2, 0, 1),
    "supertype subtype": (2, 0, 1),
    "superclass subclass": (2, 0, 1),
    "weight parent note child": (4, 1, 3),
    "parent ancestor child": (3, 0, 2),
    "id ancestor descendant": (3, 1, 2),
    "child_id parent_id": (2, 1, 0),
    "parentId childId": (2, 0, 1),
    "#child-id,parent id,weight": (3, 1, 0),
    "child parent_id": (2, 1, 0),
}


@pytest.mark.parametrize("header", SAID)
def test_a_header_says_it(header):
    cells = header.split("," if "," in header else " ")
    count, parent, child = SAID[header]
    said = "parent,child" if parent < child else "child,parent"
    for order in (None, said):
        assert columns_of(cells, order, ORIGIN, at=1) == Columns(count, parent, child, has_header=True)
    contrary = "child,parent" if parent < child else "parent,child"
    with pytest.raises(ReadError, match=f"line 1: .* contradicts order='{contrary}'; order='{said}'"):
        columns_of(cells, contrary, ORIGIN, at=1)


@pytest.mark.parametrize(
    "header",
    [
        "a b",
        "source target",
        "child x",
        "ancestor hypernym",
        "child child",
        " child parent ",
        "id id",
        "id x",
    ],
)
def test_what_does_not_say_it_needs_an_order(header):
    cells = [header, header] if header.startswith(" ") else header.split()
    with pytest.raises(ReadError, match="nothing says which column is the parent") as caught:
        columns_of(cells, None, ORIGIN, at=1)
    assert 'order="child,parent"' in caught.value.do
    has_header = header == "source target"
    assert columns_of(cells, "parent,child", ORIGIN, at=1) == Columns(2, 0, 1, has_header)
    assert columns_of(cells, "child,parent", ORIGIN, at=1) == Columns(2, 1, 0, has_header)


@pytest.mark.parametrize(
    "cells",
    [
        [],
        ["child"],
        ["a", "b", "c"],
        ["child", "ancestor", "hypernym"],
        ["broader", "child_id", "parent_id"],
        ["x"] * 20,
    ],
)
def test_other_counts_need_a_header(cells):
    for order in (None, "child,parent"):
        with pytest.raises(ReadError, match="none of them plainly child and parent"):
            columns_of(cells, order, ORIGIN, at=1)


@pytest.mark.parametrize(
    "cells",
    [
        ["child", " parent"],
        ['"child"', '"parent"'],
        ["# 'Broader'", "'Narrower'"],
        ["child_id ", "parent_id"],
        ["id", "parent"],
        ["Name", "parent_id"],
        ["subclass", "node"],
    ],
)
def test_what_is_nearly_a_header_is_neither_an_edge_nor_trusted(cells):
    for order in (None, "child,parent", "parent,child"):
        with pytest.raises(ReadError, match=r"line 1: the columns are named .* no space or quote") as caught:
            columns_of(cells, order, ORIGIN, at=1)
        assert "put such a header above" in caught.value.do


@pytest.mark.parametrize(
    ("cells", "advice"),
    [
        (["child", "parent\rdog", "animal\r"], "carriage returns alone"),
        (["child,parent\rdog,animal"], "carriage returns alone"),
        ([" <!DOCTYPE html>"], "web page"),
    ],
)
def test_what_is_no_table_is_told_for_what_it_looks_like(cells, advice):
    with pytest.raises(ReadError, match="none of them plainly") as caught:
        columns_of(cells, "child,parent", ORIGIN, at=1)
    assert advice in caught.value.do


@pytest.mark.parametrize("cells", [["a", "b"], ["id", "parent"], ["child ", "parent"]])
def test_column_names_of_a_frame_are_never_an_edge(cells):
    assert columns_of(cells, "parent,child", ORIGIN, always_header=True).has_header
