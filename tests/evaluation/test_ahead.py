"""Blocks come back in their order whatever the number of threads, and errors come through."""

import pytest

from diskembed.errors import ParameterError
from diskembed.evaluation.ahead import mapped, require_threads


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("count", [0, 1, 30])
def test_order_is_kept(threads, count):
    assert list(mapped(lambda n: n * n, iter(range(count)), threads)) == [n * n for n in range(count)]


def test_no_more_is_taken_than_needed():
    """A generator of blocks that is far longer than the work is not run to its end."""
    taken = []
    blocks = (taken.append(n) or n for n in range(1000))
    results = mapped(lambda n: n, blocks, 2)
    assert next(results) == 0
    assert len(taken) < 10
    results.close()


def test_errors_come_through():
    with pytest.raises(ZeroDivisionError):
        list(mapped(lambda n: 1 // n, [1, 0], 2))


@pytest.mark.parametrize("threads", [0, -1, True, 1.5])
def test_threads_are_checked(threads):
    with pytest.raises(ParameterError, match="a whole number, at least 1"):
        require_threads(threads)
