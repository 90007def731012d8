"""What people do on the page."""


def opened(page, address):
    page.goto(address)
    page.wait_for_selector("html[data-ready]")
    return page


def searched(page, text, box="#search"):
    page.fill(box, text)
    page.press(box, "Enter")


def selected(page, name):
    page.wait_for_function("name => document.querySelector('#node-name').textContent === name", arg=name)


def in_the_middle(page, name):
    """A search brings the node to the middle of the map, (550, 360); nothing stays selected."""
    searched(page, name)
    selected(page, name)
    page.keyboard.press("Escape")
    page.click("#clear")
    page.wait_for_selector("#selection", state="hidden")


def pixels(page):
    """The drawn picture, as it can be compared."""
    page.wait_for_timeout(400)  # until a coarse frame has been replaced by the full one
    return page.evaluate("document.querySelector('#disks').toDataURL()")


def place(page):
    """Where the map is, by the address, which follows once nothing moves any more."""
    page.wait_for_timeout(900)
    return page.evaluate("new URLSearchParams(location.hash.slice(1)).get('at')")
