"""An answer that is a table or a list: for people, as JSON, or as CSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from typing import Any, TypeVar, cast

import click
from click.core import ParameterSource

from diskembed.cli.common import json_option

__all__ = ["answer_options", "print_csv", "print_table"]

F = TypeVar("F", bound=Callable[..., Any])

csv_option = click.option("--csv", "as_csv", is_flag=True, help="Print CSV with a header instead of a table.")


def answer_options(command: F) -> F:
    """``--json`` and ``--csv``, one at most; one on the command line beats the other in a settings file."""

    @wraps(command)
    def one(*args: Any, as_json: bool, as_csv: bool, **options: Any) -> Any:
        if as_json and as_csv:
            context = click.get_current_context()
            said = {
                name: context.get_parameter_source(name) is ParameterSource.COMMANDLINE
                for name in ("as_json", "as_csv")
            }
            if said["as_json"] == said["as_csv"]:
                raise click.UsageError("--json and --csv exclude each other; leave one of them out")
            as_json, as_csv = said["as_json"], said["as_csv"]
        return command(*args, as_json=as_json, as_csv=as_csv, **options)

    return cast(F, json_option(csv_option(one)))


def print_csv(rows: Iterable[Mapping[str, Any]], columns: Sequence[str] | None = None) -> None:
    """Rows with the same keys, under a header; without rows, the header of ``columns`` alone.

    Numbers have all their digits, what is missing is an empty field, what is itself a list is JSON.
    """
    listed = list(rows)
    header = list(columns if columns is not None else listed[0] if listed else ())
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows([_field(row.get(name)) for name in header] for row in listed)
    click.echo(text.getvalue(), nl=False)


def print_table(rows: Iterable[Sequence[str]]) -> None:
    """Aligned columns, the last as long as it is."""
    listed = list(rows)
    widths = [max(map(len, column)) for column in zip(*listed, strict=True)][:-1]
    for row in listed:
        cells = [f"{cell:<{width}}" for cell, width in zip(row, widths, strict=False)]
        click.echo("  ".join([*cells, row[-1]]))


def _field(value: Any) -> Any:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple | dict):
        return json.dumps(value, ensure_ascii=False)
    return value
