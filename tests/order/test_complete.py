"""No formula without a test: the tests name every public function of the paper's theory."""

from __future__ import annotations

import ast
import importlib
import pkgutil
from collections.abc import Iterable
from inspect import isfunction
from pathlib import Path

import diskembed.order
from diskembed.geometry import coordinates
from order.shadow_cases import CASES

TESTS = Path(__file__).parents[1]
ENDINGS = ("_gradient", "_gradients", "_slope", "_slopes")


def public_functions():
    """Dotted names of the functions in ``__all__``, where they are defined."""
    found = pkgutil.walk_packages(diskembed.order.__path__, "diskembed.order.")
    for module in (importlib.import_module(entry.name) for entry in found if "._" not in entry.name):
        for name in getattr(module, "__all__", ()):
            function = getattr(module, name)
            if isfunction(function) and function.__module__ == module.__name__:
                yield f"{module.__name__}.{name}"
    yield from (f"{coordinates.__name__}.{name}" for name in coordinates.__all__)


def names_in(folders: Iterable[Path]) -> set[str]:
    """Every name, attribute and short string of the tests there: tables hold functions by their names."""
    names = set()
    for path in (path for folder in folders for path in folder.glob("*.py") if path != Path(__file__)):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Name | ast.Attribute | ast.Constant):
                names.add(
                    getattr(node, "id", None) or getattr(node, "attr", None) or getattr(node, "value", None)
                )
    return names


def untested(functions: Iterable[str], names: set[str]) -> list[str]:
    """Functions that no test names; a table in which a name is made out of another's counts for both."""
    made = {f"{name}{end}" for name in names if isinstance(name, str) for end in ENDINGS}
    return [name for name in functions if name.rpartition(".")[2] not in names | made]


def test_every_public_function_is_named_by_a_test():
    names = names_in([TESTS / "order", TESTS / "geometry"])
    functions = list(public_functions())
    assert len(functions) > 80
    assert untested(functions, names) == []
    forgotten = "diskembed.order.losses.hinge_that_nobody_tests"
    assert untested([*functions, forgotten], names) == [forgotten]


def test_every_shadow_cone_is_a_row_of_the_table():
    assert set(CASES) == set(diskembed.order.shadow_cones.__all__)
