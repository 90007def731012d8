"""What a dataset's nodes mean, in a few words each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import overload

__all__ = ["Glosses"]


class Glosses(Sequence[str]):
    """``glosses[i]`` explains node ``i``; they are unpacked when they are first asked for."""

    def __init__(self, dataset: str, unpack: Callable[[], list[str]]) -> None:
        self._dataset = dataset
        self._unpack = unpack

    @cached_property
    def _all(self) -> list[str]:
        return self._unpack()

    def __len__(self) -> int:
        return len(self._all)

    @overload
    def __getitem__(self, at: int) -> str: ...
    @overload
    def __getitem__(self, at: slice) -> list[str]: ...
    def __getitem__(self, at: int | slice) -> str | list[str]:
        return self._all[at]

    def __repr__(self) -> str:
        return f"Glosses({self._dataset!r})"
