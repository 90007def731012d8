import sys
from pathlib import Path

import pytest

from diskembed.datasets.cache import cache_folder, is_offline
from diskembed.errors import DatasetError


@pytest.fixture(autouse=True)
def bare(monkeypatch, tmp_path):
    for name in ("DISKEMBED_CACHE", "DISKEMBED_OFFLINE", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)


def test_an_argument_comes_before_the_environment_before_the_platform(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "platform", "linux")
    assert cache_folder() == tmp_path / ".cache" / "diskembed"
    monkeypatch.setenv("XDG_CACHE_HOME", "/xdg")
    assert cache_folder() == Path("/xdg/diskembed")
    monkeypatch.setenv("DISKEMBED_CACHE", "/mine")
    assert cache_folder() == Path("/mine")
    assert cache_folder("/given") == Path("/given")


def test_a_relative_xdg_folder_is_ignored(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert cache_folder() == tmp_path / ".cache" / "diskembed"


def test_other_platforms_have_folders_of_their_own(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "platform", "darwin")
    assert cache_folder() == tmp_path / "Library" / "Caches" / "diskembed"
    monkeypatch.setattr(sys, "platform", "win32")
    assert cache_folder() == tmp_path / "AppData" / "Local" / "diskembed" / "Cache"
    monkeypatch.setenv("LOCALAPPDATA", "/local")
    assert cache_folder() == Path("/local/diskembed/Cache")


def test_a_tilde_is_the_home_folder(monkeypatch):
    monkeypatch.setenv("HOME", "/home/someone")
    monkeypatch.setenv("DISKEMBED_CACHE", "~/graphs")
    assert cache_folder() == Path("/home/someone/graphs")


def test_without_a_home_folder_one_is_asked_for(monkeypatch):
    def nowhere():
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", nowhere)
    with pytest.raises(DatasetError, match="set DISKEMBED_CACHE"):
        cache_folder()


@pytest.mark.parametrize(
    ("value", "offline"), [("", False), ("0", False), ("False", False), ("1", True), ("yes", True)]
)
def test_offline_is_set_by_the_environment(monkeypatch, value, offline):
    monkeypatch.setenv("DISKEMBED_OFFLINE", value)
    assert is_offline() is offline
