"""The map as one file: one script whose parts do not clash, and nothing from elsewhere."""

import base64
import gzip
import hashlib
import html
import json
import re

import numpy as np
import pytest

from diskembed.errors import WriteError
from diskembed.viewer.assets import modules
from diskembed.viewer.export import exported, joined, save_exported
from viewer.maps import small

PAGE = exported(small()).decode()


def block(name):
    (text,) = re.findall(rf'<script type="application/gzip" id="data-{name}">([^<]*)</script>', PAGE)
    return gzip.decompress(base64.b64decode(text))


def test_the_data_is_what_the_server_would_send():
    atlas = small()
    assert json.loads(block("map")) == json.loads(json.dumps(atlas.facts()))
    assert json.loads(block("names")) == atlas.names
    assert block("disks") == atlas.disks
    starts = np.frombuffer(block("ancestor-starts"), "<i4")
    ancestors = np.frombuffer(block("ancestors"), "<i4")
    for node in range(len(atlas)):
        assert ancestors[starts[node] : starts[node + 1]].tolist() == atlas.hierarchy.ancestors[node].tolist()


def test_names_cannot_leave_their_place():
    assert "small &lt;map&gt;" in PAGE
    assert "small <map>" not in PAGE
    assert "bea<gle" not in PAGE


def test_the_policy_admits_just_this_script_and_this_style():
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', PAGE)
    for tag, directive in (('<script type="module">', "script-src"), ("<style>", "style-src")):
        start = PAGE.index(tag) + len(tag)
        content = PAGE[start : PAGE.index(f"</{tag[1:].split()[0].rstrip('>')}>", start)]
        digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
        assert f"{directive} 'sha256-{digest}'" in html.unescape(policy)
    assert "unsafe" not in policy
    assert "default-src 'none'" in html.unescape(policy)
    assert not re.search(r'(src|href)="', PAGE)


def test_modules_are_joined_after_what_they_import_and_do_not_clash():
    sources = modules()
    script = joined(sources, "main.js")
    assert not re.search(r"^(import|export) ", script, re.MULTILINE)
    for source in sources.values():
        assert "</" not in source  # nothing that could end the script's element
        own = re.sub(r"^import .*\n", "", source, flags=re.MULTILINE)
        assert re.sub(r"^export ", "", own, flags=re.MULTILINE).strip() in script
    names = re.findall(r"^(?:async )?(?:function|class|const|let) (\w+)", script, re.MULTILINE)
    names += [
        n
        for more in re.findall(r"^const ([^;\n]*);", script, re.MULTILINE)
        for n in re.findall(r", (\w+) =", more)
    ]
    assert len(names) == len(set(names))
    assert script.index("class Camera") < script.index("class View") < script.index("class Page")


def test_imports_of_imports_come_first():
    sources = {
        "main.js": 'import { a } from "./a.js";\nmain\n',
        "a.js": 'import { b } from "./b.js";\nexport const a = 1;\n',
        "b.js": "export const b = 2;\n",
    }
    assert joined(sources, "main.js").split() == ["const", "b", "=", "2;", "const", "a", "=", "1;", "main"]


def test_the_file_is_written_whole_or_not(tmp_path):
    save_exported(small(), tmp_path / "map.html")
    assert (tmp_path / "map.html").read_bytes() == exported(small())
    with pytest.raises(WriteError):
        save_exported(small(), tmp_path / "none" / "map.html")
