"""Ctrl-C, whatever becomes of it on its way up."""

from __future__ import annotations

import _thread
import signal
import threading
from collections.abc import Callable
from types import FrameType, TracebackType

__all__ = ["Interrupts"]


class Interrupts:
    """Within ``with``, notes whether Ctrl-C was pressed.

    It arrives as KeyboardInterrupt, but compiled code and half-done imports turn that into errors of their
    own, a SystemError or an ImportError; by ``pressed`` they are known for what they are. A handler that
    somebody else has set is left alone, and so are programs whose interrupts are ignored. Where it is
    swallowed altogether, as by an import that catches all that goes wrong, it comes once more after
    ``patience`` seconds.
    """

    def __init__(self, patience: float = 2.0) -> None:
        self.pressed = False
        self.patience = patience
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

    def _press(self, _number: int, _frame: FrameType | None) -> None:
        self.pressed = True
        again = threading.Timer(self.patience, _thread.interrupt_main)
        again.daemon = True
        self._wait(again)
        raise KeyboardInterrupt

    def _wait(self, again: threading.Timer | None) -> None:
        """For ``again``, and for no other any more."""
        if self._again is not None:
            self._again.cancel()
        self._again = again
        if again is not None:
            again.start()
