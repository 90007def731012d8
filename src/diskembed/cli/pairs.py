"""A split on the command line: a folder in the published format."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from diskembed.split.split import Split

__all__ = ["read_split", "split_options"]

F = TypeVar("F", bound=Callable[..., Any])


def split_options(command: F) -> F:
    """--split, --percent and --prefix."""
    for decorate in (
        click.option("--prefix", help="What the split's file names begin with, if the folder holds several."),
        click.option(
            "--percent",
            type=float,
            default=50.0,
            show_default=True,
            help="Which of the split's training sets; drawn by the rule if its file is missing.",
        ),
        click.option("--split", "split_folder", type=click.Path(), help="A folder with a split's files."),
    ):
        command = decorate(command)
    return command


def read_split(folder: str, percent: float, prefix: str | None) -> Split:
    """The split that the options name."""
    from diskembed.split.split import Split

    return Split.read(folder, percent=percent, prefix=prefix)
