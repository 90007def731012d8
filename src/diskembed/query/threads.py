"""Work in plain threads, its results in order and only a few of them waiting at any time."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from typing import TypeVar

import numpy as np

from diskembed.errors import ParameterError

__all__ = ["checked_threads", "in_order"]

T = TypeVar("T")
R = TypeVar("R")


def checked_threads(threads: int | None) -> int:
    """That many, or by default as many as this process may use cores."""
    if threads is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if isinstance(threads, bool) or not isinstance(threads, int | np.integer) or threads < 1:
        raise ParameterError(f"threads={threads!r}", allowed="a number of at least 1, or None for all cores")
    return int(threads)


def in_order(function: Callable[[T], R], items: Iterable[T], threads: int) -> Iterator[R]:
    """``map(function, items)``, up to two a thread ahead of who asks; one thread is the caller's own."""
    if threads == 1:
        yield from map(function, items)
        return
    waiting: deque[Future[R]] = deque()
    left = iter(items)
    with ThreadPoolExecutor(threads) as pool:
        try:
            waiting.extend(pool.submit(function, item) for item in islice(left, 2 * threads))
            while waiting:
                done = waiting.popleft().result()
                waiting.extend(pool.submit(function, item) for item in islice(left, 1))
                yield done
        finally:
            for future in waiting:
                future.cancel()
