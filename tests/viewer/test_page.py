"""The page in a real browser: every state of it, by mouse and by keys."""

import re

from viewer.steps import in_the_middle, opened, pixels, place, searched, selected


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
    in_the_middle(page, "pug")
    before = pixels(page)
    page.mouse.click(550, 360)
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
