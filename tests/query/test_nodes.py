"""Nodes by name and number."""

import numpy as np
import pytest

from diskembed.errors import GraphError, ParameterError, UnknownNameError
from diskembed.graph.names import Names
from diskembed.query.nodes import Nodes

NODES = Nodes(
    Names.from_strings(["animal", "dog", "7"]), {0: Names.from_strings(["beast", "animal", "fauna"])}
)


def test_numbers_of_nodes():
    assert NODES.number("dog") == NODES.number(1) == NODES.number(np.int32(1)) == 1
    assert NODES.number("7") == 2
    assert NODES.number("fauna") == 0
    assert NODES.numbers("fauna").shape == ()
    for asked, expected in (
        (["dog", "beast", "animal"], [1, 0, 0]),
        (("dog", 2), [1, 2]),
        ([2, "dog", np.int64(0)], [2, 1, 0]),
        (np.array([2, 0], np.uint8), [2, 0]),
        (np.array(["dog", "7"]), [1, 2]),
        (np.array(["dog", 0], dtype=object), [1, 0]),
        (NODES.names, [0, 1, 2]),
        ({"dog": None, "beast": None}.keys(), [1, 0]),
        ([], []),
        (np.array([]), []),
    ):
        found = NODES.numbers(asked)
        assert found.dtype == np.int64
        assert found.tolist() == expected


def test_aliases_and_members():
    assert NODES.aliases == {"beast": 0, "fauna": 0}
    assert NODES.members("fauna") == ["beast", "animal", "fauna"]
    assert NODES.members(1) == ["dog"]
    NODES.require_sound()


def test_what_is_no_node():
    with pytest.raises(UnknownNameError, match=r"'doge'; did you mean 'dog'"):
        NODES.number("doge")
    with pytest.raises(UnknownNameError, match=r"'faun'; did you mean 'fauna'"):
        NODES.numbers(["dog", "faun"])
    for node in (3, -1, [0, 3], np.array([-1]), np.array([2**63], np.uint64)):
        with pytest.raises(ParameterError, match="nodes are numbered 0 to 2"):
            NODES.numbers(node)
    for node in ([True], [1.0], [None], ["dog", 0.5], np.array([0.5]), np.array([True])):
        with pytest.raises(ParameterError, match="a node is a name or a number"):
            NODES.numbers(node)
    with pytest.raises(ParameterError, match="flat list"):
        NODES.numbers(np.zeros((2, 2), int))


@pytest.mark.parametrize(
    "members",
    [
        {3: ["x"]},
        {-1: ["x"]},
        {0: ["animal", "dog"]},
        {0: ["animal", "x"], 1: ["dog", "x"]},
        {0: ["x", "y"]},
    ],
)
def test_members_that_mean_two_nodes(members):
    with pytest.raises(GraphError):
        Nodes(
            NODES.names, {node: Names.from_strings(names) for node, names in members.items()}
        ).require_sound()
