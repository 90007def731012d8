"""Drawing splits from a DAG by the rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from diskembed.graph.closure import Closure
from diskembed.graph.dag import DAG
from diskembed.graph.names import Names
from diskembed.split.choose import choose_pairs, grouped
from diskembed.split.negatives import negatives_of
from diskembed.split.pairs import Labelled, Pairs
from diskembed.split.rule import Rule, Sizes, as_percent, held_stream, negatives_stream, train_stream
from diskembed.split.split import Provenance, Split

__all__ = ["draw_splits"]


def draw_splits(
    dag: DAG, percents: Iterable[float], rule: Rule | None = None, *, memory: int | None = None
) -> Iterator[Split]:
    """One split a percentage, all with the same validation and test pairs.

    Training pairs are the basic edges and a share of all non-basic pairs, drawn anew for each percentage.
    They come in the closure's order (by descendant, then ancestor), the basic edges last.
    """
    rule = rule or Rule()
    wanted = [as_percent(percent) for percent in percents]
    basic = Pairs.of(*dag.reduced().edges())
    closure = dag.closure(memory=memory)
    sizes = [rule.sizes(closure.n_pairs - len(basic), percent) for percent in wanted]
    if not sizes:
        return
    valid, test = _held_out(closure, basic, dag.names, rule, sizes[0])
    taken = grouped(dag.n_nodes, basic, valid.positives, test.positives)
    for percent, size in zip(wanted, sizes, strict=True):
        train = choose_pairs(closure, taken, size.train, train_stream(rule.seed, percent), then=basic)
        origin = Provenance(drawn=True, source=f"{dag!r}")
        split = Split(dag.names, train, valid, test, percent, rule.seed, origin)
        split.check(closure)
        yield split


def _held_out(
    closure: Closure, basic: Pairs, names: Names, rule: Rule, sizes: Sizes
) -> tuple[Labelled, Labelled]:
    random = held_stream(rule.seed)
    both = choose_pairs(closure, grouped(len(names), basic), sizes.valid + sizes.test, random)
    both = both[random.permutation(len(both))]
    parts = {"valid": both[: sizes.valid], "test": both[sizes.valid :]}
    valid, test = (
        Labelled(
            pairs, negatives_of(pairs, closure, names, rule.negatives, negatives_stream(rule.seed, part))
        )
        for part, pairs in parts.items()
    )
    return valid, test
