"""Which geometry, how many numbers: test F1 by the protocol on small graphs, as a table for the guide.

    python benchmarks/quality/choosing.py [--graph wordnet-mammals schema-org] [--dim 2 3 5 10 20]

Half of the implied pairs are trained on, beside all edges; all else is the default. One row a graph and
dimension, one column a geometry, and the seconds of training beside.
"""

from __future__ import annotations

import argparse

import diskembed as de

GEOMETRIES = ("euclid", "sphere", "hyperboloid", "polyhedral")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--graph", nargs="+", default=["wordnet-mammals", "schema-org"])
    parser.add_argument("--geometry", nargs="+", default=list(GEOMETRIES))
    parser.add_argument("--dim", type=int, nargs="+", default=[2, 3, 5, 10, 20])
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    print(f"| graph | numbers a node | {' | '.join(options.geometry)} |")
    print("|---" * (2 + len(options.geometry)) + "|")
    for graph in options.graph:
        split = de.Split.draw(de.datasets.load(graph).without_roots(), percent=50, seed=options.seed)
        for dim in options.dim:
            cells = [measured(split, geometry, dim, options.seed) for geometry in options.geometry]
            print(f"| {graph} | {dim} | {' | '.join(cells)} |", flush=True)


def measured(split: de.Split, geometry: str, dim: int, seed: int) -> str:
    """Test F1 in percent, and seconds."""
    estimator = de.DiskEmbedding(geometry=geometry, dim=dim, random_state=seed, progress=False)
    embedding = estimator.fit(split).embedding_
    return f"{100 * de.evaluate(embedding, split).f1:.1f} ({embedding.provenance['seconds']:.0f} s)"


if __name__ == "__main__":
    main()
