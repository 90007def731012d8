"""Fetching: from a site that behaves and from one that does not, and by hand."""

import hashlib
import os
import subprocess
import sys
import threading
from dataclasses import replace
from urllib.request import Request

import pytest

from diskembed.datasets import download, progress
from diskembed.datasets.fetching import fetch_file
from diskembed.datasets.partial import Partial
from diskembed.errors import DatasetError


def sha256(content):
    return hashlib.sha256(content).hexdigest()


def rest(path):
    """The names of the files beside ``path``."""
    return {each.name for each in path.parent.iterdir()} - {path.name}


def test_a_file_is_fetched_once_and_its_checksum_recorded(site, dataset, tmp_path):
    path = fetch_file(dataset, cache=tmp_path)
    assert path == tmp_path / "datasets" / "hpo-2024-08-13" / "hp.obo"
    assert path.read_bytes() == site.content
    assert rest(path) == {"hp.obo.sha256", "hp.obo.lock"}
    assert (path.parent / "hp.obo.sha256").read_text() == f"{sha256(site.content)}  hp.obo\n"
    assert fetch_file(dataset, cache=tmp_path) == path
    assert site.asked == [None]


def test_an_empty_file_is_a_file(site, dataset, tmp_path):
    site.content = b""
    assert fetch_file(dataset, cache=tmp_path).read_bytes() == b""


@pytest.mark.parametrize("validator", [{"ETag": '"one"'}, {"Last-Modified": "Tue, 13 Aug 2024 10:00:00 GMT"}])
def test_a_cut_connection_is_taken_up_again_at_once(site, dataset, tmp_path, validator):
    site.validator = {"ETag": 'W/"weak"', **validator}
    site.cuts = [100, 400]
    assert fetch_file(dataset, cache=tmp_path).read_bytes() == site.content
    assert site.asked == [None, "bytes=100-", "bytes=500-"]


def test_a_download_that_came_to_a_halt_is_taken_up_by_the_next_call(site, dataset, tmp_path):
    site.cuts = [100, 0]
    with pytest.raises(DatasetError, match=r"goes on after the 100 bytes .* put it at .*hp\.obo"):
        fetch_file(dataset, cache=tmp_path)
    path = dataset.path(tmp_path)
    assert not path.exists()
    assert Partial.of(path).path.read_bytes() == site.content[:100]
    assert fetch_file(dataset, cache=tmp_path).read_bytes() == site.content
    assert site.asked == [None, "bytes=100-", "bytes=100-"]
    assert rest(path) == {"hp.obo.sha256", "hp.obo.lock"}


def test_an_interrupted_download_is_taken_up_by_the_next_call(site, dataset, tmp_path, monkeypatch):
    def interrupted(response, file, done, total, report):
        file.write(response.read(50))
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(download, "_copy", interrupted)
        with pytest.raises(KeyboardInterrupt):
            fetch_file(dataset, cache=tmp_path)
    assert fetch_file(dataset, cache=tmp_path).read_bytes() == site.content
    assert site.asked == [None, "bytes=50-"]


def test_a_site_that_cannot_send_the_rest_sends_it_all(site, dataset, tmp_path):
    site.ranges, site.cuts = False, [100]
    assert fetch_file(dataset, cache=tmp_path).read_bytes() == site.content
    assert site.asked == [None, "bytes=100-"]


def test_a_site_that_always_hangs_up_is_given_up(site, dataset, tmp_path):
    site.ranges, site.cuts = False, [100] * 9
    with pytest.raises(DatasetError, match="ended after 100 of 2,048 bytes"):
        fetch_file(dataset, cache=tmp_path)
    assert len(site.asked) == 2


def test_the_rest_of_another_version_is_not_appended(site, dataset, tmp_path):
    site.cuts = [100, 0]
    with pytest.raises(DatasetError):
        fetch_file(dataset, cache=tmp_path)
    site.content, site.validator = b"new" * 99, {"ETag": '"two"'}
    assert fetch_file(dataset, cache=tmp_path).read_bytes() == site.content
    assert site.asked[-1] == "bytes=100-"


@pytest.mark.parametrize("validator", [{}, {"ETag": 'W/"weak"'}])
def test_without_a_version_to_ask_for_it_begins_anew(site, dataset, tmp_path, validator):
    site.validator, site.cuts = validator, [100]
    assert fetch_file(dataset, cache=tmp_path).read_bytes() == site.content
    assert site.asked == [None, None]


def test_the_rest_of_another_address_is_not_appended(site, dataset, tmp_path):
    site.cuts = [100, 0]
    with pytest.raises(DatasetError):
        fetch_file(dataset, cache=tmp_path)
    moved = replace(dataset, url=f"{site.url}/moved")
    assert fetch_file(moved, cache=tmp_path).read_bytes() == site.content
    assert site.asked[-1] is None


@pytest.mark.parametrize("extra", [b"", b"too much"])
def test_a_part_that_is_already_whole_or_too_long(site, dataset, tmp_path, extra):
    partial = Partial.of(dataset.path(tmp_path))
    partial.path.parent.mkdir(parents=True)
    with partial.restart(dataset.url, '"one"') as file:
        file.write(site.content + extra)
    assert fetch_file(dataset, cache=tmp_path).read_bytes() == site.content
    assert site.asked == ([f"bytes={len(site.content)}-"] if not extra else ["bytes=2056-", None])


def test_a_range_that_was_not_asked_for_is_not_appended(site, dataset, tmp_path):
    site.cuts, site.shift = [100], 7
    assert fetch_file(dataset, cache=tmp_path).read_bytes() == site.content
    assert site.asked == [None, "bytes=100-", None]


def test_a_redirect_is_followed(site, dataset, tmp_path):
    site.redirects = 1
    assert fetch_file(dataset, cache=tmp_path).read_bytes() == site.content


def test_a_redirect_to_an_insecure_address_is_refused():
    handler = download._NoDowngrade()
    secure = Request("https://example.org/a")
    with pytest.raises(DatasetError, match="may not lead to an insecure one"):
        handler.redirect_request(secure, None, 302, "Found", {}, "http://example.org/a")
    followed = handler.redirect_request(secure, None, 302, "Found", {}, "https://example.org/b")
    assert followed.full_url == "https://example.org/b"


def test_only_web_addresses_are_fetched(dataset, tmp_path):
    with pytest.raises(DatasetError, match="an address begins with https:// or http://"):
        fetch_file(replace(dataset, url="file:///etc/hosts"), cache=tmp_path)


@pytest.mark.parametrize("status", [403, 404, 500])
def test_a_refusal_names_the_status_and_the_place_for_the_file(site, dataset, tmp_path, status):
    site.status = status
    with pytest.raises(DatasetError, match=rf"answered with {status} .* put it at .*hp\.obo") as caught:
        fetch_file(dataset, cache=tmp_path)
    assert caught.value.exit_code == 3
    assert rest(dataset.path(tmp_path)) == {"hp.obo.lock"}


def test_silence_is_not_waited_for(site, dataset, tmp_path):
    site.may_answer.clear()
    with pytest.raises(DatasetError, match=r"could not be reached \(timed out\)"):
        fetch_file(dataset, cache=tmp_path, timeout=0.05)


def test_a_site_that_is_not_there(site, dataset, tmp_path):
    gone = replace(dataset, url="http://127.0.0.1:9/hp.obo")
    with pytest.raises(DatasetError, match=r"127\.0\.0\.1:9/hp\.obo could not be reached .* put it at"):
        fetch_file(gone, cache=tmp_path)


@pytest.mark.parametrize("how", ["argument", "environment"])
def test_offline_says_what_to_get_and_where_to_put_it(site, dataset, tmp_path, monkeypatch, how):
    if how == "environment":
        monkeypatch.setenv("DISKEMBED_OFFLINE", "1")
    with pytest.raises(DatasetError) as caught:
        fetch_file(dataset, cache=tmp_path, offline=how == "argument")
    path = dataset.path(tmp_path)
    assert f"get {dataset.url} by other means and put it at {path}" in str(caught.value)
    assert caught.value.exit_code == 3
    path.write_bytes(b"by hand")  # the folder is there already
    assert fetch_file(dataset, cache=tmp_path, offline=True) == path
    assert site.asked == []


def test_a_pinned_checksum_decides(site, dataset, tmp_path):
    wrong = replace(dataset, sha256=sha256(b"another file"))
    with pytest.raises(DatasetError, match="was removed; its pinned version has"):
        fetch_file(wrong, cache=tmp_path)
    assert rest(dataset.path(tmp_path)) == {"hp.obo.lock"}
    assert not dataset.path(tmp_path).exists()
    right = replace(dataset, sha256=sha256(site.content))
    path = fetch_file(right, cache=tmp_path)
    assert path.read_bytes() == site.content
    path.write_bytes(b"by hand")
    with pytest.raises(DatasetError, match=r"its pinned version has .* fetch it again$"):
        fetch_file(right, cache=tmp_path)


def test_a_file_that_changed_after_it_was_fetched_is_refused(dataset, tmp_path):
    path = fetch_file(dataset, cache=tmp_path)
    path.write_bytes(b"changed")
    with pytest.raises(DatasetError, match=r"first seen there has .* or remove hp\.obo\.sha256"):
        fetch_file(dataset, cache=tmp_path)
    assert path.read_bytes() == b"changed"
    (path.parent / "hp.obo.sha256").unlink()
    assert fetch_file(dataset, cache=tmp_path) == path


def test_a_site_that_sends_another_file_than_the_first_time_is_refused(site, dataset, tmp_path):
    path = fetch_file(dataset, cache=tmp_path)
    path.unlink()
    site.content = b"another"
    with pytest.raises(DatasetError, match=r"was removed; the file first fetched .* has a new version"):
        fetch_file(dataset, cache=tmp_path)
    assert rest(path) == {"hp.obo.sha256", "hp.obo.lock"}
    assert not path.exists()


def test_a_record_that_is_no_checksum_is_refused(dataset, tmp_path):
    path = fetch_file(dataset, cache=tmp_path)
    (path.parent / "hp.obo.sha256").write_bytes(b"\xff nonsense")
    with pytest.raises(DatasetError, match="does not begin with a SHA-256 checksum"):
        fetch_file(dataset, cache=tmp_path)


def test_a_cache_that_cannot_be_written_can_be_read(dataset, tmp_path, monkeypatch):
    def refuse(path, data):
        raise PermissionError(13, "Permission denied", str(path))

    path = dataset.path(tmp_path)
    path.parent.mkdir(parents=True)
    path.write_bytes(b"by hand")
    monkeypatch.setattr("diskembed.datasets.checksum.write_atomically", refuse)
    assert fetch_file(dataset, cache=tmp_path) == path
    assert rest(path) == set()


def test_a_cache_folder_that_is_a_file_says_so(dataset, tmp_path):
    (tmp_path / "datasets").write_bytes(b"")
    with pytest.raises(DatasetError, match="set DISKEMBED_CACHE to a folder that can be written"):
        fetch_file(dataset, cache=tmp_path)


def test_two_processes_fetch_once(site, dataset, tmp_path):
    program = (
        "import sys; from dataclasses import replace; from diskembed import datasets\n"
        "from diskembed.datasets.fetching import fetch_file\n"
        "print(fetch_file(replace(datasets.info('hpo'), url=sys.argv[1]), progress=True))"
    )
    env = {**os.environ, "DISKEMBED_CACHE": str(tmp_path)}
    site.may_answer.clear()
    argv = [sys.executable, "-c", program, dataset.url]
    with (
        subprocess.Popen(argv, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as one,
        subprocess.Popen(argv, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as two,
    ):
        # Nothing is sent until both had time to ask.
        threading.Timer(0.5, site.may_answer.set).start()
        answers = [process.communicate(timeout=30) for process in (one, two)]
    path = dataset.path(tmp_path)
    assert [out for out, _ in answers] == [f"{path}\n"] * 2
    assert path.read_bytes() == site.content
    assert site.asked == [None]


def test_a_bar_is_shown_at_a_terminal_only(site, dataset, tmp_path, capsys, monkeypatch):
    fetch_file(dataset, cache=tmp_path / "a")
    assert capsys.readouterr() == ("", "")
    monkeypatch.setattr(progress.sys.stderr, "isatty", lambda: True, raising=False)
    fetch_file(dataset, cache=tmp_path / "b", progress=False)
    assert capsys.readouterr() == ("", "")
    monkeypatch.setenv("TERM", "xterm")
    fetch_file(dataset, cache=tmp_path / "c", progress=True)
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "hpo" in shown.err
    assert "2.0/2.0 kB" in shown.err
