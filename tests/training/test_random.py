"""Random numbers of kernels: against a twin in plain Python, and even."""

import numpy as np

from diskembed.training.random import draws, piece_state

WORD = (1 << 64) - 1


def naive_draws(state, below, count):
    """xorshift64* with unbounded integers, cut to 64 bits by hand."""
    out = []
    for _ in range(count):
        state ^= state >> 12
        state ^= (state << 25) & WORD
        state ^= state >> 27
        upper = ((state * 0x2545F4914F6CDD1D) & WORD) >> 32
        out.append((upper * below) >> 32)
    return out


def test_draws_equal_the_naive_twin():
    for below in (1, 2, 7, 82_115, 2**31 - 1):
        state = piece_state(3, below)
        expected = naive_draws(int(state[0]), below, 50)
        assert draws(state, below, 50).tolist() == expected


def test_draws_are_even_and_in_range():
    counts = np.bincount(draws(piece_state(0), 10, 100_000), minlength=10)
    assert len(counts) == 10
    assert abs(counts - 10_000).max() < 5 * np.sqrt(10_000)


def test_places_have_states_of_their_own_that_repeat():
    places = [(0, 0, 0, 0), (0, 0, 0, 1), (0, 0, 1, 0), (0, 1, 0, 0), (1, 0, 0, 0)]
    first = [int(piece_state(*place)[0]) for place in places]
    assert len(set(first)) == len(places)
    assert first == [int(piece_state(*place)[0]) for place in places]
    assert all(first)
