"""The server's answers, and what it refuses."""

import asyncio
import json
import re

import numpy as np
import pytest

pytest.importorskip("starlette", reason="the extra view is not installed")
pytest.importorskip("httpx2", reason="the test client needs httpx2")

from starlette.testclient import TestClient

from diskembed.viewer.assets import assets
from diskembed.viewer.atlas import FIELDS
from diskembed.viewer.guard import Guard, Limits, is_loopback
from diskembed.viewer.openapi import document
from diskembed.viewer.server import application
from viewer.maps import small

HOME = "http://127.0.0.1:8350"


@pytest.fixture(scope="module")
def client():
    with TestClient(application(small()), base_url=HOME) as client:
        yield client


def asked(client, address, status=200, **options):
    answer = client.get(address, **options)
    assert answer.status_code == status, answer.text
    return answer.json()


# -- answers -------------------------------------------------------------------------------------------
def test_the_map_and_its_arrays(client):
    atlas = small()
    facts = asked(client, "/api/map")
    assert (facts["nodes"], facts["curvature"], facts["exact"]) == (9, 0, True)
    assert asked(client, "/api/map/names")["names"] == list(atlas.embedding.names)
    content, start = client.get("/api/map/disks").content, 0
    found = {}
    for (name, kind, each), told in zip(FIELDS, facts["fields"], strict=True):
        assert told == {"name": name, "type": kind, "each": each}
        count = facts["nodes"] * each
        found[name] = np.frombuffer(content, np.dtype(kind).newbyteorder("<"), count, start)
        start += found[name].nbytes
    assert start == len(content)
    assert np.array_equal(found["circles"].reshape(-1, 3), atlas.drawing.circles)
    assert sorted(found["order"].tolist()) == list(range(9))


def test_a_node_by_name_and_by_number(client):
    dog = asked(client, "/api/nodes?name=dog")
    assert dog == asked(client, f"/api/nodes/{dog['node']}")
    names = small().names
    assert [names[i] for i in dog["path"]] == ["animal", "mammal", "dog"]
    assert (dog["ancestors"], dog["descendants"]) == (2, 2)


def test_relatives_are_those_of_the_embedding(client):
    embedding, names = small().embedding, small().names
    for node, name in enumerate(names):
        for side in ("ancestors", "descendants"):
            told = asked(client, f"/api/nodes/{node}/{side}")
            matches = getattr(embedding, side)(name)
            assert {names[i] for i in told["nodes"]} == set(matches.names)
            assert sorted(told["protrusions"]) == pytest.approx(matches.scores.tolist())
            assert told["total"] == len(matches)
    first = asked(client, f"/api/nodes/{names.index('animal')}/descendants?limit=1")
    assert (first["total"], len(first["nodes"])) == (7, 1)


def test_containment(client):
    yes = asked(client, "/api/contains", params={"ancestor": "animal", "descendant": "bea<gle"})
    assert yes["contains"] is True
    assert yes["protrusion"] <= yes["cutoff"] == 0
    assert asked(client, "/api/contains?ancestor=dog&descendant=owl")["contains"] is False


# -- refusals ------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("address", "status", "words"),
    [
        ("/api/nodes?name=dgo", 404, "did you mean 'dog'"),
        ("/api/nodes", 400, "takes name"),
        ("/api/nodes?name=dog&name=cat", 400, "each once"),
        ("/api/nodes?name=dog&also=1", 400, "takes name"),
        ("/api/nodes/9", 404, "no node of the map"),
        ("/api/nodes/-1", 404, "number from 0"),
        ("/api/nodes/dog", 404, "number from 0"),
        ("/api/nodes/" + "9" * 3000, 404, "number from 0"),
        ("/api/nodes/1/ancestors?limit=0", 400, "limit is"),
        ("/api/nodes/1/ancestors?limit=x", 400, "limit is"),
        ("/api/nodes/1/ancestors?limit=100001", 400, "limit is"),
        ("/api/nodes/1/descendants?most=3", 400, "takes"),
        ("/api/contains?ancestor=dog", 400, "takes ancestor and descendant"),
        ("/api/contains?ancestor=dog&descendant=%ff%fe", 404, "no node is named"),
        ("/api/map?x=1", 400, "takes no parameters"),
        ("/api/nothing", 404, "Not Found"),
        ("/api/nodes?name=" + "x" * 5000, 414, "at most 4096 bytes"),
    ],
)
def test_what_cannot_be_answered_is_said(client, address, status, words):
    assert words in asked(client, address, status)["error"]


@pytest.mark.parametrize(
    "path",
    [
        "/assets/../server.py",
        "/assets/%2e%2e/server.py",
        "/assets/..%2fserver.py",
        "/assets//etc/passwd",
        "/assets/",
        "/etc/passwd",
        "/assets/main.js/../x",
    ],
)
def test_no_other_file_can_be_had(client, path):
    answer = client.get(path)
    assert answer.status_code == 404
    assert "import" not in answer.text


def test_only_reading_and_no_bodies(client):
    for method in ("post", "put", "delete", "patch"):
        assert getattr(client, method)("/api/map").status_code == 405
    assert client.request("GET", "/api/map", content=b"x" * 100).status_code == 413
    assert client.head("/").status_code == 200


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8350", "127.0.0.1.evil.example", "", "[::1"])
def test_a_foreign_host_is_refused(client, host):
    assert client.get("/api/map", headers={"host": host}).status_code == 403


@pytest.mark.parametrize("host", ["localhost:1", "127.0.0.1", "[::1]:8350", "127.9.9.9"])
def test_every_name_of_the_loopback_is_ours(client, host):
    assert client.get("/api/map", headers={"host": host}).status_code == 200


def test_a_foreign_origin_is_refused(client):
    for origin in ("http://evil.example", "null", "http://127.0.0.1:1", "http://[::1"):
        assert client.get("/api/map", headers={"origin": origin}).status_code == 403
    assert client.get("/api/map", headers={"origin": HOME}).status_code == 200


# -- the token -----------------------------------------------------------------------------------------
def test_a_token_is_asked_for():
    with TestClient(
        application(small(), token="s3cret", host="0.0.0.0"), base_url="http://box:8350"
    ) as client:
        for headers in ({}, {"authorization": "Bearer wrong"}, {"authorization": "s3cret"},
                        {"cookie": "diskembed_token=wrong"}, {"cookie": "a=\"\\"}):  # fmt: skip
            assert client.get("/", headers=headers).status_code == 401
        assert client.get("/?token=wrong").status_code == 401
        assert client.get("/api/map?token=s3cret").status_code == 401
        assert client.get("/api/map", headers={"authorization": "bearer s3cret"}).status_code == 200
        led = client.get("/?token=s3cret", follow_redirects=False)
        assert (led.status_code, led.headers["location"]) == (303, "/")
        assert "HttpOnly" in led.headers["set-cookie"]
        assert "SameSite=strict" in led.headers["set-cookie"]
        assert client.get("/").status_code == 200  # the cookie came along


def test_what_is_loopback():
    assert all(map(is_loopback, ("localhost", "127.0.0.1", "127.1.2.3", "::1")))
    assert not any(map(is_loopback, ("0.0.0.0", "::", "192.168.0.1", "example.org", "")))


# -- limits --------------------------------------------------------------------------------------------
def test_too_many_at_once_and_too_slow():
    async def slow(scope, receive, send):
        await asyncio.sleep(30)

    guard = Guard(slow, "127.0.0.1", limits=Limits(at_once=2, seconds=0.3))
    scope = {"type": "http", "method": "GET", "path": "/", "raw_path": b"/", "query_string": b"",
             "headers": [(b"host", b"localhost")]}  # fmt: skip

    async def status():
        sent = []

        async def send(message):
            sent.append(message)

        await guard(scope, None, send)
        return sent[0]["status"], dict(sent[0]["headers"])

    async def three():
        return await asyncio.gather(status(), status(), status())

    answers = asyncio.run(three())
    assert sorted(code for code, _ in answers) == [503, 504, 504]
    assert next(headers for code, headers in answers if code == 503)[b"retry-after"] == b"1"


# -- the page ------------------------------------------------------------------------------------------
def test_the_page_and_its_policy(client):
    page = client.get("/")
    assert page.headers["content-type"].startswith("text/html")
    for path in ("/", "/api/map", "/api/nothing", "/assets/main.js"):
        headers = client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert "frame-ancestors 'none'" in policy
    used = set(re.findall(r'(?:src|href)="([^"]+)"', page.text))
    assert used == {"/assets/main.js", "/assets/style.css", "/assets/icon.svg"}
    assert " style=" not in page.text
    assert not re.search(r"\son\w+=", page.text)


def test_every_asset_is_served_and_names_no_other_host(client):
    for name, content in assets().items():
        assert client.get(f"/assets/{name}").content == content
        assert not re.search(rb"https?://(?!www\.w3\.org/2000/svg)", content)


# -- the description -----------------------------------------------------------------------------------
def test_every_route_is_described(client):
    described = asked(client, "/openapi.json")
    assert described == json.loads(json.dumps(document()))
    routes = {route.path for route in application(small()).app.routes if route.path.startswith("/api")}
    assert set(described["paths"]) == routes
