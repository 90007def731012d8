"""A picture: SVG in memory, shown by notebooks, saved as SVG, PNG or PDF."""

from __future__ import annotations

from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from diskembed.errors import MissingExtraError, ParameterError
from diskembed.storage.atomic import replacing

__all__ = ["SUFFIXES", "Picture", "require_suffix"]

SUFFIXES = (".svg", ".png", ".pdf")
PNG_SCALE = 2.0
"""Dots of a PNG for each unit of the picture: sharp on a dense screen."""


@dataclass(frozen=True)
class Picture:
    """``svg`` is a whole document. ``note`` says in words what is to be seen."""

    svg: str
    note: str = ""

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str | PathLike[str]) -> None:
        """Write it whole or not at all; the ending says as what: .svg, .png or .pdf."""
        content = self._as(require_suffix(path))
        with replacing(path) as file:
            file.write(content)

    def _as(self, suffix: str) -> bytes:
        if suffix == ".svg":
            return self.svg.encode()
        cairosvg, source = _converter(suffix), self.svg.encode()
        made: bytes = (
            cairosvg.svg2pdf(bytestring=source)
            if suffix == ".pdf"
            else cairosvg.svg2png(bytestring=source, scale=PNG_SCALE)
        )
        return made


def require_suffix(path: str | PathLike[str]) -> str:
    """The ending of a path that a picture can be saved to."""
    suffix = Path(path).suffix.lower()
    if suffix not in SUFFIXES:
        raise ParameterError(
            f"a picture named {Path(path).name!r}",
            allowed=f"pictures end in {', '.join(SUFFIXES)}",
            do="choose one of them",
        )
    return suffix


def _converter(suffix: str) -> Any:
    try:
        import cairosvg
    except (ImportError, OSError):  # OSError: the package is there, the cairo library that it calls is not
        raise MissingExtraError(
            f"a picture as {suffix} (SVG needs nothing)",
            package="cairosvg with the library cairo",
            extra="plot",
        ) from None
    return cairosvg
