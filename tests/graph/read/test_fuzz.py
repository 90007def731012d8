"""Whatever the bytes: a DAG, or an ``InputError`` that is one line; never another exception."""

import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from diskembed import DAG, read
from diskembed.errors import InputError
from graph.read.examples import EXAMPLES, IDS

each_example = pytest.mark.parametrize("example", EXAMPLES, ids=IDS)
ODD = [
    b"\t",
    b",",
    b'"',
    b"\n",
    b"\r",
    b"\0",
    b"\xff",
    b"\xef\xbb\xbf",
    b"x" * 70_000,
    b"{",
    b"[",
    b"\\",
    b"!",
    b"|",
]


def outcome(example, data, **options):
    """What reading an example's main file with other content comes to."""
    with tempfile.TemporaryDirectory() as folder:
        path = example.write(Path(folder))
        path.write_bytes(data)
        try:
            dag = read(path, **{**example.options, **options})
        except InputError as error:
            return error
    return dag


def require_proper(result):
    if isinstance(result, DAG):
        assert len(list(result.names)) == result.n_nodes > 0
    else:
        assert isinstance(result, InputError)
        assert str(result)
        assert "\n" not in str(result)


@st.composite
def mutations(draw, data):
    """Some places of valid bytes overwritten, taken out, or with odd ones put in."""
    data = bytearray(data)
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(data)))
        length = draw(st.sampled_from([0, 0, 1, 1, 7, 100]))
        data[at : at + length] = draw(st.one_of(st.sampled_from(ODD), st.binary(max_size=3)))
    return bytes(data)


@each_example
@given(data=st.data())
@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
def test_damaged_files(example, data):
    require_proper(outcome(example, data.draw(mutations(example.files[example.given]))))


@each_example
@given(data=st.one_of(st.binary(max_size=60), st.text(max_size=40).map(str.encode)))
@settings(max_examples=40)
def test_random_bytes(example, data):
    require_proper(outcome(example, data))


@each_example
@pytest.mark.parametrize("on_cycle", ["collapse", "drop"])
def test_every_beginning_of_a_file(example, on_cycle):
    content = example.files[example.given]
    for end in range(0, len(content), max(1, len(content) // 40)):
        require_proper(outcome(example, content[:end], on_cycle=on_cycle))
