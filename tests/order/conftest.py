"""Which of these tests run without the packages that only they need."""

from __future__ import annotations

from importlib.util import find_spec

collect_ignore = [] if find_spec("torch") else ["test_autograd.py"]
