"""One kernel body for many callees: compiled once for each, and never stale in Numba's cache on disk.

Numba files compiled code under a function's module and ``__qualname__`` and renews it only when that
function's own file changes. Two traps follow. One body rebound to a second callee would silently load the
first one's code; and a caller would keep the code of a callee that has since been edited in another file. So
every function is copied with its callees bound into its globals, and the copy's ``__qualname__`` ends in a
fingerprint of all the code and all the constants that it can reach.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from types import CodeType, FunctionType
from typing import Any, TypeVar, cast

import numpy as np

from diskembed.errors import ParameterError

__all__ = ["Bindings", "bind", "fingerprint", "placeholder_error"]

F = TypeVar("F", bound=Callable[..., Any])

Bindings = Mapping[Callable[..., Any], Callable[..., Any]]
"""Placeholder -> the function that stands in for it; both at the top level of a module."""

_compiled: dict[tuple[str, Callable[..., Any]], Callable[..., Any]] = {}


def bind(body: F, bindings: Bindings, compiler: Callable[[F], F] | None = None) -> F:
    """Compile ``body`` with every placeholder that it can reach replaced.

    ``body`` and all it calls are functions at the top level of a module, called by their bare names;
    ``compiler`` is ``diskembed.jit.kernel`` unless given. Asked again, the same compiled function comes back.
    """
    from diskembed.jit import kernel

    return cast(F, _compile(body, bindings, compiler or kernel))


def fingerprint(function: Callable[..., Any], bindings: Bindings) -> str:
    """A digest of the code of ``function`` and of everything that it can reach by name."""
    digest = hashlib.sha256()
    for part in _parts(_plain(function), bindings, ()):
        digest.update(part)
        digest.update(b"\0")
    return digest.hexdigest()[:16]


def placeholder_error(name: str, how: str) -> ParameterError:
    """What calling an unbound placeholder raises."""
    return ParameterError(
        f"the scalar function {name} is bound to nothing yet", do=f"compile the kernel with {how}"
    )


def _compile(function: Callable[..., Any], bindings: Bindings, compiler: Callable[..., Any]) -> Any:
    plain = _plain(function)
    name = f"{plain.__qualname__}_{fingerprint(plain, bindings)}"
    key = (f"{plain.__module__}.{name}", compiler)
    if key not in _compiled:
        from diskembed.jit import inlined

        namespace = dict(plain.__globals__)
        for callee, value in _reached(plain, bindings):
            if isinstance(value, FunctionType):
                namespace[callee] = _compile(value, bindings, inlined)
        copy = FunctionType(plain.__code__, namespace, name, plain.__defaults__)
        copy.__qualname__, copy.__module__, copy.__doc__ = name, plain.__module__, plain.__doc__
        copy.__kwdefaults__ = plain.__kwdefaults__
        _compiled[key] = compiler(copy)
    return _compiled[key]


def _plain(function: Callable[..., Any]) -> FunctionType:
    plain = getattr(function, "py_func", function)  # a compiled function keeps the one it came from
    if not isinstance(plain, FunctionType) or plain.__closure__:
        raise ParameterError(
            f"{function!r} cannot be compiled into a kernel",
            allowed="plain functions at the top level of a module",
            do="move it there, and pass what it closes over as arguments",
        )
    return plain


def _reached(function: FunctionType, bindings: Bindings) -> Iterator[tuple[str, object]]:
    """The globals that the code names, compiled functions as the plain ones they came from."""
    for name in sorted(_names(function.__code__)):
        value = function.__globals__.get(name)
        value = getattr(value, "py_func", value)
        if isinstance(value, FunctionType) and value in bindings:
            value = _plain(bindings[value])
        if value is not None:
            yield name, value


def _names(code: CodeType) -> set[str]:
    nested = (_names(const) for const in code.co_consts if isinstance(const, CodeType))
    return set(code.co_names).union(*nested)


def _parts(function: FunctionType, bindings: Bindings, callers: tuple[Any, ...]) -> Iterator[bytes]:
    yield from _code_parts(function.__code__)
    yield repr((function.__defaults__, function.__kwdefaults__)).encode()
    for name, value in _reached(function, bindings):
        yield name.encode()
        if isinstance(value, FunctionType):
            if value is function or value in callers:
                raise ParameterError(f"{value.__qualname__} calls itself", do="write it as a loop")
            yield from _parts(value, bindings, (*callers, function))
        elif isinstance(value, np.ndarray):
            yield value.dtype.str.encode() + repr(value.shape).encode() + value.tobytes()
        elif isinstance(value, bool | int | float | complex | str | bytes | tuple):
            yield repr(value).encode()


def _code_parts(code: CodeType) -> Iterator[bytes]:
    yield code.co_code
    yield repr((code.co_names, code.co_varnames, code.co_freevars, code.co_argcount)).encode()
    for const in code.co_consts:
        if isinstance(const, CodeType):
            yield from _code_parts(const)
        else:
            yield repr(const).encode()
