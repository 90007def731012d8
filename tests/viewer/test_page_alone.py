"""The exported file in a real browser, the two painters, and the planes' motions."""

import base64

from diskembed.viewer.export import save_exported
from viewer.maps import small
from viewer.steps import opened, pixels, searched, selected


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
