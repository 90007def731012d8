"""A dataset's file: the one that is here, checked, or one that is fetched now."""

from __future__ import annotations

import os
from pathlib import Path

from diskembed.datasets.cache import is_offline
from diskembed.datasets.checksum import expected_sha256, record_path, record_sha256, sha256_of, verify
from diskembed.datasets.dataset import Dataset
from diskembed.datasets.download import by_hand, download
from diskembed.datasets.lock import locked
from diskembed.datasets.partial import Partial
from diskembed.datasets.progress import progress_bar, say
from diskembed.errors import DatasetError

__all__ = ["fetch_file"]


def fetch_file(
    dataset: Dataset,
    *,
    cache: str | os.PathLike[str] | None = None,
    progress: bool | None = None,
    offline: bool = False,
    timeout: float = 30.0,
) -> Path:
    """The path of a dataset's checked file; it is fetched where it is absent."""
    target = dataset.path(cache)
    if dataset.bundled:
        return target
    try:
        if not target.exists():
            # Made first: every message below may ask for the file to be put there by hand.
            target.parent.mkdir(parents=True, exist_ok=True)
            url = dataset.resolved_url(target)
            if offline or is_offline():
                raise DatasetError(
                    f"{dataset.name} is not here, and the network is not to be used",
                    do=by_hand(target, url),
                )
            with locked(target, on_wait=lambda: say(f"another process fetches {dataset.name}", progress)):
                if not target.exists():
                    _obtain(dataset, url, target, progress, timeout)
                    return target
        verify(target, dataset.sha256)
    except OSError as error:
        raise DatasetError(
            f"{target} could not be written or read: {error.strerror or error}",
            do="make room or set DISKEMBED_CACHE to a folder that can be written",
        ) from error
    return target


def _obtain(dataset: Dataset, url: str, target: Path, progress: bool | None, timeout: float) -> None:
    with progress_bar(dataset.name, progress) as report:
        partial = download(url, target, timeout=timeout, report=report)
    _accept(partial, url, target, dataset.sha256)


def _accept(partial: Partial, url: str, target: Path, pinned: str) -> None:
    """Move a complete download to its place, unless it is not the file that it should be."""
    found, expected = sha256_of(partial.path), expected_sha256(target, pinned)
    if expected and found != expected:
        partial.discard()
        first = "its pinned version" if pinned else "the file first fetched from there"
        accept = "" if pinned else f", or remove {record_path(target)} if the site has a new version"
        raise DatasetError(
            f"what {url} sent has the SHA-256 checksum {found} and was removed",
            allowed=f"{first} has {expected}",
            do=f"try again later{accept}",
        )
    if not expected:
        record_sha256(target, found)
    partial.finish(target)
