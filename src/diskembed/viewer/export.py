"""The map as one HTML file that needs neither server nor network.

The page's modules are joined into one script, the stylesheet stands in the file, and so does all data,
gzipped and in base64. A Content-Security-Policy admits exactly that script and that stylesheet, by their
hashes.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
from html import escape
from os import PathLike

from diskembed.errors import DiskembedError
from diskembed.storage.atomic import replacing
from diskembed.viewer.assets import assets, modules
from diskembed.viewer.atlas import Atlas

__all__ = ["exported", "joined", "save_exported"]

IMPORT = re.compile(r'^import \{[^}]*\} from "\./([a-z0-9_]+\.js)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?function|class|const|let)", re.MULTILINE)


def save_exported(atlas: Atlas, path: str | PathLike[str]) -> None:
    """Write ``exported`` to a file, all of it or nothing."""
    page = exported(atlas)
    with replacing(path) as file:
        file.write(page)


def exported(atlas: Atlas) -> bytes:
    """The page with its script, its stylesheet and the map's data inside."""
    script, style = joined(modules(), "main.js"), assets()["style.css"].decode()
    policy = (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )
    page = assets()["index.html"].decode()
    for part, instead in (
        ('<link rel="stylesheet" href="/assets/style.css">', f"<style>{style}</style>"),
        ('<link rel="icon" href="/assets/icon.svg">', ""),
        ('<script type="module" src="/assets/main.js"></script>', f'<script type="module">{script}</script>'),
        ("<!-- policy -->", f'<meta http-equiv="Content-Security-Policy" content="{escape(policy)}">'),
        ("<title>diskembed</title>", f"<title>{escape(atlas.title)}: a map of disks</title>"),
        ("<!-- data -->", "\n".join(_block(name, content) for name, content in _data(atlas).items())),
    ):
        if part not in page:
            raise DiskembedError(f"the page has lost its {part!r}")
        page = page.replace(part, instead, 1)
    return page.encode()


def joined(sources: dict[str, str], first: str) -> str:
    """One script in which every module comes after those that it imports."""
    ordered: list[str] = []

    def visit(name: str) -> None:
        if name not in ordered:
            for needed in IMPORT.findall(sources[name]):
                if needed not in ordered:
                    visit(needed)
            ordered.append(name)

    visit(first)
    return "\n".join(EXPORT.sub("", IMPORT.sub("", sources[name])) for name in ordered)


def _data(atlas: Atlas) -> dict[str, bytes]:
    """What the server would have answered."""
    ancestors = atlas.hierarchy.ancestors
    return {
        "map": json.dumps(atlas.facts()).encode(),
        "names": json.dumps(atlas.names, ensure_ascii=False).encode(),
        "disks": atlas.disks,
        "ancestor-starts": ancestors.indptr.astype("<i4").tobytes(),
        "ancestors": ancestors.indices.astype("<i4").tobytes(),
    }


def _block(name: str, content: bytes) -> str:
    text = base64.b64encode(gzip.compress(content, 6, mtime=0)).decode()
    return f'<script type="application/gzip" id="data-{name}">{text}</script>'


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"
