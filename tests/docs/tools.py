"""The programs of ``tools/`` as modules."""

import importlib.util
from pathlib import Path

ROOT = Path(__file__).parents[2]


def load_tool(name):
    spec = importlib.util.spec_from_file_location(name, ROOT / "tools" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
