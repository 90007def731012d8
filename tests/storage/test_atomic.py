"""The old file or the new one, and nothing else left behind."""

import errno
import os
import stat

import pytest

from diskembed.errors import WriteError
from diskembed.storage.atomic import discard_unfinished, replacing, require_folder


def put(path, data):
    with replacing(path) as file:
        file.write(data)


def interrupted(path, failure):
    with replacing(path) as file:
        file.write(b"ne")
        raise failure


def test_a_new_file_takes_the_place_of_the_old(tmp_path):
    path = tmp_path / "file"
    put(path, b"old")
    with replacing(path) as file:
        file.write(b"new")
        assert path.read_bytes() == b"old"
    assert path.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("failure", [KeyboardInterrupt(), ValueError("in the middle")])
def test_what_fails_leaves_the_old_file(tmp_path, failure):
    path = tmp_path / "file"
    put(path, b"old")
    with pytest.raises(type(failure)):
        interrupted(path, failure)
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_a_full_disk_leaves_the_old_file(tmp_path, monkeypatch, call):
    def full(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    path = tmp_path / "file"
    put(path, b"old")
    monkeypatch.setattr(os if call == "fsync" else type(path), call, full)
    with pytest.raises(WriteError, match=r"file cannot be written: No space left on device; choose a folder"):
        put(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_places_that_cannot_be_written_to(tmp_path):
    (tmp_path / "file").write_bytes(b"")
    (tmp_path / "folder" / "inside").mkdir(parents=True)
    for path in ("missing/m.disk", "file/m.disk", "folder", "x" * 300):
        with pytest.raises(WriteError, match="cannot be written"):
            put(tmp_path / path, b"new")
    assert {file.name for file in tmp_path.iterdir()} == {"file", "folder"}


def test_rights_and_links_stay(tmp_path):
    path, link = tmp_path / "file", tmp_path / "link"
    put(path, b"old")
    ordinary = tmp_path / "ordinary"
    ordinary.touch()
    assert path.stat().st_mode == ordinary.stat().st_mode
    path.chmod(0o600)
    link.symlink_to(path)
    put(link, b"new")
    assert link.is_symlink()
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_only_its_own_leftovers_are_discarded(tmp_path):
    path = tmp_path / "m.disk"
    for name in (
        "m.disk",
        f".m.disk.{'0f' * 8}.part",
        f".m.disk.2.{'0f' * 8}.part",
        ".m.disk.part",
        "xm.disk",
    ):
        (tmp_path / name).touch()
    discard_unfinished(path)
    kept = {"m.disk", f".m.disk.2.{'0f' * 8}.part", ".m.disk.part", "xm.disk"}
    assert {file.name for file in tmp_path.iterdir()} == kept
    discard_unfinished(tmp_path / "missing" / "m.disk")


def test_a_folder_that_cannot_be_written_to_is_refused_beforehand(tmp_path):
    require_folder(tmp_path / "new.disk")
    with pytest.raises(WriteError, match=r"new\.disk cannot be written: there is no folder .*absent"):
        require_folder(tmp_path / "absent" / "new.disk")
    (tmp_path / "file").touch()
    with pytest.raises(WriteError, match="there is no folder"):
        require_folder(tmp_path / "file" / "new.disk")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
