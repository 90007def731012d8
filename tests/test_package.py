"""The package as a whole: what it shows, what it loads, and what it must not load."""

import subprocess
import sys

import pytest

import diskembed


def test_every_public_name_loads():
    for name in diskembed.__all__:
        assert getattr(diskembed, name) is not None
    assert set(diskembed.__all__) <= set(dir(diskembed))


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = diskembed.nothing


@pytest.mark.parametrize("argv", [["-c", "import diskembed"], ["-m", "diskembed", "--help"]])
def test_heavy_libraries_are_loaded_at_first_use_only(argv):
    program = [sys.executable, "-X", "importtime", *argv]
    done = subprocess.run(program, capture_output=True, text=True, check=True)
    loaded = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "diskembed" in loaded
    assert not loaded & {"numba", "scipy", "pyarrow", "pyoxigraph", "rich", "numpy"}
