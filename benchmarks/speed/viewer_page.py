"""The page of a map in headless Chromium: the first drawing, and frames a second while it is panned.

    python benchmarks/speed/viewer_page.py MODEL [--graph GRAPH] [--seconds 4] [--zoom 0 4 8]

Measured in the page. The first drawing counts from the start of the navigation, in a fresh browser, the
server being ready. Panning drags by 4 pixels a frame, at several depths of zoom, around the middle. "work"
is the time that the page's own script takes for a frame. Chromium draws in software here (``--disable-
gpu``), on the processor that the server and everything else uses too; the load average stands beside each
figure.
"""

from __future__ import annotations

import argparse
import os
import shutil

from playwright.sync_api import sync_playwright
from viewer_load import server

FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
         "--disable-background-networking", "--disable-component-update"]  # fmt: skip

PAN = """async ([zoom, seconds]) => {
  const map = document.querySelector('#map'), data = document.documentElement.dataset;
  const wait = (time) => new Promise((done) => setTimeout(done, time));
  const frame = () => new Promise(requestAnimationFrame);
  let x = 640, frames = 0, drawn = 0, work = 0;
  const send = (kind) => map.dispatchEvent(
    new PointerEvent(kind, { pointerId: 1, button: 0, clientX: x, clientY: 400, bubbles: true }));
  map.setPointerCapture = () => {};
  document.querySelector('#fit').click();
  await wait(1200);
  for (let i = 0; i < zoom; i++) document.querySelector('#zoom-in').click();
  await wait(700);
  const atRest = Number(data.drawn), times = [];
  send('pointerdown');
  const start = performance.now();
  for (let last = start; last - start < 1000 * seconds;) {
    await frame();
    const now = performance.now();
    times.push(now - last);
    last = now;
    frames += 1;
    drawn += Number(data.drawn);
    work += Number(data.work);
    x += Math.floor(frames / 40) % 2 ? -4 : 4;
    send('pointermove');
  }
  const fps = (1000 * frames) / (performance.now() - start);
  send('pointerup');
  times.sort((a, b) => a - b);
  return { fps, median: times[frames >> 1], slow: times[Math.floor(0.95 * frames)], atRest,
    drawn: drawn / frames, work: work / frames, least: data.least, share: data.share };
}"""


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("model")
    parser.add_argument("--graph")
    parser.add_argument("--seconds", type=float, default=4.0)
    parser.add_argument("--zoom", type=int, nargs="*", default=[0, 4, 8])
    options = parser.parse_args()
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    with server(options.model, options.graph) as (address, _), sync_playwright() as playwright:
        for _ in range(3):
            browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
            page = browser.new_page(viewport={"width": 1280, "height": 800})
            page.goto(address)
            page.wait_for_selector("html[data-ready]")
            data = page.evaluate("({ ...document.documentElement.dataset })")
            print(
                f"first drawing after {data['ready']} ms ({data['painter']}), load {os.getloadavg()[0]:.1f}"
            )
            if _ < 2:
                browser.close()
        for zoom in options.zoom:
            told = page.evaluate(PAN, [zoom, options.seconds])
            print(
                f"panning at zoom {zoom}: {told['fps']:.1f} frames a second, median {told['median']:.1f} ms, "
                f"95 % below {told['slow']:.1f} ms, work {told['work']:.1f} ms; "
                f"{told['atRest']:,} circles at rest, {told['drawn']:,.0f} while moving "
                f"(from {told['least']} pixels, {told['share']} of the resolution); "
                f"load {os.getloadavg()[0]:.1f}"
            )
        browser.close()


if __name__ == "__main__":
    main()
