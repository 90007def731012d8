"""The page in a real browser: Debian's Chromium, headless, driven by Playwright.

A picture of each state is kept where DISKEMBED_SCREENSHOTS names a folder.
"""

# ruff: noqa: E402

import base64
import os
import re
import shutil
import threading
from contextlib import contextmanager
from pathlib import Path

import pytest

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
pytest.importorskip("uvicorn", reason="the extra view is not installed")

from diskembed.viewer.atlas import Atlas
from diskembed.viewer.export import save_exported
from diskembed.viewer.server import application
from diskembed.viewer.serving import Announcing, bound
from viewer.maps import dag, disks, small

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
if CHROMIUM is None:
    pytest.skip("no chromium is installed", allow_module_level=True)

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
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="module", params=KINDS)
def home(request):
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
    page.on("requestfailed", lambda asked: said.append(asked.url))
    yield page
    folder = os.environ.get("DISKEMBED_SCREENSHOTS")
    if folder:
        name = re.sub(r"\W+", "-", request.node.name).strip("-")
        page.screenshot(path=Path(folder) / f"{name}.png")
    context.close()
    assert said == []


def opened(page, address):
    page.goto(address)
    page.wait_for_selector("html[data-ready]")
    return page


def searched(page, text, box="#search"):
    page.fill(box, text)
    page.press(box, "Enter")


def selected(page, name):
    page.wait_for_function("name => document.querySelector('#node-name').textContent === name", arg=name)


def pixels(page):
    """The drawn picture, as it can be compared."""
    page.wait_for_timeout(400)  # until a coarse frame has been replaced by the full one
    return page.evaluate("document.querySelector('#disks').toDataURL()")


def place(page):
    """Where the map is, by the address, which follows once nothing moves any more."""
    page.wait_for_timeout(900)
    return page.evaluate("new URLSearchParams(location.hash.slice(1)).get('at')")


def test_it_loads_and_draws(page, home):
    address, kind = home
    opened(page, address)
    assert page.text_content("#title") == "small <map>"
    assert page.evaluate("Number(document.documentElement.dataset.drawn)") >= 8
    note = page.text_content("#note")
    assert ("companion" in note.lower()) == (kind == "companion")
    colours = page.evaluate(
        """() => { const canvas = document.querySelector('#disks'), small = document.createElement('canvas');
        [small.width, small.height] = [60, 40]; const context = small.getContext('2d');
        context.drawImage(canvas, 0, 0, 60, 40);
        return new Set(new Uint32Array(context.getImageData(0, 0, 60, 40).data.buffer)).size }"""
    )
    assert colours > 5


def test_searching_completes_and_selects(page, home):
    opened(page, home[0])
    page.keyboard.press("/")
    page.keyboard.type("DO")
    options = page.locator("[role=option]")
    assert options.first.inner_text().startswith("dog")
    assert page.get_attribute("#search", "aria-expanded") == "true"
    page.keyboard.press("Enter")
    selected(page, "dog")
    assert page.locator("#path .name").all_inner_texts()[-1] == "dog"
    assert {"pug", "bea<gle"} <= set(page.locator("#descendants .name").all_inner_texts())
    assert "contained in" in page.text_content("#spoken")
    page.fill("#search", "nothing of that name")
    assert page.inner_text(".options .none") == "no such name"
    page.keyboard.press("Escape")


def test_clicking_selects_and_highlights(page, home):
    opened(page, home[0])
    searched(page, "pug")
    selected(page, "pug")
    page.keyboard.press("Escape")
    page.click("#clear")
    page.wait_for_selector("#selection", state="hidden")
    before = pixels(page)
    page.mouse.click(550, 360)  # the search has brought the pug to the middle
    selected(page, "pug")
    assert pixels(page) != before


def test_hovering_tells_name_and_depth(page, home):
    opened(page, home[0])
    searched(page, "pug")
    selected(page, "pug")
    page.mouse.move(549, 361)
    page.wait_for_selector("#tooltip:not([hidden])")
    assert re.fullmatch(r"pugdepth \d+ · contains 0 nodes", page.text_content("#tooltip"))


def test_panning_and_zooming_keep_what_is_under_the_pointer(page, home):
    opened(page, home[0])
    searched(page, "pug")
    selected(page, "pug")
    start, picture = place(page), pixels(page)
    page.mouse.move(550, 360)
    page.mouse.down()
    page.mouse.move(600, 390, steps=8)
    page.mouse.up()
    moved = place(page)
    assert moved != start
    assert pixels(page) != picture
    page.mouse.move(600, 391)
    assert page.text_content("#tooltip").startswith("pug")
    page.mouse.wheel(0, -300)
    assert float(place(page).split(",")[3]) > float(moved.split(",")[3])
    page.mouse.move(600, 390)
    assert page.text_content("#tooltip").startswith("pug")
    page.click("#fit")
    assert [float(value) for value in place(page).split(",")][:3] == [0, 0, 0]


def test_a_link_brings_the_same_view_back(page, home):
    opened(page, home[0])
    searched(page, "dog")
    selected(page, "dog")
    page.keyboard.press("Escape")
    page.locator("#map").focus()
    for key in ("ArrowLeft", "ArrowUp", "+", "t"):
        page.keyboard.press(key)
    place(page)
    link, picture = page.evaluate("location.href"), pixels(page)
    again = opened(page.context.new_page(), link)
    selected(again, "dog")
    assert pixels(again) == picture
    assert again.get_attribute("html", "data-theme") == page.get_attribute("html", "data-theme")
    again.close()


def test_containment_between_two(page, home):
    opened(page, home[0])
    page.click("#containment summary")
    searched(page, "animal", "#test-a")
    searched(page, "pug", "#test-b")
    page.wait_for_selector("#verdict.yes")
    assert page.text_content("#verdict").startswith("Yes: animal contains pug (protrusion -")
    searched(page, "owl", "#test-a")
    page.wait_for_selector("#verdict.no")
    searched(page, "pug", "#test-a")
    page.wait_for_function(
        "() => document.querySelector('#verdict').textContent.includes('one and the same')"
    )


def test_dark_and_light(page, home):
    opened(page, home[0])
    first = pixels(page)
    theme = page.get_attribute("html", "data-theme")
    page.click("#theme")
    assert page.get_attribute("html", "data-theme") == {"dark": "light", "light": "dark"}[theme]
    assert pixels(page) != first


def test_all_can_be_done_by_keys(page, home):
    opened(page, home[0])
    order = []
    for _ in range(12):
        page.keyboard.press("Tab")
        order.append(page.evaluate("document.activeElement.id || document.activeElement.tagName"))
    assert order[:3] == ["map", "search", "SUMMARY"]
    assert order[3:10] == ["zoom-in", "zoom-out", "fit", "theme", "link", "export", "help"]
    assert page.locator("button:not([aria-label]):not(.name)").all_inner_texts() == ["Close"]
    searched(page, "dog")
    selected(page, "dog")
    page.locator("#map").focus()
    for key, name in (("d", None), ("u", "dog"), ("]", None), ("[", "dog")):
        page.keyboard.press(key)
        if name:
            selected(page, name)
        else:
            page.wait_for_function("() => document.querySelector('#node-name').textContent !== 'dog'")
    page.keyboard.press("?")
    assert page.locator("#keys[open] kbd").count() > 10
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.wait_for_selector("#selection", state="hidden")


def test_the_exported_file_needs_no_server(page, home, tmp_path):
    opened(page, home[0])
    searched(page, "dog")
    selected(page, "dog")
    picture = pixels(page)
    with page.expect_download() as download:
        page.click("#export")
    path = tmp_path / "map.html"
    download.value.save_as(path)
    assert download.value.suggested_filename.endswith(".html")
    alone = page.context.new_page()
    asked, said = [], []
    alone.on("request", lambda request: asked.append(request.url))
    alone.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    alone.on("pageerror", lambda error: said.append(str(error)))
    opened(alone, path.as_uri())
    selected(alone, "dog")  # the file shows what the page showed
    assert pixels(alone) == picture
    assert {"pug", "bea<gle"} <= set(alone.locator("#descendants .name").all_inner_texts())
    alone.click("#containment summary")
    searched(alone, "animal", "#test-a")
    searched(alone, "pug", "#test-b")
    alone.wait_for_selector("#verdict.yes")
    assert [url for url in asked if not url.startswith(("file:", "blob:", "data:"))] == []
    assert said == []
    alone.close()


def test_the_command_lines_file_opens_too(page, tmp_path):
    save_exported(small("hyperboloid"), tmp_path / "map.html")
    opened(page, (tmp_path / "map.html").as_uri())
    searched(page, "cat")
    selected(page, "cat")


def test_webgl_draws_what_the_canvas_draws(page, home):
    counts = []
    for painter, kind in (("webgl", "WebGL 2"), ("canvas", "canvas")):
        opened(page, f"{home[0]}?painter={painter}#at=0,0,0,1&theme=light")
        assert page.get_attribute("html", "data-painter") == kind
        picture = page.screenshot(clip={"x": 350, "y": 0, "width": 650, "height": 700})
        counts.append(page.evaluate(SHRUNK, "data:image/png;base64," + base64.b64encode(picture).decode()))
    worst = max(abs(a - b) for a, b in zip(*counts, strict=True))
    assert worst < 40  # of 255, in a picture shrunk to a tenth, so that edges count little


SHRUNK = """async (source) => {
  const blob = new Blob([Uint8Array.from(atob(source.split(',')[1]), (c) => c.charCodeAt(0))]);
  const image = await createImageBitmap(blob), canvas = new OffscreenCanvas(65, 70);
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, 65, 70);
  return Array.from(context.getImageData(0, 0, 65, 70).data);
}"""


def test_motions_of_the_three_planes_map_circles_to_circles(page, home):
    """Three points of each circle, moved one by one by the planes' own formulas, lie on the moved circle."""
    opened(page, home[0])
    worst = page.evaluate(
        """async () => {
      const { liftCircles, travel, product, turn } = await import('/assets/plane.js');
      const times = ([a, b], [c, d]) => [a * c - b * d, a * d + b * c];
      const over = ([a, b], [c, d]) => times([a, b], [c / (c * c + d * d), -d / (c * c + d * d)]);
      let worst = 0;
      for (const K of [-1, 0, 1]) for (let i = 0; i < 200; i++) {
        const x = 0.4 * Math.sin(i), y = 0.4 * Math.cos(3 * i), q = 0.05 + 0.2 * Math.abs(Math.sin(7 * i));
        const p = [0.5 * Math.cos(5 * i), 0.5 * Math.sin(11 * i)], angle = i;
        const m = product(travel(K, p), turn(angle));
        const [a, b, z, c, s] = liftCircles([x, y, q], [0], K);
        const den = m[6] * a + m[7] * b + m[8] * z + c;
        const middle = [(m[0] * a + m[1] * b + m[2] * z) / den, (m[3] * a + m[4] * b + m[5] * z) / den];
        for (const at of [0, 2, 4]) {
          let w = times([x + q * Math.cos(at), y + q * Math.sin(at)], [Math.cos(angle), Math.sin(angle)]);
          const below = times([K * p[0], -K * p[1]], w);
          w = over([w[0] + p[0], w[1] + p[1]], [1 - below[0], -below[1]]);
          const far = Math.hypot(w[0] - middle[0], w[1] - middle[1]);
          worst = Math.max(worst, Math.abs(far - Math.abs(s / den)));
        }
      }
      return worst;
    }"""
    )
    assert worst < 1e-12
