"""Queries: all pairs, one question, an index, and what exact reachability costs on the same graph.

    OPENBLAS_NUM_THREADS=1 python benchmarks/speed/query.py NOUNS.disk [OTHER.disk ...] [--edges EDGES.tsv.gz]

Each file is a trained model (``diskembed fit wordnet-nouns -o NOUNS.disk --geometry euclid``). For each:
NumPy's direct formula in float64 and its BLAS form, on a sample of rows against all, beside all pairs as
users ask for them and by the flat scan; one question after another; the tree index and the exact engine on
the same questions, and faiss where it is installed: all lifts, then the index that ``--kind faiss`` builds.
``--check`` compares 10^8 sampled pairs with the definition. ``--edges`` is an edge list of
``child<TAB>parent`` numbers, for the rows on interval labels and closure lists; the bundled
nouns stand in for it. Times are what the processor worked, so that others on the machine disturb them less;
all contenders have one thread, but for the row that says otherwise and gives what the clock on the wall says.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import numpy as np
from query_contenders import (
    FEW_ROWS,
    Numbers,
    blas_pairs,
    direct_pairs,
    faiss_rows,
    inverted_lists,
    reachability_rows,
)
from timing import load, print_table, race, text

from diskembed import datasets
from diskembed import load as load_model
from diskembed.embedding import Embedding
from diskembed.graph.dag import DAG
from diskembed.query.exact import Exact
from diskembed.query.indexed import Indexed
from diskembed.query.scores import scores

BLOCK = 1 << 20
"""Pairs that are scored at once."""
NEAR = 0.1
"""Nearer to the border than all but so many of the pairs that are contained."""


def all_pairs(embedding: Embedding, engine: Exact, rounds: int) -> None:
    """All pairs as users ask for them, with a tree made on the way, and by the flat scan; NumPy on some rows.

    As many as it gets through in about a second, scaled up.
    """
    n = len(embedding)
    sample = np.random.default_rng(0).choice(n, min(FEW_ROWS, n), replace=False)
    counted = [0]

    def ours(threads: int) -> None:
        counted[0] = sum(len(block.ancestors) for block in embedding.all_pairs(threads=threads))

    best = race(
        {
            "all_pairs": lambda: ours(1),
            "flat scan": lambda: sum(len(block.ancestors) for block in engine.pairs(1)),
            "NumPy, direct": lambda: direct_pairs(embedding, sample),
            "NumPy, BLAS": lambda: blas_pairs(embedding, sample),
        },
        rounds=rounds,
        seconds=60,
        clock=time.process_time,
    )
    share = len(sample) / n
    best |= {name: took / share for name, took in best.items() if name.startswith("NumPy")}
    rows = [
        [
            name,
            text(t),
            f"{t / n**2 * 1e9:.3f}",
            f"{t / best['all_pairs']:,.1f}",
            f"{t / best['flat scan']:,.1f}",
        ]
        for name, t in best.items()
    ]
    wall = race({"all": lambda: ours(2)}, rounds=rounds)["all"]
    rows.append(["all_pairs, 2 threads (wall)", text(wall), f"{wall / n**2 * 1e9:.3f}", "", ""])
    print(f"\nall {n:,}^2 pairs, {counted[0]:,} contained; NumPy on {len(sample)} rows, scaled up")
    print_table(["contender", "time", "ns a pair", "times all_pairs", "times flat scan"], rows)


def questions(embedding: Embedding, engine: Exact, index: Indexed, count: int) -> None:
    """One after another by name, as a user asks; then by engine, one by one and many together."""
    n, rng = len(embedding), np.random.default_rng(1)
    nodes = rng.integers(n, size=count)
    exact_only = Embedding(embedding.names, embedding.rows, embedding.model, embedding.threshold)
    names = [embedding.names[int(node)] for node in nodes]
    exact_only.ancestors(names[:8])
    print(f"\n{count:,} random nodes; times a question")
    rows = [["ancestors by name, exact", *_spread(exact_only.ancestors, names)]]
    for side in ("ancestors", "descendants"):
        rows.append([f"{side}: exact", *_spread(lambda v, s=side: engine.matching(v, s), nodes.tolist())])
        rows.append([f"{side}: index", *_spread(lambda v, s=side: index.matching(v, s), nodes.tolist())])
    print_table(["one by one", "p50", "p99"], rows)
    rows, lists = [], inverted_lists(engine)
    for side in ("ancestors", "descendants"):
        best = race(
            {
                "exact": lambda s=side: engine.candidates(nodes, s),
                "index": lambda s=side: index.candidates(nodes, s),
            },
            rounds=9,
            clock=time.process_time,
        )
        truth = [engine.matching(int(v), side)[0] for v in nodes]
        found = [index.matching(int(v), side)[0] for v in nodes]
        right = sum(len(np.intersect1d(a, b)) for a, b in zip(truth, found, strict=True))
        recall = right / max(1, sum(map(len, truth)))
        exact, indexed = (best[name] / count for name in ("exact", "index"))
        rows.append([side, text(exact), text(indexed), f"{exact / indexed:.1f}", f"{recall:.6f}"])
        rows += [
            [f"{side}: {name}", "", text(took), f"{exact / took:.2f}", f"{part:.6f}"]
            for name, took, part in faiss_rows(engine, lists, nodes, side, truth)
        ]
    print_table(["together, 1 thread", "exact", "index", "times", "recall"], rows)


def _spread(ask: Callable[[object], object], asked: list[object]) -> list[str]:
    took = []
    for one in asked:
        start = time.perf_counter()
        ask(one)
        took.append(time.perf_counter() - start)
    return [text(float(np.quantile(took, part))) for part in (0.5, 0.99)]


def check(embedding: Embedding, engine: Exact, pairs: int) -> None:
    """Pairs at random, and all near the border of containment, against the definition."""
    rng, n = np.random.default_rng(2), len(embedding)
    sizes = [min(BLOCK, pairs - at) for at in range(0, pairs, BLOCK)]
    _compare(engine, (rng.integers(n, size=(2, size)) for size in sizes), "sampled pairs")
    some = next(iter(engine.pairs(1)))
    margin = float(np.quantile(np.abs(engine.scores(*some)), NEAR))
    wider = Exact.of(embedding.model, embedding.rows, embedding.cutoff + margin)
    assert wider is not None
    _compare(engine, wider.pairs(1), f"pairs contained, or outside by less than {margin:.3g}")
    scanned, walked = (_keys(blocks, n) for blocks in (engine.pairs(1), embedding.all_pairs(threads=1)))
    print(f"\nall pairs by the tree and by the flat scan: {len(np.setxor1d(scanned, walked))} differ")


def _keys(blocks: Iterable[Sequence[Numbers]], n: int) -> Numbers:
    return np.concatenate([above * n + below for above, below in blocks])


def _compare(engine: Exact, blocks: Iterable[Sequence[Numbers]], which: str) -> None:
    wrong = done = inside = 0
    for above, below in blocks:
        answer = engine.contains(above, below)
        wrong += int((answer != (scores(engine.model, engine.rows, above, below) <= engine.cutoff)).sum())
        inside += int(answer.sum())
        done += len(above)
    print(f"\n{done:,} {which}: {wrong} differ from the float64 definition; {inside:,} contained")


def reachability(edges: Path | None) -> None:
    """What it costs to answer without an embedding, exactly, about the graph's own nodes."""
    dag = datasets.load("wordnet-nouns") if edges is None else _read(edges)
    rows = reachability_rows(dag)
    print(f"\nexact reachability on the graph itself: {dag.n_nodes:,} nodes, {dag.n_edges:,} edges")
    print_table(["structure", "built", "bytes a node", "one pair", "ancestors of one", "answers"], rows)
    print(
        "Use closure lists or interval labels where the graph is whole and only its edges count: they are\n"
        "exact, and ancestors are a lookup. Use disks where edges are missing or wrong, nodes are new, or\n"
        "scores and neighbours are wanted; and where the closure is large: their size never changes."
    )


def _read(path: Path) -> DAG:
    from diskembed import read

    return read(path, order="child,parent", on_cycle="collapse")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("models", nargs="+", type=Path)
    parser.add_argument("--edges", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--questions", type=int, default=2000)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--pairs", type=int, default=10**8, help="that --check samples")
    args = parser.parse_args()
    sys.stdout.reconfigure(line_buffering=True)
    for path in args.models:
        embedding = load_model(path, index=False)
        print(f"\n== {path.name}: {embedding!r}; {load()}")
        start = time.perf_counter()
        engine = Exact.of(embedding.model, embedding.rows, embedding.cutoff)
        if engine is None:
            raise SystemExit(f"{path}: the model has no lift")
        engine.matching(0, "ancestors")
        engine.matching(0, "descendants")
        lifted = time.perf_counter()
        index = Indexed.of(embedding.model, embedding.rows, embedding.cutoff)
        assert index is not None
        print(f"engine prepared in {text(lifted - start)}, index in {text(time.perf_counter() - lifted)}")
        all_pairs(embedding, engine, args.rounds)
        questions(embedding, engine, index, args.questions)
        if args.check:
            check(embedding, engine, args.pairs)
    reachability(args.edges)
    print(load())


if __name__ == "__main__":
    main()
