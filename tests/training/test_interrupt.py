"""Ctrl-C: asked once politely, the second time at once."""

import signal
import threading

import pytest

from diskembed.training.interrupt import PoliteInterrupt


def test_the_first_only_asks_and_the_second_interrupts():
    before = signal.getsignal(signal.SIGINT)
    with PoliteInterrupt() as interrupt:
        assert not interrupt.asked
        signal.raise_signal(signal.SIGINT)
        assert interrupt.asked
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before


def test_outside_the_main_thread_it_leaves_signals_alone():
    before = signal.getsignal(signal.SIGINT)
    seen = []

    def work():
        with PoliteInterrupt():
            seen.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [before]
