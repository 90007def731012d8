"""What a pair costs, from the bottom up: drawing it, fetching its rows, comparing them, and all of training.

Each line does what the line above does, and one thing more, on the nouns' 82,114 rows of ten numbers (6.6 MB)
and on rows that fit in the first cache. What is between the lines is what that step costs.
"""

from __future__ import annotations

from functools import partial

from timing import load, print_table, race
from training_contenders import GEOMETRIES, Ours, nouns_closure

from diskembed.binding import bind
from diskembed.jit import borrowed, fast_kernel
from diskembed.models import registry
from diskembed.models.scalars import clear
from diskembed.models.types import Matrix, Vector
from diskembed.training.random import State, draw, piece_state

PAIRS = 10_000_000
NODES = 82_114
FEW = 256


def drawn(
    rows: Matrix, space: Matrix, knobs: Vector, margin: float, n: int, count: int, state: State
) -> float:
    """Two random numbers a pair, as for a uniform one; corruptions need one."""
    rows, space, knobs, state = borrowed((rows, space, knobs, state))
    total = 0
    for _ in range(count):
        total += draw(state, n) ^ draw(state, n)
    return float(total)


def fetched(
    rows: Matrix, space: Matrix, knobs: Vector, margin: float, n: int, count: int, state: State
) -> float:
    """And all numbers of both rows are added up."""
    rows, space, knobs, state = borrowed((rows, space, knobs, state))
    total = 0.0
    for _ in range(count):
        above, below = rows[draw(state, n)], rows[draw(state, n)]
        for k in range(above.size):
            total += above[k] - below[k]
    return total


def compared(
    rows: Matrix, space: Matrix, knobs: Vector, margin: float, n: int, count: int, state: State
) -> float:
    """And the pair is told to be clear or not, which ends it for most."""
    rows, space, knobs, state = borrowed((rows, space, knobs, state))
    total = 0.0
    for _ in range(count):
        above, below = rows[draw(state, n)], rows[draw(state, n)]
        total += clear(space, knobs, above, below, margin)
    return total


def main() -> None:
    """One table a geometry."""
    closure = nouns_closure()
    for geometry in GEOMETRIES:
        model = registry.make("disks", 10, geometry=geometry)
        run = Ours(closure, geometry=geometry)
        run.epochs(15)
        rows = run._state.rows
        margin = run._trainer.plan.negative_margin
        bindings = {**model.scalar_functions().bindings(), **model.inner_bindings()}
        kernels = {body.__name__: bind(body, bindings, fast_kernel) for body in (drawn, fetched, compared)}

        contenders = {
            (name, n): partial(kernel, rows, model.space, model.knobs, margin, n, PAIRS, piece_state(1))
            for name, kernel in kernels.items()
            for n in (NODES, FEW)
        }
        for contender in contenders.values():
            contender()
        best = race(contenders, rounds=5, seconds=30)
        lines = [
            [name, f"{1e9 * best[name, FEW] / PAIRS:.1f} ns", f"{1e9 * best[name, NODES] / PAIRS:.1f} ns"]
            for name in kernels
        ]
        lines.append(["trained, moves included", "", f"{1e9 / run.rate():.1f} ns"])
        print(f"\nlimits, {geometry}: {100 * run.moved():.1f} % of pairs moved; {load()}")
        print_table(["a pair is", f"{FEW} rows", f"{NODES:,} rows"], lines)
