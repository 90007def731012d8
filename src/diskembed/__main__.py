"""``python -m diskembed``: the command line."""

from diskembed.cli import main

if __name__ == "__main__":
    main()
