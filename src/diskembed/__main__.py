"""``python -m diskembed``, and the program ``diskembed``: the command line."""

import signal

__all__ = ["run"]


def run() -> None:
    """Load the command line and start it; until it listens for Ctrl-C, that ends the program in silence."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from diskembed.cli import main

    main()


if __name__ == "__main__":
    run()
