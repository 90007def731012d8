"""The page's files, which lie in ``page/`` and are read once."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

__all__ = ["TYPES", "assets", "modules"]

TYPES = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}


@cache
def assets() -> dict[str, bytes]:
    """Content by file name; the folder has no subfolders."""
    folder = files("diskembed.viewer") / "page"
    return {
        file.name: file.read_bytes()
        for file in sorted(folder.iterdir(), key=lambda file: file.name)
        if file.name.rpartition(".")[2] in TYPES
    }


def modules() -> dict[str, str]:
    """The scripts among them, by name."""
    return {name: content.decode() for name, content in assets().items() if name.endswith(".js")}
