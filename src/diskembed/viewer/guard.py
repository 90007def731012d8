"""What stands before the server: who may ask, how much, how long, and what a page may load.

A page of another site may send requests to a server on this machine. So the Host has to be ours (a foreign
name that was pointed here is refused), the Origin too, and off the loopback a token is needed.
"""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from ipaddress import ip_address
from urllib.parse import parse_qs, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["COOKIE", "Guard", "Limits", "is_loopback"]

COOKIE = "diskembed_token"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS: Mapping[str, str] = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}


@dataclass(frozen=True)
class Limits:
    """How much is answered: bytes of an address, requests at one time, and seconds for each."""

    address: int = 4096
    at_once: int = 512
    seconds: float = 20.0


@dataclass
class Guard:
    """An ASGI application around another."""

    app: ASGIApp
    host: str
    token: str | None = None
    limits: Limits = field(default_factory=Limits)
    _busy: int = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse, or answer within the limits."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if refusal is not None:
            await refusal(scope, receive, _with_headers(send))
            return
        self._busy += 1
        try:
            await self._within_time(scope, receive, _with_headers(send))
        finally:
            self._busy -= 1

    async def _within_time(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = False

        async def watched(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            async with asyncio.timeout(self.limits.seconds):
                await self.app(scope, receive, watched)
        except TimeoutError:
            if not started:
                await problem(504, "the answer took too long; ask for less with limit")(scope, receive, send)

    def _refusal(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        if not self._host_is_ours(headers.get("host", "")):
            return problem(403, "the Host of this request is not this server's")
        origin = headers.get("origin")
        if origin is not None and urlsplit_netloc(origin) != headers.get("host"):
            return problem(403, "pages of other origins may not ask this server")
        if len(scope["raw_path"] or b"") + len(scope["query_string"]) > self.limits.address:
            return problem(414, f"an address has at most {self.limits.address} bytes")
        if headers.get("content-length", "0") != "0" or "transfer-encoding" in headers:
            return problem(413, "no request here has a body")
        if self._busy >= self.limits.at_once:
            busy = problem(503, f"{self.limits.at_once} requests are being answered; ask again in a second")
            busy.headers["retry-after"] = "1"
            return busy
        return None if self.token is None else self._without_token(scope, headers, self.token)

    def _without_token(self, scope: Scope, headers: Headers, token: str) -> Response | None:
        """None for whoever has it; the address with ``?token=`` leaves a cookie and leads to the page."""
        scheme, _, bearer = headers.get("authorization", "").partition(" ")
        if (scheme.lower() == "bearer" and same(bearer, token)) or same(_cookie(headers), token):
            return None
        given = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])[0]
        if scope["path"] == "/" and same(given, token):
            answer = RedirectResponse("/", status_code=303)
            answer.set_cookie(COOKIE, token, httponly=True, samesite="strict")
            return answer
        refused = problem(401, "this server needs its token: Authorization: Bearer TOKEN, or /?token=TOKEN")
        refused.headers["www-authenticate"] = "Bearer"
        return refused

    def _host_is_ours(self, host: str) -> bool:
        name = urlsplit_name(host)
        if is_loopback(name) or name == self.host:
            return True
        return self.token is not None and self.host in {"0.0.0.0", "::"} and bool(name)


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach that host."""
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def problem(status: int, message: str) -> JSONResponse:
    """Every refusal and error looks like this."""
    return JSONResponse({"error": message}, status)


def urlsplit_name(host: str) -> str:
    """The name or address in a Host header."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def urlsplit_netloc(origin: str) -> str:
    """What an Origin header and a Host header have in common; "null" has nothing."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""


def same(given: str, token: str) -> bool:
    """Compared in a time that tells nothing."""
    return hmac.compare_digest(given.encode("utf-8", "replace"), token.encode())


def _cookie(headers: Headers) -> str:
    try:
        found = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return ""
    return found.value if found else ""


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault("cache-control", "no-store")
        await send(message)

    return sending
