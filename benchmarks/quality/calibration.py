"""How far probabilities and precisions can be trusted: on test pairs, and on a fresh piece of the adjacency.

    python benchmarks/quality/calibration.py [--graph wordnet-nouns] [--geometry euclid] [--dim 10]

The embedding is fitted on a split and calibrated on its validation pairs. Shown are, for pairs by their
stated probability, how many are edges: among the test pairs (prior 1/11; their negatives are drawn beside
edges and so are harder than any), and among all pairs into nodes drawn anew. Then the precision that answers
to those nodes' questions have, beside the one that was asked for, and the recall that it leaves.
"""

from __future__ import annotations

import argparse
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

import diskembed as de
from diskembed.evaluation.columns import Columns

BINS = (0.0, 0.01, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99, 1.0)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--graph", default="wordnet-nouns")
    parser.add_argument("--geometry", default="euclid")
    parser.add_argument("--dim", type=int, default=10)
    parser.add_argument("--percent", type=float, default=50)
    options = parser.parse_args()
    split = de.Split.draw(de.datasets.load(options.graph).without_roots(), percent=options.percent)
    estimator = de.DiskEmbedding(geometry=options.geometry, dim=options.dim, progress=False)
    embedding = estimator.fit(split).embedding_
    found = embedding.calibration
    print(f"{found.positives:,} edges, {found.negatives:,} others, {found.method}, prior {found.prior:.3g}")
    test = [
        embedding.probability(part.ancestors, part.descendants, prior=1 / 11)
        for part in (split.test.positives, split.test.negatives)
    ]
    print("test pairs")
    show(*test)
    columns = Columns.drawn(split.dag(), seed=77)
    scores = (
        columns.positives(embedding.model, embedding.rows),
        columns.negatives(embedding.model, embedding.rows, np.inf),
    )
    print("all pairs into other nodes")
    show(*(found.probability(part) for part in scores))
    for precision in (0.5, 0.8, 0.9, 0.95, 0.99):
        cutoff = found.cutoff(precision)
        right, wrong = ((part <= cutoff).sum() for part in scores)
        print(
            f"asked for {precision:.2f}: precision {right / (right + wrong):.3f}, "
            f"recall {right / len(scores[0]):.3f}"
        )


def show(positive: NDArray[np.float64], negative: NDArray[np.float64]) -> None:
    probability = np.concatenate([positive, negative])
    edge = np.repeat([True, False], [len(positive), len(negative)])
    for low, high in pairwise(BINS):
        of_those = (probability >= low) & (probability < high)
        if of_those.any():
            print(
                f"  {low:4.2f} to {high:4.2f}: {of_those.sum():10,} pairs, "
                f"stated {probability[of_those].mean():.4f}, true {edge[of_those].mean():.4f}"
            )


if __name__ == "__main__":
    main()
