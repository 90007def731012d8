"""Ctrl-C, whatever becomes of it on its way up."""

from __future__ import annotations

import _thread
import signal
import threading
import time
from collections.abc import Callable
from types import FrameType, TracebackType

__all__ = ["Interrupts"]

FRAGILE = ("importlib", "llvmlite", "numba")
"""Where an exception that comes out of nowhere is swallowed, or ends in a crash of the interpreter."""

PAUSE = 0.1
"""Seconds until it is looked again whether fragile code is left."""


class Interrupts:
    """Within ``with``, notes whether Ctrl-C was pressed.

    It arrives as KeyboardInterrupt, but compiled code and half-done imports turn that into errors of their
    own, a SystemError or an ImportError; by ``pressed`` they are known for what they are. A handler that
    somebody else has set is left alone, and so are programs whose interrupts are ignored. Where it is
    swallowed altogether it comes once more after ``patience`` seconds; and for so long it waits, so as not
    to come in the midst of an import or of the compiler.
    """

    def __init__(self, patience: float = 2.0) -> None:
        self.pressed = False
        self.patience = patience
        self._latest = 0.0
        self._again: threading.Timer | None = None
        self._before: Callable[[int, FrameType | None], object] | signal.Handlers | None = None

    def __enter__(self) -> Interrupts:
        if threading.current_thread() is threading.main_thread():
            current = signal.getsignal(signal.SIGINT)
            for usual in (signal.SIG_DFL, signal.default_int_handler):
                if current is usual:
                    self._before = usual
                    signal.signal(signal.SIGINT, self._press)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self._wait(None)
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    def _press(self, _number: int, frame: FrameType | None) -> None:
        if not self.pressed:
            self.pressed, self._latest = True, time.monotonic() + self.patience
        waits = _is_fragile(frame) and time.monotonic() < self._latest
        again = threading.Timer(PAUSE if waits else self.patience, _interrupt)
        again.daemon = True
        self._wait(again)
        if not waits:
            raise KeyboardInterrupt

    def _wait(self, again: threading.Timer | None) -> None:
        """For ``again``, and for no other any more."""
        if self._again is not None:
            self._again.cancel()
        self._again = again
        if again is not None:
            again.start()


def _is_fragile(frame: FrameType | None) -> bool:
    while frame is not None:
        if str(frame.f_globals.get("__name__", "")).partition(".")[0] in FRAGILE:
            return True
        frame = frame.f_back
    return False


def _interrupt() -> None:
    """Press Ctrl-C: what the main thread waits for is interrupted too, where the system can do that."""
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
    else:
        _thread.interrupt_main()
