"""Random numbers of kernels: against a twin in plain Python, and even."""

import numpy as np

from diskembed.training.random import draws, piece_state

from .naive import SplitMix


def test_the_generator_is_the_published_one():
    """SplitMix64 from the seed 1234567, as its authors' C code gives it."""
    random = SplitMix(1234567)
    assert [random.next() for _ in range(3)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]


def test_draws_equal_the_naive_twin():
    for below in (0, 1, 2, 7, 82_115, 2**31 - 1):
        state = piece_state(3, below)
        random = SplitMix(int(state[0]))
        assert draws(state, below, 50).tolist() == [random.draw(below) for _ in range(50)]


def test_draws_are_even_and_in_range():
    counts = np.bincount(draws(piece_state(0), 10, 100_000), minlength=10)
    assert len(counts) == 10
    assert abs(counts - 10_000).max() < 5 * np.sqrt(10_000)


def test_places_have_states_of_their_own_that_repeat():
    places = [(0, 0, 0, 0), (0, 0, 0, 1), (0, 0, 1, 0), (0, 1, 0, 0), (1, 0, 0, 0)]
    first = [int(piece_state(*place)[0]) for place in places]
    assert len(set(first)) == len(places)
    assert first == [int(piece_state(*place)[0]) for place in places]
