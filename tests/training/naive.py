"""The training engine in plain Python: generator, sampler and both epochs, one statement at a time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from diskembed.graph.csr import CSR
from diskembed.models.contract import Model
from diskembed.order.energies import ENERGIES as ENERGY_FUNCTIONS
from diskembed.order.losses import softmax_loss, softmax_loss_slopes
from diskembed.training.recipe import ENERGIES, NATURAL, SQUARED, Recipe
from diskembed.training.sampler import Graph
from models.table import bound

MASK = (1 << 64) - 1
NEGLIGIBLE = 1e-6

Step = Callable[[Model, np.ndarray, np.ndarray, float], tuple[float, np.ndarray, np.ndarray]]


@dataclass
class SplitMix:
    """SplitMix64 (Steele, Lea and Flood), scaled to a range by its upper half; cut to 64 bits by hand."""

    state: int

    def next(self) -> int:
        self.state = self.state + 0x9E3779B97F4A7C15 & MASK
        z = self.state
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK
        z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
        return z ^ z >> 31

    def draw(self, below: int) -> int:
        return (self.next() >> 32) * below >> 32


@dataclass
class Nodes:
    """A graph as lists of neighbours and a set of the pairs that no negative may name."""

    parents: list[list[int]]
    children: list[list[int]]
    known: set[tuple[int, int]]
    often: list[int] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.parents)

    @staticmethod
    def of(n: int, edges: list[tuple[int, int]], known: set[tuple[int, int]]) -> Nodes:
        parents = [sorted(u for u, v in edges if v == node) for node in range(n)]
        children = [sorted(v for u, v in edges if u == node) for node in range(n)]
        return Nodes(parents, children, known)

    def graph(self) -> Graph:
        """The same for kernels."""
        ancestors = [sorted(u for u, v in self.known if v == node) for node in range(len(self))]
        closed = all((u, v) in self.known for u, v in closure(len(self), self.edges()))
        graph = Graph.of(*(flat(rows) for rows in (self.parents, self.children, ancestors)), closed=closed)
        return graph._replace(often=np.array(self.often, np.int32))

    def edges(self) -> list[tuple[int, int]]:
        return [(u, v) for u, children in enumerate(self.children) for v in children]


def flat(rows: list[list[int]]) -> CSR:
    """Rows as one array with pointers."""
    pointers = np.cumsum([0, *map(len, rows)]).astype(np.int32)
    return CSR(pointers, np.array([entry for row in rows for entry in row], dtype=np.int32))


def closure(n: int, edges: list[tuple[int, int]]) -> set[tuple[int, int]]:
    """All (ancestor, descendant)."""
    known = set(edges)
    for middle in range(n):
        known |= {(u, w) for u, v in known if v == middle for v2, w in known if v2 == middle}
    return known


def step(rows: list[list[int]], node: int, home: int, random: SplitMix) -> int:
    at = random.draw(len(rows[node]))
    return rows[node][at] if rows[node] else home


def met_on_the_way(rows: list[list[int]], node: int, random: SplitMix) -> int:
    """One node of a random walk to its end, each with the same chance: a reservoir of one."""
    chosen, seen = node, 0
    while rows[node]:
        node = rows[node][random.draw(len(rows[node]))]
        seen += 1
        if random.draw(seen) == 0:
            chosen = node
    return chosen


def relative(nodes: Nodes, node: int, *, upwards: bool, random: SplitMix) -> int:
    out, back = (nodes.parents, nodes.children) if upwards else (nodes.children, nodes.parents)
    if not out[node]:
        return node
    turn = out[node][random.draw(len(out[node]))]
    if out[turn] and random.draw(2) == 0:
        turn = out[turn][random.draw(len(out[turn]))]
        turn = back[turn][random.draw(len(back[turn]))]
    return step(back, turn, turn, random)


def propose(
    recipe: Recipe, nodes: Nodes, u: int, v: int, random: SplitMix, ring: list[tuple[int, int]]
) -> list[tuple[int, int]]:
    """``ring`` has None where nothing was written yet."""
    n = len(nodes)

    def anyone() -> int:
        return (recipe.window_from + random.draw(recipe.window or n)) % n

    pairs = [(u, anyone()) for _ in range(recipe.n_below)]
    pairs += [(anyone(), v) for _ in range(recipe.n_above)]
    top = u
    for _ in range(recipe.n_up):
        top = step(nodes.parents, top, u, random)
        pairs.append((top, anyone()))
    bottom = v
    for _ in range(recipe.n_down):
        bottom = step(nodes.children, bottom, v, random)
        pairs.append((anyone(), bottom))
    pairs += [(anyone(), anyone()) for _ in range(recipe.n_uniform)]
    often = nodes.often or list(range(n))
    pairs += [(u, often[random.draw(len(often))]) for _ in range(recipe.n_often_below)]
    pairs += [(often[random.draw(len(often))], v) for _ in range(recipe.n_often_above)]
    for side in range(recipe.n_near):
        if side % 2 == 0:
            pairs.append((relative(nodes, u, upwards=True, random=random), v))
        else:
            pairs.append((u, relative(nodes, v, upwards=False, random=random)))
    again = [ring[random.draw(len(ring))] for _ in range(recipe.n_again)]
    return pairs + [pair for pair in again if pair is not None]


@dataclass
class Run:
    """What an epoch changes, and how: every number by the array forms."""

    model: Model
    step: Step
    rows: np.ndarray
    recipe: Recipe
    nodes: Nodes
    random: SplitMix
    ring: list[tuple[int, int] | None]
    at: int = 0
    tally: np.ndarray = field(default_factory=lambda: np.zeros(6))

    def score(self, u: int, v: int) -> float:
        return float(self.model.score(self.rows[u], self.rows[v]))

    def is_clear(self, u: int, v: int) -> bool:
        model = self.model
        clear = bound(model.scalar_functions().clear, tuple(model.inner_bindings().items()))
        margin = self.recipe.negative_margin
        return bool(clear(model.space, model.knobs, self.rows[u], self.rows[v], margin))

    def move(self, u: int, v: int, amount: float) -> None:
        _, self.rows[u], self.rows[v] = self.step(self.model, self.rows[u], self.rows[v], amount)

    def remember(self, pair: tuple[int, int]) -> None:
        if self.recipe.n_again:
            self.ring[self.at] = pair
            self.at = (self.at + 1) % len(self.ring)

    def positives(self, edges: list[tuple[int, int]], order: list[int]):
        for edge in order:
            for turn in range(1 + self.recipe.walked):
                u, v = edges[edge]
                yield (met_on_the_way(self.nodes.parents, u, self.random) if turn else u), v

    def is_unknown(self, pair: tuple[int, int]) -> bool:
        return pair[0] != pair[1] and pair not in self.nodes.known

    def land(self, u: int, v: int, violation: float, rate: float, slope: float) -> float:
        """How far to go along the gradient of the score."""
        if not self.recipe.lands:
            return rate * slope
        steep, _, _ = self.step(self.model, self.rows[u], self.rows[v], 0.0)
        return min(rate, violation / steep) if steep > 0 else 0.0

    def by_margin(self, edges: list[tuple[int, int]], order: list[int]) -> None:
        recipe, energy = self.recipe, ENERGY_FUNCTIONS[name_of(self.recipe)]
        for u, v in self.positives(edges, order):
            excess = self.score(u, v) + recipe.positive_margin
            self.tally[0] += 1
            if excess > 0:
                self.tally[1:3] += 1, energy.value(excess)
                self.move(u, v, self.land(u, v, excess, recipe.positive_rate, energy.slope(excess)))
            pairs = propose(recipe, self.nodes, u, v, self.random, self.ring)
            self.tally[3] += len(pairs)
            for a, b in [pair for pair in pairs if not self.is_clear(*pair)]:  # asked before any is moved
                score = self.score(a, b)
                if score < recipe.negative_margin and energy.slope(score) > 0 and self.is_unknown((a, b)):
                    lacking = energy.value(recipe.negative_margin) - energy.value(score)
                    self.tally[4:6] += 1, lacking
                    violation = recipe.negative_margin - score
                    self.move(a, b, -self.land(a, b, violation, recipe.negative_rate, energy.slope(score)))
                    self.remember((a, b))

    def by_softmax(self, edges: list[tuple[int, int]], order: list[int]) -> None:
        recipe = self.recipe
        for u, v in self.positives(edges, order):
            pairs = propose(recipe, self.nodes, u, v, self.random, self.ring)
            pairs = [pair for pair in pairs if self.is_unknown(pair)]
            energy, slope = wanted(recipe, self.score(u, v))
            energies, slopes = np.array([unwanted(recipe, self.score(*p)) for p in pairs]).reshape(-1, 2).T
            for pair in (pair for pair, other in zip(pairs, energies, strict=True) if other < energy):
                self.remember(pair)
            nearer = int((energies < energy).sum())
            loss = softmax_loss(energy, energies)
            self.tally += 1, min(nearer, 1), loss, len(pairs), nearer, 0
            pull, push = softmax_loss_slopes(energy, energies)
            shares = [slope * pull, *(slopes * push)]
            rates = [recipe.positive_rate] + [recipe.negative_rate] * len(pairs)
            for (a, b), rate, share in zip([(u, v), *pairs], rates, shares, strict=True):
                if abs(share) >= NEGLIGIBLE:
                    self.move(a, b, rate * share)


def name_of(recipe: Recipe) -> str:
    return next(name for name, number in ENERGIES.items() if number == recipe.energy)


def wanted(recipe: Recipe, score: float) -> tuple[float, float]:
    if recipe.energy == NATURAL:
        return score, 1.0
    functions = ENERGY_FUNCTIONS[name_of(recipe)]
    score += recipe.positive_margin
    return float(functions.value(score)), float(functions.slope(score))


def unwanted(recipe: Recipe, score: float) -> tuple[float, float]:
    if recipe.energy == NATURAL or score >= recipe.negative_margin:
        return (score, 1.0) if recipe.energy == NATURAL else (0.0, 0.0)
    if recipe.energy == SQUARED:
        return max(score, 0.0) ** 2 - recipe.negative_margin**2, 2 * max(score, 0.0)
    return score - recipe.negative_margin, 1.0
