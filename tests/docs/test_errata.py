"""Every check on the errata page runs as it stands, alone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "errata.md"
SECTIONS = re.split(r"^## ", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
BLOCKS = [
    pytest.param(block, id=f"{section.partition(chr(10))[0]}-{number}")
    for section in SECTIONS
    for number, block in enumerate(re.findall(r"^```python\n(.*?)^```", section, re.MULTILINE | re.DOTALL))
]


@pytest.mark.parametrize("block", BLOCKS)
def test_the_block_runs(block):
    exec(compile(block, str(PAGE), "exec"), {})


def test_every_erratum_but_the_list_of_misprints_has_a_check_that_asserts():
    for section in SECTIONS:
        title = section.partition("\n")[0]
        assert title == "Misprints" or "assert" in section.partition("```python")[2], title
