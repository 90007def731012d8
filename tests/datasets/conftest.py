"""A web site on this machine, which can be told to misbehave."""

import re
import threading
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from diskembed import datasets


class Site:
    """Serves ``content`` at any address; ``asked`` lists the ``Range`` of each request."""

    def __init__(self, port):
        self.url = f"http://127.0.0.1:{port}"
        self.content = bytes(range(256)) * 8
        self.validator = {"ETag": '"one"'}
        self.ranges = True
        self.cuts = []  # how many bytes of the next answers to send before hanging up
        self.status = 200
        self.shift = 0  # how far beside the range asked for an answer begins
        self.redirects = 0
        self.asked = []
        self.may_answer = threading.Event()
        self.may_answer.set()

    def answer(self, handler):
        asked = handler.headers.get("Range")
        self.asked.append(asked)
        self.may_answer.wait(10)
        if self.redirects:
            self.redirects -= 1
            handler.send_response(302)
            handler.send_header("Location", f"{self.url}/elsewhere")
            handler.end_headers()
            return
        start, status = 0, self.status
        same = handler.headers.get("If-Range") in self.validator.values()
        if asked and self.ranges and same:
            start = int(re.fullmatch(r"bytes=(\d+)-", asked)[1]) + self.shift
            status = 206 if start < len(self.content) else 416
        self.send(handler, status, start)

    def send(self, handler, status, start):
        total = len(self.content)
        body = self.content[start:] if status in (200, 206) else b""
        handler.send_response(status)
        for name, value in self.validator.items():
            handler.send_header(name, value)
        if status in (206, 416):
            place = f"{start}-{total - 1}" if status == 206 else "*"
            handler.send_header("Content-Range", f"bytes {place}/{total}")
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body[: self.cuts.pop(0)] if self.cuts else body)


@pytest.fixture
def site(monkeypatch):
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    monkeypatch.delenv("DISKEMBED_OFFLINE", raising=False)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            found.answer(self)

        def log_message(self, *args):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    found = Site(server.server_port)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield found
    found.may_answer.set()
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def dataset(site):
    """A dataset whose file that site has."""
    return replace(datasets.info("hpo"), url=f"{site.url}/hp.obo")
