"""Matches are a sequence of names with scores."""

import numpy as np

from diskembed.graph.names import Names
from diskembed.query.matches import Matches

MATCHES = Matches(Names.from_strings(["mammal", "ox"]), np.array([-0.5, 0.123456]))


def test_it_is_a_sequence():
    assert list(MATCHES) == [("mammal", -0.5), ("ox", 0.123456)]
    assert MATCHES[-1] == ("ox", 0.123456)
    assert type(MATCHES[0][1]) is float
    assert list(MATCHES[1:]) == [("ox", 0.123456)]
    assert dict(MATCHES) == {"mammal": -0.5, "ox": 0.123456}
    assert len(MATCHES) == 2


def test_membership_is_by_name_or_by_pair():
    assert "ox" in MATCHES
    assert "oxen" not in MATCHES
    assert ("ox", 0.123456) in MATCHES
    assert ("ox", 0.0) not in MATCHES


def test_it_prints_readably():
    assert str(MATCHES) == "Matches: 2 nodes\n  mammal  -0.5\n  ox       0.1235"
    assert str(MATCHES[1:]) == "Matches: 1 node\n  ox   0.1235"
    assert str(MATCHES[:0]) == "Matches: 0 nodes"
    many = Matches(Names.numbered(1025), np.arange(1025.0))
    assert repr(many).splitlines()[0] == "Matches: 1,025 nodes"
    assert repr(many).splitlines()[-1] == "  ... and 1,005 more"
