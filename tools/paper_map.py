"""Write docs/paper_map.md: each label of the paper, its equation, functions and tests.

Equations are in paper_labels.toml beside this file. Functions are found by labels in docstrings, tests by
``pytest.mark.paper("eq:...")``. Run it after touching either: ``python tools/paper_map.py``.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "paper_map.md"
SOURCES = ("geometry", "order", "graph", "models", "estimators", "training", "reproduction")
"""Formulas stand in the first two; in the others, by the same labels, what is trained and measured."""
LABEL = re.compile(r"(?<![A-Za-z])(?:eq|theo|prop|sec|subsec|tab|fig):[A-Za-z][\w-]*(?::[\w-]+)*")

HEAD = """# From the paper to the code

The labels of the paper's LaTeX source. Equations are as implemented: where the print is wrong, *erratum*
leads to what is printed and to a check of what is right. Paths start at `src/diskembed` and `tests`.
This page is made by `tools/paper_map.py`.

| label | equation | functions | tests |
|---|---|---|---|
"""

Places = dict[str, list[str]]
Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def labels() -> dict[str, dict[str, str]]:
    """What paper_labels.toml says of each label."""
    return tomllib.loads((ROOT / "tools" / "paper_labels.toml").read_text(encoding="utf-8"))


def functions(packages: tuple[str, ...] = SOURCES) -> Places:
    """For each label, the public functions, classes and modules whose docstrings name it."""
    found: Places = defaultdict(list)
    for package in packages:
        for path in sorted((ROOT / "src" / "diskembed" / package).rglob("*.py")):
            module = ".".join(path.relative_to(ROOT / "src").with_suffix("").parts).removesuffix(".__init__")
            for name, docstring in _docstrings(ast.parse(path.read_text(encoding="utf-8")), module):
                for label in LABEL.findall(docstring):
                    if name not in found[label]:
                        found[label].append(name)
    return found


def tests() -> Places:
    """For each label, the test files that mark a test, or all of theirs, with it."""
    found: Places = defaultdict(list)
    for path in sorted((ROOT / "tests").rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        for label in _marked(ast.parse(path.read_text(encoding="utf-8"))):
            if name not in found[label]:
                found[label].append(name)
    return found


def page() -> str:
    """The page as it should be."""
    by_function, by_test = functions(), tests()
    rows = []
    for label, entry in labels().items():
        equation = f"${entry['latex']}$" if "latex" in entry else entry["about"]
        if "erratum" in entry:
            equation += f" ([erratum](errata.md#{entry['erratum']}))"
        code = "<br>".join(f"`{name.removeprefix('diskembed.')}`" for name in by_function.get(label, []))
        checks = "<br>".join(f"`{name.removeprefix('tests/')}`" for name in by_test.get(label, []))
        rows.append(f"| `{label}` | {equation} | {code} | {checks} |\n")
    return HEAD + "".join(rows)


def main() -> None:
    """Write the page, whole or not at all."""
    draft = PAGE.with_suffix(".tmp")
    draft.write_text(page(), encoding="utf-8")
    draft.replace(PAGE)
    sys.stderr.write(f"wrote {PAGE.relative_to(ROOT)}\n")


def _docstrings(node: ast.Module | Definition, name: str) -> Iterator[tuple[str, str]]:
    """Dotted names with their docstrings; what is private counts for what holds it."""
    yield name, ast.get_docstring(node) or ""
    for child in node.body:
        if isinstance(child, Definition):
            yield from _docstrings(child, name if child.name.startswith("_") else f"{name}.{child.name}")


def _marked(tree: ast.Module) -> Iterator[str]:
    """The arguments of every ``pytest.mark.paper(...)``."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.paper":
            yield from (ast.literal_eval(argument) for argument in node.args)


if __name__ == "__main__":
    main()
