"""Cells run one after another or several at a time; each is kept in a file as soon as it is done."""

from __future__ import annotations

import hashlib
import json
import multiprocessing
import re
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from diskembed import __version__
from diskembed.errors import DiskembedError, InterruptedRunError, ParameterError, ReadError
from diskembed.estimators.base import Estimator
from diskembed.evaluation.protocol import evaluate
from diskembed.reproduction.cells import Cell
from diskembed.reproduction.source import SplitSource
from diskembed.storage.atomic import replacing

__all__ = ["FORMAT", "Results", "run_cell"]

FORMAT = 1
"""Of a cell's file."""

Result = dict[str, Any]


@dataclass(frozen=True)
class Results:
    """A folder of cells' files, named by cell, seed and a digest of all that decides the outcome."""

    folder: Path
    source: SplitSource

    def path(self, cell: Cell) -> Path:
        """Where a cell's result belongs."""
        stem = re.sub("[^a-z0-9]+", "-", cell.name)
        return self.folder / "cells" / f"{stem}-seed{cell.seed}-{digest(cell, self.source)}.json"

    def find(self, cell: Cell) -> Result | None:
        """The result, if that cell was run before with the same configuration."""
        path = self.path(cell)
        if not path.exists():
            return None
        try:
            found: Result = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise ReadError(path, f"{error}", do="remove the file; the cell is then run again") from None
        if not isinstance(found, dict) or found.get("format") != FORMAT:
            raise ReadError(
                path, "this is no cell's result of this version", do="remove it, or name another folder"
            )
        return found

    def keep(self, cell: Cell, result: Result) -> None:
        """Write it down, whole or not at all."""
        self.path(cell).parent.mkdir(parents=True, exist_ok=True)
        with replacing(self.path(cell)) as file:
            file.write((json.dumps(result, indent=1) + "\n").encode())

    def run(
        self, cells: Sequence[Cell], *, jobs: int = 1, done: Callable[[Cell, Result], None] | None = None
    ) -> list[tuple[Cell, Result]]:
        """All results in the cells' order; only those that are missing are run, ``jobs`` at a time."""
        if isinstance(jobs, bool) or not isinstance(jobs, int) or jobs < 1:
            raise ParameterError(f"jobs={jobs!r}", allowed="a number of processes, at least 1")
        found = {cell: result for cell in cells if (result := self.find(cell)) is not None}
        missing = [cell for cell in cells if cell not in found]
        try:
            for cell, result in _run(missing, self.source, jobs):
                self.keep(cell, result)
                found[cell] = result
                if done is not None:
                    done(cell, result)
        except InterruptedRunError as stop:
            how = "the same command, which runs the unfinished cell anew"
            raise InterruptedRunError(stop.epoch, stop.epochs, self.folder / "cells", how) from None
        return [(cell, found[cell]) for cell in cells]


def _run(cells: Sequence[Cell], source: SplitSource, jobs: int) -> Iterator[tuple[Cell, Result]]:
    if min(jobs, len(cells)) <= 1:
        for cell in cells:
            yield cell, run_cell(cell, source)
        return
    # Numba and BLAS are not safe to fork; a spawned process loads its kernels from the cache.
    with ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn")) as pool:
        futures = {pool.submit(_run_elsewhere, cell, source): cell for cell in cells}
        try:
            for future in as_completed(futures):
                result = future.result()
                if isinstance(result, _Failure):
                    raise result.error()
                yield futures[future], result
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


class _Failure(NamedTuple):
    """An error on its way from another process, which carries no exception of more than one argument."""

    message: str
    exit_code: int

    def error(self) -> DiskembedError:
        """The same error here."""
        error = DiskembedError(self.message)
        error.exit_code = self.exit_code
        return error


def _run_elsewhere(cell: Cell, source: SplitSource) -> Result | _Failure:
    try:
        return run_cell(cell, source)
    except DiskembedError as error:
        return _Failure(str(error), error.exit_code)


def run_cell(cell: Cell, source: SplitSource) -> Result:
    """Train on the training pairs, choose epoch and threshold on the validation pairs, judge on the test."""
    split = source.split(cell.percent, reverse=cell.reverse)
    estimator = estimator_of(cell).fit(split)
    evaluation = evaluate(estimator.embedding_, split).as_dict()
    provenance = estimator.embedding_.provenance
    return {
        "format": FORMAT,
        "cell": {"name": cell.name, **asdict(cell)},
        "published": cell.published,
        "result": evaluation["result"],
        "baselines": evaluation["baselines"],
        "epochs": provenance["epochs"],
        "best_epoch": provenance["best_epoch"],
        "seconds": provenance["seconds"],
        "split": {**source.identity(), **split.sizes()},
        "configuration": configuration(cell),
        "version": __version__,
        "when": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def estimator_of(cell: Cell) -> Estimator:
    """The row's estimator for a cell."""
    estimator = cell.of.make(cell.dim, seed=cell.seed, positives=cell.positives, progress=False)
    if cell.epochs < 1.0:
        estimator.set_params(epochs=max(1, round(cell.epochs * estimator.plan().epochs)))
    return estimator


def configuration(cell: Cell) -> dict[str, Any]:
    """All settings that a cell's outcome depends on, defaults written out."""
    estimator = estimator_of(cell)
    model = estimator.model()
    return {
        "estimator": type(estimator).__name__,
        "model": {"name": model.name, "dim": model.dim, **model.options},
        "plan": estimator.plan().as_dict(),
        "start": [estimator.start, estimator.start_scale],
        "known": estimator.known,
        "positives": cell.positives,
        "epochs": estimator.epochs,
        # Strict runs are not polished unless that is asked for.
        **({"polish": estimator.polish} if estimator.transitive or estimator.polish else {}),
    }


def digest(cell: Cell, source: SplitSource) -> str:
    """Of a cell with its configuration and its split."""
    whole = [FORMAT, asdict(cell), configuration(cell), source.identity()]
    return hashlib.sha256(json.dumps(whole, sort_keys=True).encode()).hexdigest()[:12]
