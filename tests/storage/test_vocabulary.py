"""Names as arrays and back, and arrays that hold none."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diskembed.errors import GraphError
from diskembed.graph.names import Names
from diskembed.storage.vocabulary import pack_members, pack_names, unpack_members, unpack_names

name_lists = st.lists(st.text(st.characters(exclude_categories=["Cs"])), unique=True, max_size=8)


@given(name_lists)
def test_names_come_back(strings):
    names = Names.from_strings(strings)
    again = unpack_names(pack_names(names, "names"), "names")
    assert again == names
    assert [again.find(name) for name in strings] == list(range(len(strings)))


@given(name_lists, st.data())
def test_members_come_back(strings, data):
    nodes = st.integers(0, 50)
    owners = data.draw(st.lists(nodes, min_size=len(strings), max_size=len(strings)).map(sorted))
    members = {
        node: Names.from_strings(name for name, owner in zip(strings, owners, strict=True) if owner == node)
        for node in dict.fromkeys(owners)
    }
    packed = pack_members(members)
    assert unpack_members(packed) == members
    assert bool(packed) == bool(members)


GOOD = pack_names(Names.from_strings(["ä", "bc"]), "names")


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"names_offsets": np.array([0, 2, 5])}, "rise from 0 to the end"),
        ({"names_offsets": np.array([1, 2, 4])}, "rise from 0 to the end"),
        ({"names_offsets": np.array([0, 5, 4])}, "rise from 0 to the end"),
        ({"names_offsets": np.array([0, -9, 4])}, "rise from 0 to the end"),
        ({"names_offsets": np.array([], np.int64)}, "rise from 0 to the end"),
        ({"names_offsets": np.array([0, 1, 4])}, "not UTF-8"),
        ({"names_offsets": np.array([0.0, 4.0])}, "other types"),
        ({"names_offsets": np.array([[0, 4]])}, "other types"),
        ({"names_blob": np.array([0xC3, 0xFF, 98, 99], np.uint8)}, "not UTF-8"),
        ({"names_blob": np.array([98, 99, 98, 99], np.uint8)}, "'bc' stands at 0 and again at 1"),
        ({"names_blob": np.zeros(4, np.int64)}, "other types"),
    ],
)
def test_arrays_that_hold_no_names(parts, message):
    with pytest.raises(GraphError, match=message):
        unpack_names(GOOD | parts, "names")


def test_members_of_other_shapes():
    packed = pack_members({3: Names.from_strings("ab")})
    with pytest.raises(GraphError, match="2 members"):
        unpack_members(packed | {"member_nodes": np.array([3])})
    with pytest.raises(GraphError, match="2 members"):
        unpack_members(packed | {"member_nodes": np.array([3.0, 3.0])})
