"""NumPy's .npz: arrays by name, readable without this package and without pickle."""

from __future__ import annotations

import json
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from diskembed.errors import ReadError
from diskembed.exchange.content import Content
from diskembed.exchange.registry import Format, register
from diskembed.exchange.vectors import Vectors
from diskembed.graph.names import Names
from diskembed.storage.atomic import replacing
from diskembed.storage.vocabulary import pack_names, unpack_names

__all__ = ["read_npz", "write_npz"]


def write_npz(content: Content, path: Path) -> list[Path]:
    """``rows``, names as UTF-8 with offsets, ``about`` as JSON; of disks also centres, radii and lifts."""
    about = np.frombuffer(json.dumps(content.description()).encode(), np.uint8)
    arrays = {"about": about, "rows": content.stored, **pack_names(content.names, "names")}
    if content.form is not None:
        arrays |= {"centers": content.stored[:, :-1], "radii": content.stored[:, -1]}
    if content.lifts is not None:
        arrays |= {"lift_outer": content.lifts.A, "lift_inner": content.lifts.B}
    with replacing(path) as file:
        np.savez_compressed(file, allow_pickle=False, **arrays)
    return [path]


def read_npz(path: Path) -> Vectors:
    """``centers`` (or ``vectors``), ``radii`` and names: as above, or an array ``names`` of strings."""
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as data:
            names = (
                unpack_names(data, "names")
                if "names_blob" in data
                else Names.from_strings(str(name) for name in data["names"].tolist())
            )
            centers = data["centers" if "centers" in data else "vectors"]
            return Vectors(names, centers, data["radii"])
    except FileNotFoundError:
        raise ReadError(path, "there is no such file", do="check the path") from None
    except (ValueError, OSError, KeyError, AttributeError, TypeError, EOFError, BadZipFile) as error:
        raise ReadError(
            path,
            f"no vectors can be read from it: {error}",
            allowed="a NumPy file with arrays names, centers (or vectors) and radii",
        ) from None


register(Format("npz", "NumPy arrays: rows, centres, radii, lifts", ".npz", write_npz, read_npz))
