"""One process at a time: a lock on a file, given back by the system even where the process dies."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["locked"]

if sys.platform == "win32":
    import msvcrt

    def _try_lock(file: int) -> bool:
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        return True

    def _unlock(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _try_lock(file: int) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _unlock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_UN)


@contextmanager
def locked(target: Path, *, on_wait: Callable[[], None], poll: float = 0.1) -> Iterator[None]:
    """Hold the lock of ``target``; ``on_wait`` is called once if another process holds it.

    The lock file stays: removing it would let a third process lock a new one beside a waiting second.
    """
    with target.with_name(f"{target.name}.lock").open("a") as file:
        if not _try_lock(file.fileno()):
            on_wait()
            while not _try_lock(file.fileno()):
                time.sleep(poll)  # polled, so that Ctrl-C is answered while waiting
        try:
            yield
        finally:
            _unlock(file.fileno())
