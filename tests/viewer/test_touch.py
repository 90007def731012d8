"""The map under fingers: one drags, two pinch, a tap selects; sent as the browser's own touch events."""

import pytest

from viewer.steps import in_the_middle, opened, place, selected


class Fingers:
    """Fingers on the page, moved together in small steps as a hand does."""

    def __init__(self, page):
        self.session = page.context.new_cdp_session(page)
        self.at = []

    def _send(self, kind, points):
        touches = [{"x": x, "y": y, "id": number} for number, (x, y) in points]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def down(self, *points):
        """One finger after another."""
        for point in points:
            self.at.append(point)
            self._send("touchStart", list(enumerate(self.at)))

    def move(self, *points, steps=10):
        """All fingers to these places."""
        start = list(self.at)
        for step in range(1, steps + 1):
            self.at = [
                tuple(a + (b - a) * step / steps for a, b in zip(old, new, strict=True))
                for old, new in zip(start, points, strict=True)
            ]
            self._send("touchMove", list(enumerate(self.at)))

    def lift(self, keep=0):
        """All fingers, or all but the first few."""
        self._send("touchEnd", list(enumerate(self.at))[keep:])
        self.at = self.at[:keep]


def camera(page):
    return [float(value) for value in place(page).split(",")]


def under(page, x, y):
    """What a mouse finds at a place."""
    page.mouse.move(x, y)
    page.mouse.move(x + 0.5, y)
    page.wait_for_selector("#tooltip:not([hidden])")
    return page.text_content("#tooltip")


@pytest.fixture
def pug(page, home):
    """The map with the pug in its middle."""
    opened(page, home[0])
    in_the_middle(page, "pug")
    place(page)
    return page


PINCHES = {
    "apart": ([(500, 360), (600, 360)], [(450, 360), (650, 360)], 2, (550, 360)),
    "together": ([(400, 300), (700, 420)], [(475, 330), (625, 390)], 0.5, (550, 360)),
    "along": ([(500, 360), (600, 360)], [(560, 400), (660, 400)], 1, (610, 400)),
}


@pytest.mark.parametrize("name", PINCHES)
def test_two_fingers_zoom_about_their_middle_and_carry_it_along(pug, name):
    start, end, factor, middle = PINCHES[name]
    before, fingers = camera(pug), Fingers(pug)
    fingers.down(*start)
    fingers.move(*end)
    fingers.lift()
    assert camera(pug)[3] == pytest.approx(factor * before[3], rel=0.05)
    assert under(pug, *middle).startswith("pug")


def test_one_finger_drags_and_goes_on_where_a_second_is_lifted(pug):
    before, fingers = camera(pug), Fingers(pug)
    fingers.down((550, 360))
    fingers.move((600, 390))
    fingers.down((700, 390))
    fingers.lift(keep=1)
    fingers.move((620, 400))
    fingers.lift()
    after = camera(pug)
    assert after != before
    assert after[3] == pytest.approx(before[3], rel=1e-6)
    assert under(pug, 620, 400).startswith("pug")


def test_a_tap_selects_and_a_pinch_does_not(page, home):
    opened(page, home[0])
    in_the_middle(page, "pug")
    fingers = Fingers(page)
    fingers.down((500, 360), (600, 360))
    fingers.lift()
    page.wait_for_timeout(200)
    assert page.is_hidden("#selection")
    fingers.down((550, 360))
    fingers.lift()
    selected(page, "pug")
    assert page.is_hidden("#tooltip")
