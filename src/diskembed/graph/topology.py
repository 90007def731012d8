"""Orders that a DAG's nodes can be walked in, as kernels over its rows."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diskembed.graph.csr import Ints
from diskembed.jit import kernel

__all__ = ["back_edges", "reach_from", "shortest_cycle_through", "topological_order"]


@kernel
def topological_order(parents_ptr: Ints, children_ptr: Ints, children: Ints) -> tuple[Ints, Ints]:
    """Kahn's order, ancestors first, with each node's depth (edges on the longest way down to it).

    The order is shorter than the graph when a cycle holds the rest back.
    """
    n = len(parents_ptr) - 1
    waiting = np.empty(n, children.dtype)
    depth = np.zeros(n, children.dtype)
    order = np.empty(n, children.dtype)
    done = 0
    for node in range(n):
        waiting[node] = parents_ptr[node + 1] - parents_ptr[node]
        if waiting[node] == 0:
            order[done] = node
            done += 1
    at = 0
    while at < done:
        node = order[at]
        at += 1
        below = depth[node] + 1
        for i in range(children_ptr[node], children_ptr[node + 1]):
            child = children[i]
            depth[child] = max(depth[child], below)
            waiting[child] -= 1
            if waiting[child] == 0:
                order[done] = child
                done += 1
    return order[:done].copy(), depth


@kernel
def reach_from(indptr: Ints, indices: Ints, starts: Ints) -> NDArray[np.bool_]:
    """Which nodes can be reached from any of ``starts``, those included."""
    n = len(indptr) - 1
    seen = np.zeros(n, np.bool_)
    stack = np.empty(n, indices.dtype)
    height = 0
    for node in starts:
        if not seen[node]:
            seen[node] = True
            stack[height] = node
            height += 1
    while height:
        height -= 1
        node = stack[height]
        for i in range(indptr[node], indptr[node + 1]):
            child = indices[i]
            if not seen[child]:
                seen[child] = True
                stack[height] = child
                height += 1
    return seen


@kernel
def back_edges(indptr: Ints, indices: Ints) -> NDArray[np.bool_]:
    """The edges that close a cycle when nodes are searched in depth, in their own order.

    Without them the graph is acyclic; they point at a node that is still being searched.
    """
    n = len(indptr) - 1
    closing = np.zeros(len(indices), np.bool_)
    state = np.zeros(n, np.uint8)  # 0 new, 1 being searched, 2 finished
    stack = np.empty(n, indices.dtype)
    at = indptr[:-1].copy()
    for start in range(n):
        if state[start] != 0:
            continue
        stack[0] = start
        state[start] = 1
        height = 1
        while height:
            node = stack[height - 1]
            if at[node] == indptr[node + 1]:
                state[node] = 2
                height -= 1
                continue
            child = indices[at[node]]
            if state[child] == 1:
                closing[at[node]] = True
            elif state[child] == 0:
                state[child] = 1
                stack[height] = child
                height += 1
            at[node] += 1
    return closing


@kernel
def shortest_cycle_through(indptr: Ints, indices: Ints, start: int) -> Ints:
    """Nodes of a shortest cycle from ``start`` back to it, both ends included; empty where none is."""
    n = len(indptr) - 1
    before = np.full(n, -1, np.int64)
    queue = np.empty(n, np.int64)
    queue[0] = start
    head, tail = 0, 1
    while head < tail:
        node = queue[head]
        head += 1
        for i in range(indptr[node], indptr[node + 1]):
            child = indices[i]
            if child == start:
                length = 2
                step = node
                while step != start:
                    step = before[step]
                    length += 1
                cycle = np.empty(length, np.int64)
                cycle[0] = start
                cycle[length - 1] = start
                step = node
                for position in range(length - 2, 0, -1):
                    cycle[position] = step
                    step = before[step]
                return cycle
            if before[child] < 0:
                before[child] = node
                queue[tail] = child
                tail += 1
    return np.empty(0, np.int64)
