"""Every error that diskembed raises on purpose.

    DiskembedError                 anything below; catch this to catch all
    ├── InputError                 what was given cannot be used: exit code 2
    │   ├── ParameterError         an argument outside what is allowed (also a ValueError)
    │   │   └── RunawayError       training that such arguments let run away, with its epoch and node
    │   ├── ReadError              a file that cannot be read as what it should be, with its line
    │   ├── WriteError             a file that cannot be written
    │   ├── GraphError             edges that do not make a DAG
    │   │   └── CycleError         a cycle or self-loop, with its names
    │   ├── UnknownNameError       a name that is not in the graph, with near ones (also a KeyError)
    │   ├── DomainError            a point or number outside a formula's domain (also a ValueError)
    │   ├── SplitError             a split that cannot be drawn, or that leaks
    │   └── MissingExtraError      an optional dependency is absent (also an ImportError)
    ├── DatasetError               a dataset could not be fetched or verified: exit code 3
    ├── ClusterError               a cluster cannot be reached, or lost too much: exit code 5
    ├── MemoryBudgetError          the answer does not fit in the memory allowed: exit code 4
    └── InterruptedRunError        training stopped by Ctrl-C, saved if there is a checkpoint: exit code 130

Each message has three parts: what was found, what is allowed, and what to do next. Each class says the last
two in general, in lines of its docstring that docs/errors.md is made of.
"""

from __future__ import annotations

import difflib
import heapq
from collections import Counter
from collections.abc import Iterable, Sequence
from os import PathLike, fspath

__all__ = [
    "ClusterError",
    "CycleError",
    "DatasetError",
    "DiskembedError",
    "DomainError",
    "GraphError",
    "InputError",
    "InterruptedRunError",
    "MemoryBudgetError",
    "MissingExtraError",
    "ParameterError",
    "ReadError",
    "RunawayError",
    "SplitError",
    "UnknownNameError",
    "WriteError",
]

MOST_COMPARED = 2000
"""How many names are compared letter by letter with a misspelt one."""


class DiskembedError(Exception):
    """What was found, what is allowed, and what to do next, as one line.

    Allowed: what the message says.
    Do: what the message says; what is no DiskembedError is a bug, worth a report with its traceback.
    """

    exit_code = 1

    def __init__(self, found: str, *, allowed: str = "", do: str = "") -> None:
        self.found, self.allowed, self.do = found, allowed, do
        super().__init__("; ".join(part for part in (found, allowed, do) if part))

    def __str__(self) -> str:  # KeyError would print the repr of its message
        return str(self.args[0])


class InputError(DiskembedError):
    """What was given cannot be used.

    Allowed: what the message says.
    Do: change what was given; nothing was written.
    """

    exit_code = 2


class ParameterError(InputError, ValueError):
    """An argument lies outside what is allowed.

    Allowed: the values that the message lists.
    Do: pass one of them; where a near one exists it is suggested.
    """


class RunawayError(ParameterError):
    """Training left the finite numbers in ``epoch``; ``kept`` says where the last good state is, if known.

    Allowed: all numbers stay finite and below what the message names.
    Do: choose lower rates or margins, and resume from the last good state, if there is one.
    """

    def __init__(self, who: str, epoch: int, epochs: int, largest: float, kept: str = "") -> None:
        self.who, self.epoch, self.epochs, self.largest, self.kept = who, epoch, epochs, largest, kept
        super().__init__(
            f"{who} ran away in epoch {epoch} of {epochs}",
            allowed=f"training keeps all numbers finite and below {largest:g}",
            do="choose lower rates or margins" + (f"; the last good state is in {kept}" if kept else ""),
        )

    def __reduce__(self) -> tuple[object, ...]:
        """So that it can come from another process, a cluster's worker."""
        return RunawayError, (self.who, self.epoch, self.epochs, self.largest, self.kept)

    def kept_in(self, place: str) -> RunawayError:
        """The same, where the last good state is in another place."""
        return RunawayError(self.who, self.epoch, self.epochs, self.largest, place)


class DomainError(InputError, ValueError):
    """A point or a number lies outside a formula's domain.

    Allowed: what the formula is defined on, as a ball's inside or finite numbers.
    Do: bring points into the domain first, as with a geometry's ``project``.
    """


class GraphError(InputError):
    """Edges that do not make a DAG.

    Allowed: pairs of names, each the one above and the one below.
    Do: mend the edges that the message names.
    """


class CycleError(GraphError):
    """A cycle or a self-loop; ``cycle`` holds its names, the first one repeated at the end.

    Allowed: a DAG has no cycle and no edge from a node to itself.
    Do: remove one of the edges, or choose ``on_cycle`` (``--on-cycle``): collapse or drop.
    """

    def __init__(self, cycle: Sequence[str], *, where: str = "") -> None:
        self.cycle = list(cycle)
        super().__init__(
            f"{where}{_describe_cycle(self.cycle)}",
            allowed="a DAG has no cycle and no edge from a node to itself",
            do='remove one of its edges, or choose on_cycle="collapse" (merge its nodes) or '
            'on_cycle="drop" (remove closing edges); on the command line --on-cycle',
        )


class ReadError(InputError):
    """A file that cannot be read as what it should be; names the file and, where known, the line.

    Allowed: the format that its name, or ``format`` (``--format``), says.
    Do: check the path and the line, or say which format and order the file has.
    """

    def __init__(
        self,
        path: str | PathLike[str],
        found: str,
        *,
        line: int | None = None,
        allowed: str = "",
        do: str = "",
    ) -> None:
        self.path, self.line = fspath(path), line
        place = self.path if line is None else f"{self.path}, line {line}"
        super().__init__(f"{place}: {found}", allowed=allowed, do=do)


class WriteError(InputError):
    """A file that cannot be written; what stood in its place is still there.

    Allowed: a folder that exists, may be written to, and has room.
    Do: choose such a folder and try again.
    """

    def __init__(self, path: str | PathLike[str], why: str) -> None:
        self.path = fspath(path)
        super().__init__(
            f"{self.path} cannot be written: {why}",
            do="choose a folder that exists, may be written to, and has room",
        )


class UnknownNameError(InputError, KeyError):
    """A name that is not in the graph; ``near`` holds the closest ones that are.

    Allowed: names exactly as they stand in the graph, case included.
    Do: take one of the near names; ``diskembed query`` completes them in the shell.
    """

    def __init__(self, name: str, *, near: Sequence[str] = (), kind: str = "node") -> None:
        self.name, self.near = name, list(near)
        hint = f"did you mean {' or '.join(map(repr, near))}?" if near else "check the spelling"
        super().__init__(f"no {kind} is named {name!r}", do=hint)


class SplitError(InputError):
    """A split that cannot be drawn, or one that leaks.

    Allowed: a graph with enough implied pairs, and parts that share no pair.
    Do: draw it again, with another percent or with ``allow_empty`` (``--allow-empty``).
    """


class MissingExtraError(InputError, ImportError):
    """An optional dependency is not installed; the message names the extra that brings it.

    Allowed: everything that asks for no extra.
    Do: run the ``pip install`` that the message spells out.
    """

    def __init__(self, purpose: str, *, package: str, extra: str) -> None:
        self.extra = extra
        super().__init__(
            f"{purpose} needs the package {package}, which is not installed",
            do=f'run: pip install "diskembed[{extra}]"',
        )


class DatasetError(DiskembedError):
    """A dataset could not be fetched, or is not what it should be.

    Allowed: a reachable network, or the file put where the message says.
    Do: follow the address in the message, or try again: what was fetched is kept.
    """

    exit_code = 3


class ClusterError(DiskembedError):
    """A cluster cannot be reached, or lost what cannot be had again.

    Allowed: an address that answers, with workers that stay.
    Do: start the cluster, then resume from the checkpoint.
    """

    exit_code = 5


class MemoryBudgetError(DiskembedError):
    """The answer does not fit in the memory that was allowed.

    Allowed: what ``memory`` (``--memory``) says.
    Do: allow more memory, or ask a smaller question.
    """

    exit_code = 4


class InterruptedRunError(DiskembedError):
    """A run was stopped by Ctrl-C; ``checkpoint`` is the file to resume from, or None.

    Allowed: stopping at any moment.
    Do: resume from the checkpoint (``--resume``).
    """

    exit_code = 130

    def __init__(
        self,
        epoch: int,
        epochs: int,
        checkpoint: str | PathLike[str] | None,
        how: str = "fit(..., resume=True)",
    ) -> None:
        self.epoch, self.epochs, self.checkpoint = epoch, epochs, checkpoint
        super().__init__(
            f"training was stopped after {epoch} of {epochs} epochs",
            allowed="nothing was saved" if checkpoint is None else f"saved to {fspath(checkpoint)}",
            do="give a checkpoint to be able to go on" if checkpoint is None else f"go on with {how}",
        )

    def resumed_by(self, how: str) -> InterruptedRunError:
        """The same, for someone who resumes in another way."""
        return InterruptedRunError(self.epoch, self.epochs, self.checkpoint, how)


def near_names(name: str, known: Iterable[str], most: int = 3) -> list[str]:
    """The closest of ``known`` to a misspelt ``name``, best first.

    Names whose letters differ too much to be meant are passed over cheaply, so that a typo among a
    million names is answered at once.
    """
    letters = Counter(name)
    close = (
        ((letters - Counter(other)).total() + abs(len(other) - len(name)), other)
        for other in known
        if 3 * abs(len(other) - len(name)) <= 2 * min(len(name), len(other)) + 2
    )
    candidates = [other for _, other in heapq.nsmallest(MOST_COMPARED, close)]
    return difflib.get_close_matches(name, candidates, n=most, cutoff=0.6)


def _describe_cycle(cycle: Sequence[str], most: int = 12) -> str:
    if len(cycle) <= 2:
        return f"self-loop at {cycle[0]!r}"
    shown = [repr(name) for name in cycle]
    if len(shown) > most:
        shown = [*shown[: most - 2], f"... ({len(shown) - most + 1} more) ...", shown[-1]]
    return f"cycle of {len(cycle) - 1} nodes: {' -> '.join(shown)}"
