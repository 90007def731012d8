"""Parameters in scikit-learn's manner, without scikit-learn: fields of a keyword-only dataclass."""

from __future__ import annotations

from dataclasses import MISSING, Field, fields
from typing import Any, Self, cast

from diskembed.errors import ParameterError, near_names

__all__ = ["Parametrised"]


class Parametrised:
    """What ``sklearn.base.clone``, grid searches and a readable ``repr`` need."""

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Every parameter by name; ``deep`` changes nothing, since none of them is an estimator."""
        return {field.name: getattr(self, field.name) for field in self._parameters()}

    def set_params(self, **parameters: Any) -> Self:
        """Change some parameters; they are checked when the estimator is fitted."""
        known = self.get_params()
        for name, value in parameters.items():
            if name not in known:
                near = near_names(name, known)
                raise ParameterError(
                    f"{type(self).__name__} has no parameter {name!r}",
                    allowed=f"its parameters are {', '.join(known)}",
                    do=f"did you mean {' or '.join(near)}?" if near else "",
                )
            setattr(self, name, value)
        return self

    def _parameters(self) -> list[Field[Any]]:
        return [field for field in fields(cast("Any", self)) if field.init]

    def __repr__(self) -> str:
        """Only what differs from the default."""
        changed = []
        for field in self._parameters():
            default = field.default_factory() if field.default_factory is not MISSING else field.default
            if getattr(self, field.name) != default:
                changed.append(f"{field.name}={getattr(self, field.name)!r}")
        return f"{type(self).__name__}({', '.join(changed)})"
