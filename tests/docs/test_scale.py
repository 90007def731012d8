"""The Python of docs/scale.md runs, and what it says of sizes is what the code has."""

import re
from pathlib import Path

from diskembed.estimators.locality import LARGE
from diskembed.scale.layout import HOT_SHARE, MOST_HOT
from diskembed.scale.sums import adjacency_f1, pair_counts

PAGE = (Path(__file__).parents[2] / "docs" / "scale.md").read_text(encoding="utf-8")


def test_the_example_runs():
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, flags=re.DOTALL)
    names: dict[str, object] = {}
    exec(code, names)
    assert len(names["dag"]) == 10_000
    assert names["model"].dtype == "float32"


def test_constants_are_those_of_the_code():
    assert f"from {LARGE:,} nodes on" in PAGE
    assert f"one in {HOT_SHARE}" in PAGE
    assert f"at most {MOST_HOT:,}" in PAGE
    for function in (pair_counts, adjacency_f1):
        assert f"diskembed.scale.sums.{function.__name__}(" in PAGE
