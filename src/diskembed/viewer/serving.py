"""Run the server of a map until it is stopped."""

from __future__ import annotations

import socket
from collections.abc import Callable
from contextlib import suppress

import uvicorn
from starlette.types import ASGIApp

from diskembed.errors import ParameterError
from diskembed.viewer.guard import is_loopback

__all__ = ["Announcing", "bound", "check_host", "serve"]

BACKLOG = 512
MOST_CONNECTIONS = 1024
LONGEST_HEADERS = 16_384


def check_host(host: str, token: str | None) -> None:
    """Others than this machine may only reach a server that asks for a token."""
    if not is_loopback(host) and not token:
        raise ParameterError(
            f"host {host!r} can be reached from other machines",
            allowed="without a token the map is served on 127.0.0.1, ::1 or localhost only",
            do="add --token SECRET, and share the address with ?token=SECRET",
        )
    if token is not None and not token.isascii():
        raise ParameterError(
            "a token with letters beyond ASCII", allowed="letters, digits and signs of ASCII"
        )


def bound(host: str, port: int) -> socket.socket:
    """A listening socket; port 0 takes a free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        raise ParameterError(
            f"{host}:{port} cannot be listened on: {error.strerror or error}",
            allowed="an address of this machine, and a port that is free",
            do="leave out --port to take a free one",
        ) from None
    return listener


def serve(app: ASGIApp, listener: socket.socket, ready: Callable[[], None]) -> None:
    """Answer until Ctrl-C; ``ready`` is called once requests are answered."""
    with suppress(KeyboardInterrupt):  # by then the server has stopped in good order
        Announcing.of(app, ready).run(sockets=[listener])


class Announcing(uvicorn.Server):
    """A server that says when it is ready, and stops once ``should_exit`` is set."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self.ready = ready

    @classmethod
    def of(cls, app: ASGIApp, ready: Callable[[], None]) -> Announcing:
        """With limits for whoever connects."""
        config = uvicorn.Config(
            app,
            log_level="warning",
            access_log=False,
            server_header=False,
            limit_concurrency=MOST_CONNECTIONS,
            h11_max_incomplete_event_size=LONGEST_HEADERS,
            timeout_keep_alive=5,
            timeout_graceful_shutdown=2,
            lifespan="off",
            ws="none",
        )
        return cls(config, ready)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """As uvicorn does it, and then the call."""
        await super().startup(sockets)
        if self.started:
            self.ready()
