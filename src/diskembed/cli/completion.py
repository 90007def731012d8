"""``diskembed completion``: let the shell complete commands, options and names."""

from __future__ import annotations

import click

__all__ = ["command"]

EXAMPLES = """\b
Examples:
  diskembed completion bash > diskembed.bash
  diskembed completion zsh > _diskembed
  diskembed completion fish > diskembed.fish
"""


HELP = """Print the script that makes SHELL complete commands, options, graphs, geometries and nodes.

\b
bash: put   eval "$(diskembed completion bash)"     into ~/.bashrc
zsh:  put   eval "$(diskembed completion zsh)"      into ~/.zshrc
fish: put   diskembed completion fish | source      into ~/.config/fish/config.fish
"""


@click.command("completion", help=HELP, epilog=EXAMPLES)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(shell: str) -> None:
    """Print the script that makes SHELL complete commands, options, graphs, geometries and nodes."""
    from click.shell_completion import get_completion_class

    from diskembed.cli import cli

    maker = get_completion_class(shell)
    assert maker is not None  # the choices are click's own
    script = maker(cli, {}, "diskembed", "_DISKEMBED_COMPLETE")
    # Not source(): for bash that runs bash to look at its version, which is not there to be looked at.
    click.echo(script.source_template % script.source_vars())
