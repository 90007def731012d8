"""A real browser for the page: Debian's Chromium, headless, driven by Playwright.

A picture of each state is kept where DISKEMBED_SCREENSHOTS names a folder.
"""

import os
import re
import shutil
import threading
from contextlib import contextmanager
from pathlib import Path

import pytest

from diskembed.viewer.atlas import Atlas
from viewer.maps import dag, disks, small

ABORTED = "net::ERR_ABORTED"  # the page has moved on: what it no longer needs is no failure
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
         "--disable-background-networking", "--disable-component-update"]  # fmt: skip
KINDS = ["euclid", "hyperboloid", "sphere", "companion"]


def atlas_of(kind):
    if kind == "companion":
        return Atlas.of(disks("euclid", 5), "small <map>", graph=dag())
    return small(kind)


@contextmanager
def served(atlas):
    """The address of a server that stops with the block."""
    from diskembed.viewer.server import application
    from diskembed.viewer.serving import Announcing, bound

    with bound("127.0.0.1", 0) as listener:
        ready = threading.Event()
        server = Announcing.of(application(atlas), ready.set)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        assert ready.wait(20)
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}/"
        finally:
            server.should_exit = True
            thread.join(20)


@pytest.fixture(scope="module")
def browser():
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        pytest.skip("no chromium is installed")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="module", params=KINDS)
def home(request):
    pytest.importorskip("uvicorn", reason="the extra view is not installed")
    with served(atlas_of(request.param)) as address:
        yield address, request.param


@pytest.fixture
def page(browser, request):
    """A page on which nothing may go wrong unseen."""
    context = browser.new_context(
        viewport={"width": 1100, "height": 720}, reduced_motion="reduce", accept_downloads=True
    )
    page = context.new_page()
    said = []
    page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("requestfailed", lambda asked: asked.failure == ABORTED or said.append(asked.url))
    yield page
    # What the page said by now counts: to close it ends requests that are on their way.
    said = list(said)
    folder = os.environ.get("DISKEMBED_SCREENSHOTS")
    if folder:
        name = re.sub(r"\W+", "-", request.node.name).strip("-")
        page.screenshot(path=Path(folder) / f"{name}.png")
    context.close()
    assert said == []
