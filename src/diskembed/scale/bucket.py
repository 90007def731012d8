"""A bucket: two blocks and the hot nodes as a graph of their own, with numbers of their own.

The kernels that train a whole graph train this one as they stand. Negatives come from the nodes in hand, and
walks go along what is left of the edges; where a parent is elsewhere, on to the nearest hot node above it.
"""

from __future__ import annotations

import numpy as np

from diskembed.graph.csr import CSR, Ints, transpose
from diskembed.jit import kernel
from diskembed.scale.layout import Layout
from diskembed.training.sampler import Graph

__all__ = ["bucket_graph", "local_numbers", "nodes_of"]


def nodes_of(layout: Layout, blocks: tuple[int, int]) -> Ints:
    """The nodes of a bucket: those of both blocks, then the hot ones."""
    return np.concatenate([layout.members[blocks[0]], layout.members[blocks[1]], layout.hot])


def local_numbers(layout: Layout, blocks: tuple[int, int], nodes: Ints) -> Ints:
    """The numbers that nodes of the bucket have in it, as ``nodes_of`` lists them."""
    base = _bases(layout, blocks)
    return (base[layout.block[nodes]] + layout.place[nodes]).astype(np.int32)


def bucket_graph(whole: Graph, near: Ints, layout: Layout, blocks: tuple[int, int]) -> Graph:
    """The part of the whole graph that a bucket sees; ``near`` is what ``nearest_hot`` gives."""
    nodes, base = nodes_of(layout, blocks), _bases(layout, blocks)
    up = CSR(*seen_rows(whole.up_ptr, whole.up, nodes, near, layout.block, layout.place, base))
    down = transpose(up)
    nobody = np.full(len(near), -1, near.dtype)
    known = CSR(*seen_rows(whole.known_ptr, whole.known, nodes, nobody, layout.block, layout.place, base))
    spans = whole.spans[nodes] if len(whole.spans) else whole.spans
    return Graph.of(up, down, known, closed=False)._replace(spans=spans)


def _bases(layout: Layout, blocks: tuple[int, int]) -> Ints:
    """What to add to a node's place for its number; -1 for blocks that are elsewhere."""
    sizes = [len(layout.members[block]) for block in blocks]
    base = np.full(layout.n_blocks + 1, -1, np.int64)
    base[[*blocks, layout.n_blocks]] = 0, sizes[0], sum(sizes)
    return base


@kernel
def seen_rows(
    ptr: Ints, entries: Ints, nodes: Ints, near: Ints, block: Ints, place: Ints, base: Ints
) -> tuple[Ints, Ints]:
    """Rows of the given nodes, their entries by local numbers, sorted; ``near`` for what is absent."""
    out_ptr = np.zeros(len(nodes) + 1, np.int32)
    total = 0
    for row in range(len(nodes)):
        total += ptr[nodes[row] + 1] - ptr[nodes[row]]
    out = np.empty(total, np.int32)
    done = 0
    for row in range(len(nodes)):
        node, first = nodes[row], done
        absent = False
        for i in range(ptr[node], ptr[node + 1]):
            entry = entries[i]
            if base[block[entry]] < 0:
                absent = True
            else:
                out[done] = base[block[entry]] + place[entry]
                done += 1
        if absent and near[node] >= 0:
            out[done] = base[block[near[node]]] + place[near[node]]
            done += 1
        out[first:done].sort()
        out_ptr[row + 1] = done
    return out_ptr, out[:done].copy()
