"""What a shell may complete an argument or option with."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem

from diskembed.errors import DiskembedError

__all__ = ["file_names", "format_names", "geometry_names", "graph_names", "node_names"]

MOST_NODES = 200
"""More names than anybody reads are not offered."""


def file_names(_context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Files, which the shell knows itself."""
    return [CompletionItem(incomplete, type="file")]


def graph_names(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Graphs known by name, and files."""
    from diskembed import datasets

    known = _starting(datasets.names(), incomplete)
    # The shell scripts forget what stands before an item for files.
    return [*file_names(context, parameter, incomplete), *known]


def geometry_names(
    _context: click.Context, _parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Every registered geometry."""
    from diskembed.geometry import registry

    return _starting(registry.names(), incomplete)


def format_names(
    _context: click.Context, _parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Every format to export to."""
    from diskembed.exchange.registry import formats

    return _starting(formats(), incomplete)


def node_names(context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Nodes of the model that is named before them."""
    from diskembed.embedding import load

    try:
        names = load(context.params.get("model") or "", index=False).names
    except (DiskembedError, OSError):
        return []
    return _starting(names, incomplete)[:MOST_NODES]


def _starting(names: object, incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(name) for name in names if name.startswith(incomplete)]  # type: ignore[attr-defined]
