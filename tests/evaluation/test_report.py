"""Where errors lie, against counting them pair by pair."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import diskembed as de
from diskembed.errors import ParameterError
from embeddings import embedding_of
from evaluation.naive import graph_over, score_matrix, truth
from graph.naive import ancestor_sets


def example(seed, n_edges=30):
    model = de.DiskEmbedding(geometry="euclid", dim=3).model()
    embedding = embedding_of(model, model.random(14, np.random.default_rng(seed), 1.0))
    return embedding, graph_over(embedding, seed, n_edges)


def of_nodes(groups, classes, label, true, taken):
    """Each group against the pairs of its nodes, which are the columns."""
    assert sum(group.nodes for group in groups) == len(classes)
    for group in groups:
        members = [node for node, kind in enumerate(classes) if label(kind) == group.label]
        assert group.nodes == len(members)
        assert group.true == true[:, members].sum()
        assert group.taken == taken[:, members].sum()
        assert group.hits == (true & taken)[:, members].sum()


def class_of(what):
    def label(degree):
        if degree < 2:
            return ("no " + what, "1")[degree]
        low = 1 << (int(degree).bit_length() - 1)
        return f"{low} to {2 * low - 1}"

    return label


@given(st.integers(0, 10_000), st.integers(0, 60))
def test_groups_hold_the_pairs_of_their_nodes(seed, n_edges):
    embedding, dag = example(seed, n_edges)
    true = truth(dag)
    taken = (score_matrix(embedding) <= embedding.cutoff) & ~np.eye(len(dag), dtype=bool)
    found = de.report(embedding, dag)
    of_nodes(found.by_depth, dag.depth, "depth {}".format, true, taken)
    of_nodes(found.by_parents, dag.in_degree, class_of("parents"), true, taken)
    of_nodes(found.by_children, dag.out_degree, class_of("children"), true.T, taken.T)
    several = [
        any(dag.in_degree[n] > 1 for n in {node, *above}) for node, above in enumerate(ancestor_sets(dag))
    ]
    labels = ("one parent all the way up", "several parents on the way")
    of_nodes(found.by_tree, several, labels.__getitem__, true, taken)


@given(st.integers(0, 10_000))
def test_tree_pairs_are_met_going_up_by_deepest_parents(seed):
    embedding, dag = example(seed)
    taken = score_matrix(embedding) <= embedding.cutoff
    tree, others = [], []
    for node, above in enumerate(ancestor_sets(dag)):
        climbed, at = set(), node
        while len(dag.parents[at]):
            at = max(dag.parents[at].tolist(), key=lambda parent: (dag.depth[parent], -parent))
            climbed.add(at)
        tree += [taken[a, node] for a in climbed]
        others += [taken[a, node] for a in above - climbed]
    found = de.report(embedding, dag)
    assert (found.tree_pairs, found.other_pairs) == (len(tree), len(others))
    assert found.tree_recall == pytest.approx(np.mean(tree) if tree else 0.0)
    assert found.other_recall == pytest.approx(np.mean(others) if others else 0.0)


@given(st.integers(0, 10_000), st.integers(0, 20))
def test_the_worst_nodes_come_first(seed, worst):
    embedding, dag = example(seed)
    wrong = (score_matrix(embedding) <= embedding.cutoff) != truth(dag)
    np.fill_diagonal(wrong, val=False)
    found = de.report(embedding, dag, worst=worst)
    for nodes, errors in ((found.worst_ancestors, wrong.sum(1)), (found.worst_descendants, wrong.sum(0))):
        assert [node.missed + node.alarms for node in nodes] == [
            count for count in sorted(errors.tolist(), reverse=True) if count
        ][:worst]
        for node in nodes:
            assert node.missed + node.alarms == errors[dag.number(node.name)]


def test_it_prints_and_is_json():
    embedding, dag = example(1)
    found = de.report(embedding, dag, threshold=0.5, worst=2)
    assert json.loads(json.dumps(found.as_dict()))["threshold"] == 0.5
    for line in ("depth 0", "no parents", "worst ancestors", "tree of deepest parents"):
        assert line in str(found)


def test_bad_arguments_are_refused():
    embedding, dag = example(1)
    with pytest.raises(ParameterError, match="worst=-1; a number of nodes"):
        de.report(embedding, dag, worst=-1)
    with pytest.raises(ParameterError, match="threshold=nan"):
        de.report(embedding, dag, threshold=float("nan"))


def test_a_graph_without_edges():
    embedding, dag = example(1, 0)
    found = de.report(embedding, dag)
    assert (found.tree_pairs, found.other_pairs, found.tree_recall) == (0, 0, 0.0)
