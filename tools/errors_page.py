"""Write docs/errors.md: every exception, what it means, what is allowed, what to do, its exit code.

All of it stands in the docstrings of ``diskembed.errors``. Run it after touching them:
``python tools/errors_page.py``.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from diskembed import errors
from diskembed.errors import DiskembedError

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "errors.md"

HEAD = """# Errors

Everything that diskembed raises on purpose is a `diskembed.errors.DiskembedError`. Its message is one line of
up to three parts: what was found, what is allowed, and what to do next; they are the attributes `found`,
`allowed` and `do` too. The command line prints the line after `error:` and ends with the exit code.
What is wrong in an input is found before anything is written, and no file is left half-written.
This page is made by `tools/errors_page.py`.

## The tree

```text
{tree}
```

## Exit codes of the command line

| code | when |
|---|---|
| 0 | done; a "no" and an empty list are answers too |
| 1 | an error in diskembed, with its traceback; or the reader of a pipe went away |
{codes}
## Each of them
"""


def classes(base: type[DiskembedError] = DiskembedError) -> Iterator[type[DiskembedError]]:
    """The tree, depth first, in the order of the source."""
    yield base
    for child in base.__subclasses__():
        if child.__module__ == errors.__name__:
            yield from classes(child)


def parts(error: type[DiskembedError]) -> tuple[str, str, str]:
    """What it means, what is allowed, what to do."""
    text = inspect.cleandoc(error.__doc__ or "")
    found = re.fullmatch(r"(.*?)\n\nAllowed: (.*?)\nDo: (.*)", text, re.DOTALL)
    if found is None:
        raise SystemExit(f'{error.__name__}\'s docstring lacks its lines "Allowed: ..." and "Do: ..."')
    meaning, allowed, do = (re.sub(r"``", "`", re.sub(r"\s+", " ", part)).strip() for part in found.groups())
    return meaning, allowed, do


def page() -> str:
    """The page as it should be."""
    tree = inspect.cleandoc((errors.__doc__ or "").partition("\n\n")[2].partition("\n\n")[0])
    return HEAD.format(tree=tree, codes=_codes()) + "".join(map(_entry, classes()))


def main() -> None:
    """Write the page, whole or not at all."""
    draft = PAGE.with_suffix(".tmp")
    draft.write_text(page(), encoding="utf-8")
    draft.replace(PAGE)
    sys.stderr.write(f"wrote {PAGE.relative_to(ROOT)}\n")


def _codes() -> str:
    """The class that brings each code, the highest in the tree."""
    first: dict[int, type[DiskembedError]] = {}
    for error in classes():
        if error.exit_code > 1:
            first.setdefault(error.exit_code, error)
    also = {2: "; a wrong use of the command line", 130: "; any command that Ctrl-C stops"}
    return "".join(
        f"| {code} | `{error.__name__}`: {_lower(parts(error)[0])}{also.get(code, '')} |\n"
        for code, error in sorted(first.items())
    )


def _entry(error: type[DiskembedError]) -> str:
    meaning, allowed, do = parts(error)
    bases = ", ".join(f"`{base.__name__}`" for base in error.__bases__)
    return (
        f"\n### {error.__name__}\n\n{meaning}\n\n"
        f"- *is a* {bases}\n- *allowed:* {allowed}\n- *what to do:* {do}\n- *exit code:* {error.exit_code}\n"
    )


def _lower(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:].rstrip(".")


if __name__ == "__main__":
    main()
