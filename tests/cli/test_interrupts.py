"""Ctrl-C inside the program: known for what it is, and never lost."""

import signal
import time

import pytest

from diskembed.cli import interrupts as interrupts_of
from diskembed.cli.interrupts import Interrupts


@pytest.fixture(autouse=True)
def usual():
    """As in a program that was started in the foreground."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    signal.signal(signal.SIGINT, before)


def test_it_is_noted_and_raised():
    with Interrupts() as interrupts:
        assert not interrupts.pressed
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        assert interrupts.pressed


def test_one_that_is_swallowed_comes_again():
    with Interrupts(patience=0.05):
        for _ in range(2):
            with pytest.raises(KeyboardInterrupt):
                signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            time.sleep(30)


def test_it_waits_for_code_that_cannot_bear_it(monkeypatch):
    """But not for ever."""
    monkeypatch.setattr(interrupts_of, "PAUSE", 0.01)
    compiler = {"__name__": "numba.core.somewhere", "signal": signal, "time": time, "done": []}
    code = "signal.raise_signal(signal.SIGINT)\ntime.sleep(0.05)\ndone.append(1)\n"

    def compile_and_wait():
        exec(code, compiler)
        time.sleep(30)

    with Interrupts() as interrupts, pytest.raises(KeyboardInterrupt):
        compile_and_wait()
    assert (interrupts.pressed, compiler["done"]) == (True, [1])
    with Interrupts(patience=0.05), pytest.raises(KeyboardInterrupt):
        exec("signal.raise_signal(signal.SIGINT)\ntime.sleep(30)", compiler)


def test_none_comes_after_the_end():
    with pytest.raises(KeyboardInterrupt), Interrupts(patience=0.05):
        signal.raise_signal(signal.SIGINT)
    time.sleep(0.2)


def test_the_handler_of_somebody_else_stays():
    seen = []

    def mine(number, _frame):
        seen.append(number)

    for other in (mine, signal.SIG_IGN):
        signal.signal(signal.SIGINT, other)
        with Interrupts() as interrupts:
            assert signal.getsignal(signal.SIGINT) is other
            signal.raise_signal(signal.SIGINT)
            assert not interrupts.pressed
        assert signal.getsignal(signal.SIGINT) is other
    signal.signal(signal.SIGINT, signal.default_int_handler)
    assert seen == [signal.SIGINT]


@pytest.mark.parametrize("kind", [SystemError, ImportError, KeyboardInterrupt])
def test_what_compiled_code_makes_of_it_is_an_interrupt(run, monkeypatch, kind):
    def fail(*_args, **_options):
        try:
            signal.raise_signal(signal.SIGINT)
        except KeyboardInterrupt:
            raise kind("something else") from None

    monkeypatch.setattr("diskembed.embedding.load", fail)
    code, out, err = run("info", "m.disk")
    assert (code, out, err.strip()) == (130, "", "interrupted")


def test_the_same_without_an_interrupt_is_a_bug(run, monkeypatch):
    def fail(*_args, **_options):
        raise SystemError("something else")

    monkeypatch.setattr("diskembed.embedding.load", fail)
    with pytest.raises(SystemError):
        run("info", "m.disk")
