"""What a run takes, said before it starts: bytes by what they are for."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from diskembed.graph.closure.base import gigabytes

__all__ = ["Footprint"]

PROGRAM = 280_000_000
"""Python with NumPy, SciPy and compiled kernels, before it holds any graph."""
PIECES = 60_000_000
"""Pieces of work in hand: positives of a piece, blocks that are scored, rows that are put back."""
LABEL_BYTES = 36
"""A node's interval, what it is found with (labels, a stack and places), and the hint of what is known."""
ORDER_BYTES = 12
"""A positive's place in an epoch's order, before and after it is as narrow as a node's number."""
WORTH_NAMING = 1_000_000
"""Bytes: a smaller part of the memory is not told apart."""
PACKING_BYTES = 128
"""What a start from the graph takes a node beside directions and rows: a forest, sorted several ways."""


@dataclass(frozen=True)
class Footprint:
    """Bytes of memory by what they are for, and of disk. ``peak`` is when most of it is held at once."""

    names: int
    graph: int
    """Neighbours both ways, twice where nodes are put into another order."""
    known: int
    """The pairs that no negative may name."""
    rows: int
    start: int
    """What making the first rows takes beside them."""
    epoch: int
    """An epoch's order and the rows of the last sound one, or the buckets in hand."""
    disk: int

    @property
    def peak(self) -> int:
        """The most memory that is held at once."""
        lasting = PROGRAM + PIECES + self.names + self.graph + self.known + self.rows
        return lasting + max(self.start, self.epoch)

    @staticmethod
    def of(
        *,
        n_nodes: int,
        n_edges: int,
        name_bytes: int,
        known_bytes: int,
        width: int,
        itemsize: int = 8,
        partitions: int = 1,
        reordered: bool = False,
        walked: int = 4,
    ) -> Footprint:
        """Of a graph of that size, trained in rows of ``width`` numbers of ``itemsize`` bytes."""
        number = 4 if n_nodes < 2**31 else 8
        pointer = 4 if n_edges < 2**31 else 8
        neighbours = 2 * (pointer * (n_nodes + 1) + number * n_edges) + 2 * number * n_nodes
        copies = 2 if reordered else 1
        rows = n_nodes * width * itemsize
        start = n_nodes * (8 * width + PACKING_BYTES) + (rows if itemsize < 8 else 0)
        pairs = (1 + walked) * n_edges * 2 * number
        epoch, disk = ORDER_BYTES * n_edges, 0
        if partitions > 1:
            shares = 2 / partitions
            disk = 2 * rows + pairs
            epoch = int(shares * (2 * rows + neighbours + LABEL_BYTES * n_nodes) + pairs / partitions)
            epoch += number * 4 * n_nodes
        return Footprint(
            names=copies * (name_bytes + 8 * (n_nodes + 1)),
            graph=copies * neighbours + number * n_edges + LABEL_BYTES * n_nodes,
            known=known_bytes,
            rows=rows if partitions == 1 else 0,
            start=start if partitions == 1 else start + rows,
            epoch=epoch if partitions > 1 else epoch + rows,
            disk=disk,
        )

    def as_dict(self) -> dict[str, int]:
        """All figures by name, the peak too."""
        return {**asdict(self), "peak": self.peak}

    def __str__(self) -> str:
        parts = {
            "graph": self.graph + self.names,
            "rows": self.rows,
            "known pairs": self.known,
            "to start": self.start,
        }
        shown = ", ".join(f"{name} {gigabytes(size)}" for name, size in parts.items() if size >= WORTH_NAMING)
        disk = f"; {gigabytes(self.disk)} of disk" if self.disk else ""
        return f"at most {gigabytes(self.peak)} of memory{f' ({shown})' if shown else ''}{disk}"
