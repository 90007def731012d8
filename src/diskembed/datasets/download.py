"""One file over HTTP, taken up again where it was cut off."""

from __future__ import annotations

import re
from email.message import Message
from http.client import HTTPException
from pathlib import Path
from typing import IO, Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from diskembed import __version__
from diskembed.datasets.partial import Partial
from diskembed.datasets.progress import Report
from diskembed.errors import DatasetError

__all__ = ["by_hand", "download"]

CHUNK = 1 << 18
PARTIAL_CONTENT = 206
RANGE_NOT_SATISFIABLE = 416


class _NoDowngrade(HTTPRedirectHandler):
    """Follows redirects, but not from https to anything less."""

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: Any, newurl: str
    ) -> Request | None:
        if req.type == "https" and urlsplit(newurl).scheme != "https":
            raise DatasetError(
                f"{req.full_url} redirects to {newurl}",
                allowed="a secure address may not lead to an insecure one",
                do="fetch the file by another way and put it in place by hand",
            )
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def by_hand(target: Path, what: str = "it") -> str:
    """What to do where the network does not help."""
    return f"get {what} by other means and put it at {target}"


def download(url: str, target: Path, *, timeout: float, report: Report) -> Partial:
    """Fetch ``url`` whole and leave it as the partial file of ``target``, not yet in its place.

    A cut connection is taken up again at once for as long as that brings more bytes, and by the next
    call after that. A site that cannot send the rest of a file, or has another one now, sends it anew.
    """
    if urlsplit(url).scheme not in {"http", "https"}:
        raise DatasetError(
            f"the address {url!r} was given", allowed="an address begins with https:// or http://"
        )
    partial = Partial.of(target)
    most, anew = -1, False
    while reason := _attempt(url, target, partial, timeout, report):
        if partial.size <= most and (partial.size or anew):
            raise DatasetError(
                f"{url}: {reason}",
                do=f"run it again: it goes on after the {partial.size:,} bytes that are here; "
                f"or {by_hand(target)}",
            )
        anew = anew or partial.size <= most  # a part that was of no use was removed: once
        most = partial.size
    return partial


def _attempt(url: str, target: Path, partial: Partial, timeout: float, report: Report) -> str:
    """One request; why the file is still incomplete after it, or the empty string."""
    headers = {"User-Agent": f"diskembed/{__version__}", "Accept-Encoding": "identity"}
    have, validator = partial.size, partial.validator(url)
    if have and validator:
        headers |= {"Range": f"bytes={have}-", "If-Range": validator}
    try:
        response = build_opener(_NoDowngrade).open(Request(url, headers=headers), timeout=timeout)
    except HTTPError as error:
        with error:
            if error.code == RANGE_NOT_SATISFIABLE and have and validator:
                return _after_the_end(error.headers, partial)
            raise DatasetError(
                f"{url} was answered with {error.code} {error.reason}", do=by_hand(target)
            ) from None
    except (OSError, HTTPException) as error:
        raise DatasetError(
            f"{url} could not be reached ({getattr(error, 'reason', '') or error or type(error).__name__})",
            do=f"check the network and run it again, or {by_hand(target)}",
        ) from None
    with response:
        if response.status != PARTIAL_CONTENT:
            total = _number(response.headers.get("Content-Length", ""))
            with partial.restart(url, _validator(response.headers)) as file:
                return _copy(response, file, 0, total, report)
        start, total = _content_range(response.headers)
        if start != have:
            partial.discard()
            return f"the bytes from {start} were sent where those from {have} were asked for"
        with partial.resume() as file:
            return _copy(response, file, have, total, report)


def _copy(response: Any, file: IO[bytes], done: int, total: int | None, report: Report) -> str:
    """Write what comes; why it is not all, or the empty string."""
    report(done, total)
    while True:
        try:
            chunk = response.read1(CHUNK)
        except (OSError, HTTPException) as error:
            return f"the connection broke after {done:,} bytes ({error or type(error).__name__})"
        if not chunk:
            break
        file.write(chunk)
        done += len(chunk)
        report(done, total)
    # Without a length an early end cannot be told from the end; the sites that are known give one.
    if total is not None and done != total:
        return f"the connection ended after {done:,} of {total:,} bytes"
    return ""


def _after_the_end(headers: Message, partial: Partial) -> str:
    """A range past the end: either all is here already, or what is here is of no use."""
    if _content_range(headers)[1] == partial.size:
        return ""
    partial.discard()
    return "the part that is here is longer than the file"


def _content_range(headers: Message) -> tuple[int | None, int | None]:
    """First byte and total length, where ``Content-Range`` gives them."""
    found = re.fullmatch(r"bytes (?:(\d+)-\d+|\*)/(\d+|\*)", headers.get("Content-Range", "").strip())
    return (_number(found[1] or ""), _number(found[2])) if found else (None, None)


def _number(text: str) -> int | None:
    return int(text) if text.isdecimal() else None


def _validator(headers: Message) -> str:
    """What ``If-Range`` can ask for: a strong ETag, else the date, else nothing."""
    etag = headers.get("ETag", "")
    return etag if etag and not etag.startswith("W/") else headers.get("Last-Modified", "")
