"""Blocks worked on by several threads, in their order and a bounded number at a time."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from diskembed.errors import ParameterError

__all__ = ["mapped", "require_threads"]

A = TypeVar("A")
B = TypeVar("B")


def mapped(function: Callable[[A], B], blocks: Iterable[A], threads: int) -> Iterator[B]:
    """``function`` of each block; what it spends in NumPy and in kernels runs side by side."""
    if threads == 1:
        yield from map(function, blocks)
        return
    with ThreadPoolExecutor(threads) as pool:
        waiting: deque[Future[B]] = deque()
        for block in blocks:
            waiting.append(pool.submit(function, block))
            if len(waiting) > 2 * threads:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def require_threads(threads: int) -> int:
    """A number of threads, or one clear error."""
    if isinstance(threads, bool) or not isinstance(threads, int) or threads < 1:
        raise ParameterError(f"threads={threads!r}", allowed="a whole number, at least 1")
    return threads
