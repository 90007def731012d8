"""The forest inside a DAG, against naive twins."""

import numpy as np
from hypothesis import given

from diskembed.graph.dag import DAG
from diskembed.training.start.forest import Forest, runs_down
from graph.strategies import dag_edges


def drawn_dag(drawn):
    n, edges = drawn
    array = np.array(edges, np.int64).reshape(-1, 2)
    return DAG.from_arrays(array[:, 0], array[:, 1], n_nodes=n)


@given(dag_edges())
def test_each_node_has_its_deepest_parent_and_what_lies_below(drawn):
    dag = drawn_dag(drawn)
    forest = Forest.of(dag)
    for node in range(len(dag)):
        parents = dag.parents[node].tolist()
        if parents:
            assert forest.parent[node] in parents
            assert dag.depth[forest.parent[node]] == max(dag.depth[parents])
            assert forest.level[node] == forest.level[forest.parent[node]] + 1
        else:
            assert forest.parent[node] == -1
            assert forest.level[node] == 0
        children = [child for child in range(len(dag)) if forest.parent[child] == node]
        assert forest.size[node] == 1 + sum(forest.size[child] for child in children)
        row = forest.families[node].tolist()
        assert sorted(row) == children
        assert [forest.size[child] for child in row] == sorted(forest.size[children], reverse=True)
    assert forest.size[forest.parent < 0].sum() == len(dag)
    assert sorted(forest.families[len(dag)].tolist()) == np.flatnonzero(forest.parent < 0).tolist()


@given(dag_edges())
def test_a_graph_and_its_reversal_disagree_on_the_way_down_unless_they_are_alike(drawn):
    dag = drawn_dag(drawn)
    up, down = np.maximum(dag.in_degree - 1, 0).sum(), np.maximum(dag.out_degree - 1, 0).sum()
    alike = up == down and len(dag.roots()) == len(dag.leaves())
    assert alike or runs_down(dag) != runs_down(dag.reversed())
