"""What all pictures share: colours, text that stays readable, and the document around them."""

from __future__ import annotations

import textwrap
from html import escape

__all__ = ["GREY", "INK", "PALETTE", "SANS", "document", "text", "width_of"]

PALETTE = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#a08800")
"""Okabe and Ito's colours, told apart by colour-blind people; the yellow is darker, to be seen on white."""
INK, GREY = "#1f2933", "#66727f"
SANS = "Helvetica, Arial, 'DejaVu Sans', sans-serif"
LETTER = 0.56
"""The mean width of a letter, in font sizes: enough for the fonts above."""
TITLE, NOTE, LINE = 20.0, 11.5, 15.0


def width_of(words: str, size: float) -> float:
    """About how wide they will be."""
    return LETTER * size * len(words)


def text(
    x: float,
    y: float,
    words: str,
    *,
    size: float = 13.0,
    colour: str = INK,
    anchor: str = "start",
    halo: bool = False,
    turned: bool = False,
) -> str:
    """Words; with ``halo`` a white copy lies under them, so that they can be read on lines and colours."""
    turn = f' transform="rotate(-90 {x:.1f} {y:.1f})"' if turned else ""
    place = f'x="{x:.1f}" y="{y:.1f}" font-size="{size:.1f}" text-anchor="{anchor}"{turn}'
    words = escape(_printable(words))
    under = ""
    if halo:  # not by paint-order, which converters do not know
        under = (
            f'<text {place} class="halo" aria-hidden="true" fill="none" stroke="#ffffff" stroke-width="3" '
            f'stroke-linejoin="round" stroke-opacity="0.85">{words}</text>'
        )
    return f'{under}<text {place} fill="{colour}">{words}</text>'


def document(parts: list[str], *, width: float, height: float, title: str = "", note: str = "") -> str:
    """A document with a title above what is drawn between (0, 0) and (width, height) and a note below."""
    lines = textwrap.wrap(_printable(note), max(20, int(width / (LETTER * NOTE)))) if note else []
    above = TITLE + 22 if title else 12.0
    whole = above + height + 14 + LINE * len(lines)
    head = [text(0, -18, title, size=TITLE)] if title else []
    foot = [text(0, height + LINE * (at + 1), line, size=NOTE, colour=GREY) for at, line in enumerate(lines)]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width + 24:.0f}" height="{whole:.0f}" '
            f'viewBox="-12 {-above:.0f} {width + 24:.0f} {whole:.0f}" font-family="{SANS}" role="img">',
            f"<title>{escape(_printable(title or 'disks'))}</title>",
            f'<rect x="-12" y="{-above:.0f}" width="{width + 24:.0f}" height="{whole:.0f}" fill="#ffffff"/>',
            *head,
            *parts,
            *foot,
            "</svg>\n",
        ]
    )


def _printable(words: str) -> str:
    """XML takes no control characters, however they are written."""
    return "".join(char if char.isprintable() else " " for char in words)
