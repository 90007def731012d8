"""Where blocks are kept: a folder of this machine, or any place that fsspec knows, by its address."""

from __future__ import annotations

import tempfile
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from diskembed.errors import MissingExtraError, ReadError, WriteError
from diskembed.storage.container import Contents, read_container, write_container
from diskembed.storage.header import Kind

__all__ = ["Folder", "folder_at"]


class Folder(ABC):
    """Named containers, each the old one or the new one at every moment."""

    def __init__(self, path: str) -> None:
        self.path = path

    @abstractmethod
    def write(self, name: str, kind: Kind, arrays: Mapping[str, NDArray[Any]], state: Any) -> None:
        """Write one, whole or not at all."""

    @abstractmethod
    def read(self, name: str, kind: Kind) -> Contents:
        """Read one; what is missing or damaged is a ReadError."""

    @abstractmethod
    def names(self) -> list[str]:
        """What there is."""

    @abstractmethod
    def remove(self, names: Iterable[str]) -> None:
        """Remove what is there of these."""


class LocalFolder(Folder):
    """A folder of this machine, made if it is not there."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        try:
            Path(path).mkdir(exist_ok=True)
        except OSError as error:
            raise WriteError(path, error.strerror or str(error)) from None

    def write(self, name: str, kind: Kind, arrays: Mapping[str, NDArray[Any]], state: Any) -> None:
        """By a file beside it that takes its place."""
        write_container(Path(self.path, name), kind, arrays, state)

    def read(self, name: str, kind: Kind) -> Contents:
        """Mapped into memory."""
        return read_container(Path(self.path, name), kind)

    def names(self) -> list[str]:
        """Every file."""
        return sorted(file.name for file in Path(self.path).iterdir())

    def remove(self, names: Iterable[str]) -> None:
        """Unlink them; who has one mapped keeps it."""
        for name in names:
            Path(self.path, name).unlink(missing_ok=True)


class RemoteFolder(Folder):
    """A place that fsspec knows: ``s3://bucket/run``, ``memory://run``, ``file:///mnt/run``."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        try:
            from fsspec.core import url_to_fs
        except ImportError:
            raise MissingExtraError(f"keeping blocks at {path}", package="fsspec", extra="ray") from None
        try:
            self._files, self._root = url_to_fs(path)
            self._files.makedirs(self._root, exist_ok=True)
        except (OSError, ValueError, ImportError) as error:
            raise WriteError(path, str(error)) from None

    def write(self, name: str, kind: Kind, arrays: Mapping[str, NDArray[Any]], state: Any) -> None:
        """By way of a file of this machine; stores replace an object at once."""
        with tempfile.TemporaryDirectory() as here:
            write_container(Path(here, name), kind, arrays, state)
            try:
                self._files.put_file(str(Path(here, name)), f"{self._root}/{name}")
            except OSError as error:
                raise WriteError(f"{self.path}/{name}", str(error)) from None

    def read(self, name: str, kind: Kind) -> Contents:
        """By way of a file of this machine, which stays mapped after its name is gone."""
        with tempfile.TemporaryDirectory() as here:
            try:
                self._files.get_file(f"{self._root}/{name}", str(Path(here, name)))
            except OSError as error:
                raise ReadError(f"{self.path}/{name}", str(error), do="check the address") from None
            return read_container(Path(here, name), kind)

    def names(self) -> list[str]:
        """Every object, as the store says now."""
        self._files.invalidate_cache()
        return sorted(Path(name).name for name in self._files.ls(self._root, detail=False))

    def remove(self, names: Iterable[str]) -> None:
        """Delete them."""
        there = set(self.names())
        for name in names:
            if name in there:
                self._files.rm_file(f"{self._root}/{name}")


def folder_at(path: str | PathLike[str]) -> Folder:
    """The folder of a path, or of an address with ``://`` in it."""
    address = fspath(path)
    return RemoteFolder(address) if "://" in address else LocalFolder(address)
