"""Where blocks are kept, here and at an address."""

import numpy as np
import pytest

from diskembed.errors import ReadError, WriteError
from diskembed.scale.blocks import BLOCK
from diskembed.scale.folder import LocalFolder, RemoteFolder, folder_at

ROWS = np.arange(6.0).reshape(3, 2)


@pytest.fixture(params=["local", "memory", "file"])
def folder(request, tmp_path):
    if request.param == "local":
        return folder_at(tmp_path / "run")
    pytest.importorskip("fsspec", reason="the extra ray is not installed")
    return folder_at(f"memory://{tmp_path}/run" if request.param == "memory" else f"file://{tmp_path}/run")


def test_what_is_written_is_read_listed_and_removed(folder):
    folder.write("block-0.1", BLOCK, {"rows": ROWS}, {"epoch": 3})
    folder.write("block-0.2", BLOCK, {"rows": 2 * ROWS}, {})
    np.testing.assert_array_equal(folder.read("block-0.1", BLOCK).arrays["rows"], ROWS)
    assert folder.read("block-0.1", BLOCK).state == {"epoch": 3}
    assert folder.names() == ["block-0.1", "block-0.2"]
    folder.write("block-0.1", BLOCK, {"rows": 3 * ROWS}, {})
    kept = folder.read("block-0.1", BLOCK).arrays["rows"]
    folder.remove(["block-0.1", "block-9.9"])
    assert folder.names() == ["block-0.2"]
    np.testing.assert_array_equal(kept, 3 * ROWS)
    with pytest.raises(ReadError):
        folder.read("block-0.1", BLOCK)


def test_a_path_is_here_and_an_address_is_elsewhere(tmp_path):
    assert isinstance(folder_at(tmp_path), LocalFolder)
    pytest.importorskip("fsspec", reason="the extra ray is not installed")
    assert isinstance(folder_at("memory://somewhere"), RemoteFolder)


def test_what_cannot_be_written_to_is_refused(tmp_path):
    with pytest.raises(WriteError, match="cannot be written"):
        folder_at(tmp_path / "no" / "such" / "folder")
    pytest.importorskip("fsspec", reason="the extra ray is not installed")
    with pytest.raises(WriteError, match="nosuchstore"):
        folder_at("nosuchstore://bucket/run")
