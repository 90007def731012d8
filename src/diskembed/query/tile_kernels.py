"""The innermost loops of queries: products of a few rows with a tile of many, and which are near enough.

A product takes four coordinates of four rows at once, which the compiler turns into the widest instructions
that the machine has; measured against a matrix product by BLAS and a comparison, in float32 and ten
dimensions, this took a fifth of the time, because no product is ever written to memory.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diskembed.jit import fast_kernel
from diskembed.query.lanes import TOGETHER

__all__ = ["ROWS", "TOGETHER", "WIDE", "scan_few", "scan_one"]

WIDE = 256
"""Places in a tile."""
ROWS = 4
"""Rows that go through a tile together."""

Singles = NDArray[np.float32]
Integers = NDArray[np.int64]


@fast_kernel
def scan_few(
    rows: Singles, tiles: Singles, start: Integers, end: Integers, least: Singles, out: NDArray[np.int32]
) -> int:
    """Every (row, place) from the row's ``start`` up to its ``end`` with a product of ``least[0]``.

    Their number is the answer; those that ``out`` has room for are in it, with 1 in the third column where
    the product is above ``least[1]``. The number of rows is a multiple of ROWS.
    """
    found, together = 0, np.zeros((ROWS, WIDE), np.float32)
    furthest = 0
    for i in range(len(end)):
        furthest = max(furthest, end[i])
    for t in range((furthest + WIDE - 1) // WIDE):
        tile, low = tiles[t], t * WIDE
        for i in range(0, len(rows) - ROWS + 1, ROWS):
            if low >= max(end[i], end[i + 1], end[i + 2], end[i + 3]):
                continue
            multiply_four(rows, i, tile, together)
            for q in range(ROWS):
                if count_of(together[q], least[0]) == 0:
                    continue
                for w in range(max(0, start[i + q] - low), min(WIDE, end[i + q] - low)):
                    product = together[q, w]
                    if product >= least[0]:
                        if found < len(out):
                            out[found, 0], out[found, 1] = i + q, low + w
                            out[found, 2] = 1 if product > least[1] else 0
                        found += 1
    return found


@fast_kernel
def scan_one(row: Singles, tiles: Singles, start: int, end: int, least: float, out: Integers) -> int:
    """The places from ``start`` up to ``end`` with a product of ``least``; ``out`` has room for all."""
    found, products = 0, np.zeros(WIDE, np.float32)
    for t in range(start // WIDE, (end + WIDE - 1) // WIDE):
        low = t * WIDE
        multiply_one(row, tiles[t], products)
        if count_of(products, least) == 0:
            continue
        for w in range(max(0, start - low), min(WIDE, end - low)):
            if products[w] >= least:
                out[found] = low + w
                found += 1
    return found


@fast_kernel
def count_of(products: Singles, least: float) -> int:
    """How many are at least ``least``: without branches, so that it takes many at once."""
    count = 0
    for w in range(WIDE):
        count += 1 if products[w] >= least else 0
    return count


@fast_kernel
def multiply_one(row: Singles, tile: Singles, products: Singles) -> None:
    """One row with a tile."""
    for w in range(WIDE):
        products[w] = 0.0
    for k in range(0, len(row), TOGETHER):
        a, b, c, d = row[k], row[k + 1], row[k + 2], row[k + 3]
        p, q, r, s = tile[k], tile[k + 1], tile[k + 2], tile[k + 3]
        for w in range(WIDE):
            products[w] += a * p[w] + b * q[w] + c * r[w] + d * s[w]


@fast_kernel
def multiply_four(rows: Singles, i: int, tile: Singles, products: Singles) -> None:
    """Four rows with a tile."""
    for q in range(ROWS):
        for w in range(WIDE):
            products[q, w] = 0.0
    into_0, into_1, into_2, into_3 = products[0], products[1], products[2], products[3]
    for k in range(0, rows.shape[1], TOGETHER):
        a0, a1, a2, a3 = rows[i, k], rows[i, k + 1], rows[i, k + 2], rows[i, k + 3]
        b0, b1, b2, b3 = rows[i + 1, k], rows[i + 1, k + 1], rows[i + 1, k + 2], rows[i + 1, k + 3]
        c0, c1, c2, c3 = rows[i + 2, k], rows[i + 2, k + 1], rows[i + 2, k + 2], rows[i + 2, k + 3]
        d0, d1, d2, d3 = rows[i + 3, k], rows[i + 3, k + 1], rows[i + 3, k + 2], rows[i + 3, k + 3]
        t0, t1, t2, t3 = tile[k], tile[k + 1], tile[k + 2], tile[k + 3]
        for w in range(WIDE):
            p, q, r, s = t0[w], t1[w], t2[w], t3[w]
            into_0[w] += a0 * p + a1 * q + a2 * r + a3 * s
            into_1[w] += b0 * p + b1 * q + b2 * r + b3 * s
            into_2[w] += c0 * p + c1 * q + c2 * r + c3 * s
            into_3[w] += d0 * p + d1 * q + d2 * r + d3 * s
