"""``--config FILE``: options in a TOML file, under the names that they have on the command line."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

import click

from diskembed.errors import ReadError, near_names

__all__ = ["settings_of"]

Table = Mapping[str, Any]
OWN = ("quiet", "verbose")
"""What may stand before the first table: options of the program itself."""


def settings_of(path: str, group: click.Group, context: click.Context) -> dict[str, Any]:
    """The file as click's ``default_map``: values by command and parameter, each one checked.

    A table is a command (``[fit]``, ``[data.list]``), a key an option without its dashes. What no command
    has is refused, so that a misspelt line never goes unnoticed.
    """
    return _group(path, group, context, _read(path), "", OWN)


def _read(path: str) -> dict[str, Any]:
    try:
        with open(path, "rb") as file:  # noqa: PTH123  (the reader's errors name what was given)
            return tomllib.load(file)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ReadError(path, f"not TOML: {error}", do="see https://toml.io") from None
    except OSError as error:
        raise ReadError(path, error.strerror or str(error), do="check the path of --config") from None


def _group(
    path: str, group: click.Group, context: click.Context, table: Table, where: str, own: tuple[str, ...] = ()
) -> dict[str, Any]:
    found: dict[str, Any] = {}
    names = group.list_commands(context)
    for key, value in table.items():
        if key in own:
            found |= _options(path, group, context, {key: value}, where)
            continue
        command = group.get_command(context, key) if key in names else None
        if command is None:
            raise _unknown(path, key, f"{where} command".strip(), [*names, *own])
        if not isinstance(value, Mapping):
            raise ReadError(path, f"{key} is a command, but not a table", allowed=f"[{where}{key}] on a line")
        inner = click.Context(command, parent=context, info_name=key)
        if isinstance(command, click.Group):
            found[key] = _group(path, command, inner, value, f"{where}{key}.")
        else:
            found[key] = _options(path, command, inner, value, f"{where}{key}")
    return found


def _options(
    path: str, command: click.Command, context: click.Context, table: Table, where: str
) -> dict[str, Any]:
    known = {
        name.lstrip("-"): option
        for option in command.get_params(context)
        if isinstance(option, click.Option) and not option.is_eager
        for name in option.opts
        if name.startswith("--") or len(option.opts) == 1
    }
    found: dict[str, Any] = {}
    for key, value in table.items():
        if key not in known:
            raise _unknown(path, key, f"option of {where or 'diskembed'}", list(known))
        option = known[key]
        found[option.name or key] = _checked(path, option, context, value, f"{where}.{key}".lstrip("."))
    return found


def _checked(path: str, option: click.Option, context: click.Context, value: Any, where: str) -> Any:
    """The value as it stands, once its type and click's own conversion agree with it."""
    values = value if option.multiple and isinstance(value, list) else [value]
    if option.multiple and not isinstance(value, list):
        raise ReadError(path, f"{where} = {_shown(value)}", allowed="an array, since it may be repeated")
    wanted = _kinds(option)
    for each in values:
        if type(each) not in wanted:
            kinds = " or ".join(kind.__name__ for kind in wanted)
            raise ReadError(path, f"{where} = {_shown(each)}", allowed=f"its type is {kinds}")
    try:
        option.type_cast_value(context, value)
    except click.BadParameter as error:
        raise ReadError(path, f"{where} = {_shown(value)}", allowed=error.message.rstrip(".")) from None
    return value


def _kinds(option: click.Option) -> tuple[type, ...]:
    if option.is_flag:
        return (bool,)
    if isinstance(option.type, click.types.IntParamType):  # IntRange too
        return (int,)
    if isinstance(option.type, click.types.FloatParamType):
        return (float, int)
    return (str,)


def _unknown(path: str, key: str, what: str, known: list[str]) -> ReadError:
    near = near_names(key, known)
    hint = f"did you mean {' or '.join(near)}?" if near else ""
    return ReadError(path, f"no {what} is called {key!r}", allowed=", ".join(sorted(known)), do=hint)


def _shown(value: Any) -> str:
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else repr(value)
