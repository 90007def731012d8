"""``diskembed view``: a model as a map in the browser."""

from __future__ import annotations

import os
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import click

from diskembed.cli.completing import file_names, graph_names
from diskembed.cli.voice import note
from diskembed.errors import MissingExtraError

if TYPE_CHECKING:
    from diskembed.viewer.atlas import Atlas

__all__ = ["command"]

EXAMPLES = """\b
Examples:
  diskembed view mammals.disk --graph wordnet-mammals
  diskembed view mammals.disk --export mammals.html
  diskembed view mammals.disk --host 0.0.0.0 --port 8350 --token s3cret --no-open
"""


@click.command("view", epilog=EXAMPLES)
@click.argument("model", shell_complete=file_names)
@click.option(
    "--graph",
    shell_complete=graph_names,
    help="Take depths, and make a companion, from this graph: a path or a known name.",
)
@click.option("--limit", type=int, default=100_000, show_default=True, help="Draw at most so many nodes.")
@click.option("--export", type=click.Path(dir_okay=False), help="Write one HTML file instead, and stop.")
@click.option(
    "--host", default="127.0.0.1", show_default=True, help="Others than this machine's need --token."
)
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="[default: a free one]")
@click.option(
    "--token",
    envvar="DISKEMBED_TOKEN",
    show_envvar=True,
    help="What a browser has to bring, as /?token=TOKEN.",
)
@click.option("--open/--no-open", "opens", default=True, show_default=True, help="Open a browser.")
@click.option("--threads", type=click.IntRange(1), help="For who contains whom.  [default: all processors]")
def command(
    model: str,
    *,
    graph: str | None,
    limit: int,
    export: str | None,
    host: str,
    port: int,
    token: str | None,
    opens: bool,
    threads: int | None,
) -> None:
    """Show MODEL as a map: pan, zoom, search, see what contains what.

    Disks of two coordinates are drawn as they are. Of other models a companion is drawn, which is made for
    the map in some seconds; it is called so, with how well it agrees with the model.
    Nothing is loaded from the network. The address is printed; Ctrl-C stops the server.
    """
    if export is not None:
        from diskembed.storage.atomic import require_folder
        from diskembed.viewer.export import save_exported

        require_folder(export)
        save_exported(_atlas(model, graph, limit, threads), export)
        click.echo(export)
        return
    _require_extra()
    from diskembed.viewer.server import application
    from diskembed.viewer.serving import bound, check_host, serve

    check_host(host, token)
    with bound(host, port) as listener:
        address = _address(host, listener.getsockname()[1], token)

        def ready() -> None:
            click.echo(address)
            if opens:
                webbrowser.open(address)

        app = application(_atlas(model, graph, limit, threads), host=host, token=token)
        serve(app, listener, ready)


def _atlas(model: str, graph: str | None, limit: int, threads: int | None) -> Atlas:
    from diskembed.cli.common import load_graph
    from diskembed.embedding import load
    from diskembed.viewer.atlas import Atlas

    embedding = load(model)
    dag = None if graph is None else load_graph(graph)
    note(f"{len(embedding):,} nodes: asking the model who contains whom")
    count = threads or os.cpu_count() or 1
    return Atlas.of(embedding, Path(model).stem, graph=dag, most=limit, threads=count)


def _require_extra() -> None:
    try:
        import starlette  # noqa: F401
        import uvicorn  # noqa: F401
    except ImportError as error:
        raise MissingExtraError(
            "the map in the browser", package=error.name or "starlette", extra="view"
        ) from None


def _address(host: str, port: int, token: str | None) -> str:
    shown = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    shown = f"[{shown}]" if ":" in shown else shown
    return f"http://{shown}:{port}/" + (f"?token={quote(token)}" if token else "")
