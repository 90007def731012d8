"""The map over HTTP: the page, and what it asks for. ``openapi`` describes every answer."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from diskembed.errors import InputError, UnknownNameError
from diskembed.query.scores import Side
from diskembed.viewer.assets import TYPES, assets
from diskembed.viewer.atlas import MOST_DRAWN, Atlas
from diskembed.viewer.export import exported
from diskembed.viewer.guard import Guard, Limits, problem
from diskembed.viewer.openapi import document

__all__ = ["USUAL_LIMIT", "application"]

USUAL_LIMIT = 100
NUMBER = re.compile(r"[0-9]{1,9}")


def application(
    atlas: Atlas, *, host: str = "127.0.0.1", token: str | None = None, limits: Limits | None = None
) -> ASGIApp:
    """The server of one map, which answers to ``host`` and the loopback, and with a token only who has it."""
    api = Api(atlas)
    routes = [
        Route("/", _asset("index.html")),
        *(Route(f"/assets/{name}", _asset(name)) for name in assets()),
        Route("/openapi.json", api.openapi),
        Route("/api/map", api.map),
        Route("/api/map/names", api.names),
        Route("/api/map/disks", api.disks),
        Route("/api/nodes", api.find),
        Route("/api/nodes/{node}", api.node),
        Route("/api/nodes/{node}/ancestors", partial(api.related, side="ancestors")),
        Route("/api/nodes/{node}/descendants", partial(api.related, side="descendants")),
        Route("/api/contains", api.contains),
        Route("/api/export", api.export),
    ]
    handlers: dict[Any, Callable[..., Any]] = {
        HTTPException: _http_problem,
        UnknownNameError: _unknown,
        InputError: _refused,
    }
    app = Starlette(routes=routes, exception_handlers=handlers)
    return Guard(app, host, token, limits or Limits())


class Api:
    """The answers of one map."""

    def __init__(self, atlas: Atlas) -> None:
        self.atlas = atlas

    async def openapi(self, request: Request) -> Response:
        """The description of what follows."""
        _only(request)
        return JSONResponse(document())

    async def map(self, request: Request) -> Response:
        """What the map is."""
        _only(request)
        return JSONResponse(self.atlas.facts())

    async def names(self, request: Request) -> Response:
        """All names, by number."""
        _only(request)
        return JSONResponse({"names": self.atlas.names})

    async def disks(self, request: Request) -> Response:
        """All circles and what goes with them, as ``map`` says."""
        _only(request)
        return Response(self.atlas.disks, media_type="application/octet-stream")

    async def find(self, request: Request) -> Response:
        """The node of that name."""
        (name,) = _only(request, "name")
        return JSONResponse(self.atlas.node(self.atlas.place(name)))

    async def node(self, request: Request) -> Response:
        """One node."""
        _only(request)
        return JSONResponse(self.atlas.node(_node(request)))

    async def related(self, request: Request, side: Side) -> Response:
        """The ancestors or descendants of a node."""
        most = _limit(request)
        return JSONResponse(await run_in_threadpool(self.atlas.related, _node(request), side, most))

    async def contains(self, request: Request) -> Response:
        """Whether one name contains another."""
        ancestor, descendant = _only(request, "ancestor", "descendant")
        return JSONResponse(await run_in_threadpool(self.atlas.contains, ancestor, descendant))

    async def export(self, request: Request) -> Response:
        """The whole map as one file."""
        _only(request)
        page = await run_in_threadpool(exported, self.atlas)
        as_file = {"content-disposition": 'attachment; filename="map.html"'}
        return Response(page, media_type="text/html; charset=utf-8", headers=as_file)


def _asset(name: str) -> Callable[[Request], Any]:
    """One file of the page; no other file can be asked for, since each has a route of its own."""
    content, kind = assets()[name], TYPES[name.rpartition(".")[2]]

    async def answer(request: Request) -> Response:
        return Response(content, media_type=kind)

    return answer


def _only(request: Request, *wanted: str) -> list[str]:
    """The values of the parameters that have to be there, each once; others are refused."""
    given = request.query_params.multi_items()
    if sorted(name for name, _ in given) != sorted(wanted):
        named = " and ".join(wanted) or "no parameters"
        raise HTTPException(400, f"this address takes {named}{', each once' if wanted else ''}")
    return [request.query_params[name] for name in wanted]


def _limit(request: Request) -> int:
    if "limit" not in request.query_params:
        _only(request)
        return USUAL_LIMIT
    (text,) = _only(request, "limit")
    if not NUMBER.fullmatch(text) or not 1 <= int(text) <= MOST_DRAWN:
        raise HTTPException(400, f"limit is a number from 1 to {MOST_DRAWN}")
    return int(text)


def _node(request: Request) -> int:
    text = request.path_params["node"]
    if not NUMBER.fullmatch(text):
        raise HTTPException(404, "a node is a number from 0; /api/nodes?name= finds it")
    return int(text)


async def _http_problem(request: Request, error: HTTPException) -> Response:
    answer = problem(error.status_code, error.detail)
    answer.headers.update(error.headers or {})
    return answer


async def _unknown(request: Request, error: UnknownNameError) -> Response:
    return problem(404, str(error))


async def _refused(request: Request, error: InputError) -> Response:
    return problem(400, str(error))
