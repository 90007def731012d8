"""What a ``.disk`` file holds of a fitted model, and how it comes back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from os import PathLike
from typing import Any

from diskembed.confidence.calibration import Calibration
from diskembed.errors import InputError, ParameterError, ReadError
from diskembed.graph.names import Names
from diskembed.models import registry
from diskembed.models.contract import Model
from diskembed.models.types import Array
from diskembed.storage.container import read_container, write_container
from diskembed.storage.header import Kind
from diskembed.storage.state import plain
from diskembed.storage.vocabulary import pack_members, pack_names, unpack_members, unpack_names

__all__ = ["MODEL", "ModelFile", "blaming"]

MODEL = Kind("model", 1)


@dataclass(frozen=True, eq=False)
class ModelFile:
    """The parts of an embedding, under the names that ``Embedding`` has for them."""

    names: Names
    rows: Array
    model: Model
    threshold: float | None
    provenance: Mapping[str, Any]
    members_of: Mapping[int, Names]
    calibration: Calibration | None = None

    def write(self, path: str | PathLike[str]) -> None:
        """Write all of it; what could not be read again is refused first."""
        described = _described(self.model)
        _require_known(self.model, described)
        arrays = {"rows": self.rows, **pack_names(self.names, "names"), **pack_members(self.members_of)}
        state: dict[str, Any] = {
            "model": described,
            "threshold": self.threshold,
            "provenance": self.provenance,
        }
        if self.calibration is not None:  # a reader that knows none takes no notice of it
            state["calibration"] = self.calibration.state()
        write_container(path, MODEL, arrays, state)

    @staticmethod
    def read(path: str | PathLike[str], *, verify: bool = True) -> ModelFile:
        """Read all of it; rows stay in the file, mapped into memory."""
        contents = read_container(path, MODEL, verify=verify)
        arrays, state = contents.arrays, contents.state
        with blaming(path):
            model = state["model"]
            if model["name"] not in registry.names():
                raise _unknown(path, model["name"])
            return ModelFile(
                unpack_names(arrays, "names"),
                arrays["rows"],
                registry.make(model["name"], model["dim"], **model["options"]),
                state["threshold"],
                state["provenance"],
                unpack_members(arrays),
                _calibration(state.get("calibration")),
            )


@contextmanager
def blaming(path: str | PathLike[str]) -> Iterator[None]:
    """Content that makes no model is the file's fault; only a file that others wrote can have it."""
    try:
        yield
    except ReadError:
        raise
    except (InputError, KeyError, TypeError, ValueError) as error:
        raise ReadError(
            path, f"what it holds makes no model: {error}", do="write it again with Embedding.save"
        ) from None


def _described(model: Model) -> dict[str, Any]:
    described: dict[str, Any] = plain(
        {"name": model.name, "dim": model.dim, "options": model.options}, f"the options of {model.name}"
    )
    return described


def _require_known(model: Model, described: Mapping[str, Any]) -> None:
    known = model.name in registry.names()
    again = registry.make(model.name, described["dim"], **described["options"]) if known else None
    if again is None or _described(again) != described:
        raise ParameterError(
            f"the model {model!r} could not be made again from its name and options",
            allowed=f"a registered model, such as {', '.join(registry.names())}",
            do="register it with diskembed.models.registry.register(name, factory)",
        )


def _calibration(state: Mapping[str, Any] | None) -> Calibration | None:
    return None if state is None else Calibration.of_state(state)


def _unknown(path: str | PathLike[str], name: str) -> ReadError:
    return ReadError(
        path,
        f"it holds a model named {name!r}, which is not known here",
        allowed=f"known are {', '.join(registry.names())}",
        do="import the package that registers it, or update: pip install --upgrade diskembed",
    )
