"""Compressed sparse rows: for each node, its neighbours one way, sorted."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from diskembed.jit import kernel

__all__ = ["CSR", "Ints", "adjacency", "smallest_int", "transpose"]

Ints = NDArray[np.signedinteger]


@dataclass(frozen=True, eq=False)
class CSR:
    """Row ``i`` is ``indices[indptr[i]:indptr[i + 1]]``, in increasing order."""

    indptr: Ints
    indices: Ints

    def __len__(self) -> int:
        return len(self.indptr) - 1

    def __getitem__(self, row: int) -> Ints:
        return self.indices[self.indptr[row] : self.indptr[row + 1]]

    @property
    def degrees(self) -> Ints:
        """How many entries each row has."""
        return np.diff(self.indptr)

    @property
    def rows(self) -> Ints:
        """The row of each entry."""
        return np.repeat(np.arange(len(self), dtype=self.indices.dtype), self.degrees)


def smallest_int(largest: int) -> type[np.signedinteger]:
    """int32 where ``largest`` fits, else int64."""
    return np.int32 if largest < 2**31 else np.int64


def adjacency(ancestors: Ints, descendants: Ints, n_nodes: int) -> tuple[CSR, CSR]:
    """Edges as (parents of each node, children of each node), sorted and without duplicates."""
    index = smallest_int(n_nodes)
    pointer = smallest_int(len(ancestors))
    by_ancestor = _group(ancestors.astype(index, copy=False), descendants.astype(index, copy=False), n_nodes)
    indptr, indices = _without_repeats(*_transpose(*by_ancestor, n_nodes))
    parents = CSR(indptr.astype(pointer, copy=False), indices)
    return parents, transpose(parents)


def transpose(csr: CSR, n_columns: int | None = None) -> CSR:
    """Rows become columns; the result is sorted even where the input's rows are not."""
    indptr, indices = _transpose(csr.indptr, csr.indices, len(csr) if n_columns is None else n_columns)
    return CSR(indptr, indices)


@kernel
def _group(keys: Ints, values: Ints, n_keys: int) -> tuple[Ints, Ints]:
    indptr = np.zeros(n_keys + 1, np.int64)
    for key in keys:
        indptr[key + 1] += 1
    for key in range(n_keys):
        indptr[key + 1] += indptr[key]
    free = indptr[:-1].copy()
    grouped = np.empty_like(values)
    for i in range(len(keys)):
        grouped[free[keys[i]]] = values[i]
        free[keys[i]] += 1
    return indptr, grouped


@kernel
def _transpose(indptr: Ints, indices: Ints, n_columns: int) -> tuple[Ints, Ints]:
    out_ptr = np.zeros(n_columns + 1, indptr.dtype)
    for column in indices:
        out_ptr[column + 1] += 1
    for column in range(n_columns):
        out_ptr[column + 1] += out_ptr[column]
    free = out_ptr[:-1].copy()
    out = np.empty_like(indices)
    for row in range(len(indptr) - 1):
        for i in range(indptr[row], indptr[row + 1]):
            column = indices[i]
            out[free[column]] = row
            free[column] += 1
    return out_ptr, out


@kernel
def _without_repeats(indptr: Ints, indices: Ints) -> tuple[Ints, Ints]:
    out_ptr = np.zeros_like(indptr)
    out = np.empty_like(indices)
    kept = 0
    for row in range(len(indptr) - 1):
        for i in range(indptr[row], indptr[row + 1]):
            if i == indptr[row] or indices[i] != indices[i - 1]:
                out[kept] = indices[i]
                kept += 1
        out_ptr[row + 1] = kept
    return out_ptr, out[:kept].copy()
