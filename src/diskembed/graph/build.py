"""From raw edges to a DAG: loops, cycles and duplicates are settled here and nowhere else."""

from __future__ import annotations

from collections.abc import Iterable
from typing import get_args

import numpy as np
from numpy.typing import ArrayLike

from diskembed.errors import GraphError, ParameterError
from diskembed.graph.csr import Ints, adjacency
from diskembed.graph.cycles import closing_edges, collapse, raise_cycle
from diskembed.graph.dag import DAG, Cleaning, OnCycle
from diskembed.graph.names import Names
from diskembed.graph.raw import RawEdges

__all__ = ["build", "build_from_arrays"]

_SPARSE = 1 << 31  # numbers past this that few edges use are no numbers of nodes but keys


def build(raw: RawEdges, *, on_cycle: OnCycle = "error") -> DAG:
    """Refuse what is no DAG, or mend it in the way that was chosen."""
    if on_cycle not in get_args(OnCycle):
        raise ParameterError(
            f"on_cycle={on_cycle!r}", allowed=f"one of {', '.join(map(repr, get_args(OnCycle)))}"
        )
    if on_cycle == "error":
        raw.refuse_loops()
    proper = raw.ancestors != raw.descendants
    loops = np.flatnonzero(~proper)
    ancestors, descendants = raw.ancestors, raw.descendants
    if len(loops):
        ancestors, descendants = ancestors[proper], descendants[proper]
    parents, children = adjacency(ancestors, descendants, len(raw.names))
    duplicates = len(ancestors) - len(parents.indices)
    dropped = tuple((raw.names[int(i)],) * 2 for i in raw.ancestors[loops]) if on_cycle == "drop" else ()
    dag = DAG(raw.names, parents, children, Cleaning(duplicates, len(loops), dropped))
    if len(dag.order) == len(dag):
        return dag
    if on_cycle == "error":
        raise_cycle(children, raw.names)
    return _collapsed(dag) if on_cycle == "collapse" else _opened(dag)


def build_from_arrays(
    ancestors: ArrayLike,
    descendants: ArrayLike,
    *,
    names: Names | Iterable[str] | None = None,
    n_nodes: int | None = None,
    on_cycle: OnCycle = "error",
) -> DAG:
    """From two integer arrays of equal length."""
    above, below = _edge_numbers(ancestors), _edge_numbers(descendants)
    if above.shape != below.shape:
        raise GraphError(
            f"{len(above)} ancestors and {len(below)} descendants were given",
            allowed="an edge has one of each",
            do="give two arrays of equal length",
        )
    if n_nodes is not None and n_nodes < 0:
        raise GraphError(f"n_nodes={n_nodes} was given", allowed="0 or more")
    if names is None:
        largest = max(int(above.max(initial=-1)), int(below.max(initial=-1)))
        if n_nodes is None and largest >= max(_SPARSE, 100 * len(above)):
            raise GraphError(
                f"{len(above):,} edges number nodes up to {largest}",
                allowed="nodes are numbered from 0 with few gaps: each number up to the largest is a node",
                do="give n_nodes if that is meant, or use DAG.from_edges with the numbers as strings",
            )
        names = Names.numbered(largest + 1 if n_nodes is None else n_nodes)
    elif not isinstance(names, Names):
        names = Names.from_strings(names)
    if n_nodes is not None and n_nodes != len(names):
        raise GraphError(
            f"{len(names)} names for n_nodes={n_nodes} were given", allowed="each node has a name"
        )
    return build(RawEdges.from_numbers(above, below, names), on_cycle=on_cycle)


def _edge_numbers(values: ArrayLike) -> Ints:
    array = np.asarray(values)
    if array.size == 0:
        array = array.astype(np.int64)
    if array.ndim != 1 or not np.issubdtype(array.dtype, np.integer):
        raise GraphError(
            f"an array of {array.dtype} with {array.ndim} dimensions was given",
            allowed="edges come as two flat arrays of integers",
            do="use DAG.from_edges for names",
        )
    if array.dtype.kind == "u":
        array = array.astype(np.int64)
    return array


def _collapsed(dag: DAG) -> DAG:
    merged = collapse(dag.children, dag.names)
    cleaning = Cleaning(
        duplicates=dag.cleaning.duplicates,
        self_loops=dag.cleaning.self_loops,
        collapsed_cycles=len(merged.members),
        collapsed_nodes=sum(len(names) for names in merged.members.values()),
    )
    return DAG(merged.names, merged.parents, merged.children, cleaning, merged.members, merged.aliases)


def _opened(dag: DAG) -> DAG:
    closing = closing_edges(dag.children)
    ancestors, descendants = dag.children.rows, dag.children.indices
    parents, children = adjacency(ancestors[~closing], descendants[~closing], len(dag))
    removed = tuple(
        (dag.names[int(a)], dag.names[int(d)])
        for a, d in zip(ancestors[closing], descendants[closing], strict=True)
    )
    cleaning = Cleaning(
        duplicates=dag.cleaning.duplicates,
        self_loops=dag.cleaning.self_loops,
        dropped=dag.cleaning.dropped + removed,
    )
    return DAG(dag.names, parents, children, cleaning)
