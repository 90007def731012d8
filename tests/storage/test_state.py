"""States are what JSON can hold."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diskembed.errors import ParameterError
from diskembed.storage.state import as_json, plain

scalars = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
)
states = st.recursive(
    scalars, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=12
)


@given(states)
def test_plain_states_stay_what_they_are(state):
    assert plain(state, "it") == state
    assert as_json(state, "it").isascii()


def test_numpy_becomes_python():
    given = {
        "n": np.int64(2),
        "x": np.float32(0.5),
        "on": np.bool_(True),
        "list": np.arange(3),
        "pair": (1, 2),
    }
    assert plain(given, "it") == {"n": 2, "x": 0.5, "on": True, "list": [0, 1, 2], "pair": [1, 2]}


def test_the_rest_is_refused():
    circle = []
    circle.append(circle)
    for value in (np.nan, [np.inf], {"a": {1, 2}}, {("a",): 1}, b"bytes", circle, np.array([np.nan]), 1j):
        with pytest.raises(ParameterError, match=r"the history cannot be held as JSON.*finite numbers"):
            plain(value, "the history")
