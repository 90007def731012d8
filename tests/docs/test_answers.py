"""The example of docs/answers.md runs, on a smaller graph."""

import re
from pathlib import Path

import diskembed as de

PAGE = Path(__file__).parents[2] / "docs" / "answers.md"


def test_the_example_runs():
    (example,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(), flags=re.S)
    example = example.replace("animal.n.01", "mammal.n.01").replace("0.95", "0.5")
    exec(compile(example, str(PAGE), "exec"), {"de": de, "dag": de.datasets.load("wordnet-mammals")})


def test_every_format_is_named():
    from diskembed.exchange.registry import formats

    assert all(f"`{name}`" in PAGE.read_text() or f'"{name}"' in PAGE.read_text() for name in formats())
