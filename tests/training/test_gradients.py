"""One short step of each compiled kernel against finite differences of its loss, for every model and energy.

Losses come from the array forms of scores, energies and losses; nothing of the kernels' own code is used.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest

from diskembed.models.contract import Model
from diskembed.order.energies import ENERGIES as ENERGY_FUNCTIONS
from diskembed.order.losses import softmax_loss
from diskembed.training.margin import train_pairs as margin_body
from diskembed.training.random import piece_state
from diskembed.training.recipe import ENERGIES, Recipe
from diskembed.training.softmax import train_pairs as softmax_body
from models.naive import STEPS

from .engine import ONE_OF_EACH, N, every_model, nodes, recipe, run_kernel, title
from .naive import SplitMix, name_of, propose, unwanted, wanted

RATE = 1e-7
EDGE = (1, 4)
NOTHING = dict.fromkeys(ONE_OF_EACH, 0)
SEEDS = 4

Loss = Callable[[np.ndarray], float]


def raised(model: Model, row: np.ndarray, slope: np.ndarray) -> np.ndarray | None:
    """The direction of steepest ascent for partial derivatives; None where no inner product says so."""
    if model.name in ("order", "euclidean-cones"):
        return slope
    if model.name in ("poincare", "hyperbolic-cones"):
        return ((1 - row @ row) / 2) ** 2 * slope
    if model.name == "shadow-cones":
        return row[-1] ** 2 * slope
    if model.name == "disks" and model.home.riemannian:
        centre, by_centre = row[:-1], slope[:-1].copy()
        if model.geometry == "hyperboloid":
            by_centre[0] *= -1  # the Lorentz product's sign
        return np.append(model.home.tangent(centre, by_centre), model.nu * slope[-1])
    return None  # steps along geodesics of a gauge, and steps in units of radii


def slopes(loss: Loss, rows: np.ndarray) -> np.ndarray:
    """Partial derivatives by central differences."""
    found = np.zeros_like(rows)
    for place in np.ndindex(rows.shape):
        width = 1e-6 * max(1.0, abs(rows[place]))
        ahead, behind = rows.copy(), rows.copy()
        ahead[place] += width
        behind[place] -= width
        found[place] = (loss(ahead) - loss(behind)) / (2 * width)
    return found


def negatives(chosen: Recipe, seed: int) -> list[tuple[int, int]]:
    """The pairs that the kernel sets against the edge."""
    graph = nodes()
    met = propose(chosen, graph, *EDGE, SplitMix(int(piece_state(seed, 1)[0])), [None])
    return [(a, b) for a, b in met if a != b and (a, b) not in graph.known]


def check(
    model: Model,
    body: Callable[..., None],
    chosen: Recipe,
    loss: Loss,
    seed: int,
    pairs: Sequence[tuple[int, int]] = (),
) -> bool:
    """Whether there was a slope to compare with; ``pairs`` are those of the loss, if it is their sum."""
    rows = model.random(N, np.random.default_rng(seed), 0.4)
    moved, _ = run_kernel(model.compile(body), model, rows, chosen, nodes(), seed, [EDGE])
    step, slope = (moved - rows) / RATE, slopes(loss, rows)
    expected = [raised(model, *pair) for pair in zip(rows, slope, strict=True)]
    if expected[0] is not None:
        np.testing.assert_allclose(step, -np.array(expected), rtol=1e-4, atol=1e-5)
    else:
        falling = -(slope * step).sum()
        assert falling >= 0
        if pairs:
            np.testing.assert_allclose(falling, promised(model, chosen, rows, pairs), rtol=1e-4, atol=1e-5)
    return bool(slope.any())


def promised(model: Model, chosen: Recipe, rows: np.ndarray, pairs: Sequence[tuple[int, int]]) -> float:
    """How fast a loss of one pair falls: the energy's slope and the score's steepness, squared both."""
    (pair,) = pairs
    steep, _, _ = STEPS[model.name](model, rows[pair[0]], rows[pair[1]], 0.0)
    value = score(model, rows, pair)
    if pair == EDGE:
        value = max(value + chosen.positive_margin, 0.0)
        active = value > 0
    else:
        active = value < chosen.negative_margin
    slope = float(ENERGY_FUNCTIONS[name_of(chosen)].slope(value))
    return slope**2 * steep if active else 0.0


def every_model_and_energy():
    return [
        pytest.param(model, energy, id=f"{title(model)}-{energy}")
        for model in every_model()
        for energy in ENERGIES
    ]


def short(energy: str, **changes) -> Recipe:
    rates = {"lands": False, "positive_rate": RATE, "negative_rate": RATE}
    return recipe(energy=energy, **{**NOTHING, **rates, **changes})


def score(model: Model, rows: np.ndarray, pair: tuple[int, int]) -> float:
    return float(model.score(rows[pair[0]], rows[pair[1]]))


@pytest.mark.parametrize(("model", "energy"), every_model_and_energy())
def test_a_positive_of_the_margin_loss(model, energy):
    function, chosen = ENERGY_FUNCTIONS[energy], short(energy)

    def loss(rows):
        excess = score(model, rows, EDGE) + chosen.positive_margin
        return float(function.value(excess)) if excess > 0 else 0.0

    assert sum(check(model, margin_body, chosen, loss, seed, [EDGE]) for seed in range(SEEDS)) > 0


@pytest.mark.parametrize(("model", "energy"), every_model_and_energy())
def test_a_negative_of_the_margin_loss(model, energy):
    function = ENERGY_FUNCTIONS[energy]
    margin = 3.5  # above all angles
    chosen = short(energy, positive_margin=-1e3, negative_margin=margin, n_above=1)

    def loss(rows):
        nearer = [min(margin, score(model, rows, pair)) for pair in pairs]
        return sum(float(function.value(margin) - function.value(value)) for value in nearer)

    compared = []
    for seed in range(3 * SEEDS):
        pairs = negatives(chosen, seed)
        compared.append(check(model, margin_body, chosen, loss, seed, pairs))
    assert any(compared)


@pytest.mark.parametrize(("model", "energy"), every_model_and_energy())
def test_a_positive_with_its_negatives_of_the_softmax_loss(model, energy):
    chosen = short(energy, negative_margin=1.5, n_below=2, n_above=2)

    def loss(rows):
        values = [unwanted(chosen, score(model, rows, pair))[0] for pair in pairs]
        return float(softmax_loss(wanted(chosen, score(model, rows, EDGE))[0], np.array(values)))

    compared = []
    for seed in range(SEEDS):
        pairs = negatives(chosen, seed)
        compared.append(check(model, softmax_body, chosen, loss, seed))
    assert any(compared)
