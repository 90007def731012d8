"""The fitted thing: names, rows of parameters, and the model that says what they mean."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

import numpy as np
from numpy.typing import NDArray

from diskembed.confidence.calibration import Calibration
from diskembed.errors import ParameterError
from diskembed.exchange.exchanging import Exchanging
from diskembed.graph.dag import DAG
from diskembed.graph.names import Names
from diskembed.index_file import IndexReport, build_index, index_path, read_index
from diskembed.models.contract import Model
from diskembed.models.disks import Disks
from diskembed.models.relative_disks import RelativeDisks
from diskembed.models.types import Array, Vector
from diskembed.placing.newcomers import Growing
from diskembed.query.choosing import Choosing
from diskembed.query.confident import Confident
from diskembed.query.engine import Numbers
from diskembed.query.matches import Matches
from diskembed.query.measuring import Measuring
from diskembed.query.nodes import Many, Nodes, One
from diskembed.query.questions import Questions, checked_k
from diskembed.query.rows import Precision, checked, converted
from diskembed.query.scores import Side, scores
from diskembed.storage.model_file import ModelFile, blaming
from diskembed.storage.state import plain

if TYPE_CHECKING:
    from diskembed.plot.picture import Picture

__all__ = ["Embedding", "load"]


@dataclass(frozen=True, eq=False, repr=False)
class Embedding(Questions, Confident, Growing, Exchanging):
    """Node ``names[i]`` is ``rows[i]``, read-only, in the terms of ``model``. It is sound or refused.

    ``threshold`` is the score up to which a pair counts as contained, chosen on validation pairs; without
    one the model's own geometry decides. ``provenance`` says where it comes from, as JSON can hold it.
    ``members_of`` are the names of nodes that a collapsed cycle merged, ``calibration`` says how probable a
    score makes an edge, ``index_file`` where an index may be.

    A node is given by name or number. Two single nodes give a number, a list on either side gives an array:
    two lists pair by pair, one node against a list once for each. float32 rows are rounded; scores are
    computed from them in float64.
    """

    names: Names
    rows: Array
    model: Model
    threshold: float | None = None
    provenance: Mapping[str, Any] = field(default_factory=dict)
    members_of: Mapping[int, Names] = field(default_factory=dict)
    calibration: Calibration | None = None
    index_file: str | None = None

    def __post_init__(self) -> None:
        for name, value in (
            ("rows", checked(self.rows, len(self.names), self.model)),
            ("threshold", _finite(self.threshold)),
            ("provenance", plain(dict(self.provenance), "provenance")),
        ):
            object.__setattr__(self, name, value)
        self._nodes.require_sound()

    @classmethod
    def of_dag(
        cls,
        dag: DAG,
        rows: Array,
        model: Model,
        *,
        threshold: float | None = None,
        provenance: Mapping[str, Any] | None = None,
    ) -> Embedding:
        """One row for each node of a DAG, whose merged nodes keep all their names."""
        return cls(dag.names, rows, model, threshold, provenance or {}, dag.members_of)

    # -- what it holds -----------------------------------------------------------------------------
    def __len__(self) -> int:
        return len(self.names)

    def __repr__(self) -> str:
        return f"Embedding({len(self):,} nodes, {self.model!r}, threshold={self.threshold})"

    @property
    def centers(self) -> Array:
        """The centres of the disks, one a row."""
        self._require_disks("centers")
        return self.rows[:, :-1]

    @property
    def radii(self) -> Array:
        """The radii of the disks."""
        self._require_disks("radii")
        return self.rows[:, -1]

    @cached_property
    def engine(self) -> Choosing:
        """What answers; one for each cutoff, with what it has prepared."""
        return Choosing(self.model, self.rows, self.cutoff, self._index)

    @property
    def cutoff(self) -> float:
        """The score up to which a pair is contained: the threshold if there is one, else the model's own."""
        cutoff = self.model.contained_at if self.threshold is None else self.threshold
        if cutoff is None:
            raise ParameterError(
                f"the model {self.model.name} has no border of its own, and no threshold was chosen",
                do="compare protrusions instead, or set one: dataclasses.replace(embedding, threshold=...)",
            )
        return cutoff

    def number(self, node: One) -> int:
        """The row of a node."""
        return self._nodes.number(node)

    def members(self, node: One) -> list[str]:
        """The names that a node stands for: its own, or those that a collapsed cycle merged."""
        return self._nodes.members(node)

    # -- questions ---------------------------------------------------------------------------------
    @overload
    def protrusion(self, ancestor: One, descendant: One) -> float: ...
    @overload
    def protrusion(self, ancestor: Many, descendant: One | Many) -> Vector: ...
    @overload
    def protrusion(self, ancestor: One, descendant: Many) -> Vector: ...
    def protrusion(self, ancestor: One | Many, descendant: One | Many) -> float | Vector:
        """How far the descendant sticks out of the ancestor: the model's score, for disks negative inside."""
        found = self._scores(ancestor, descendant)
        return found if found.ndim else float(found)

    @overload
    def contains(self, ancestor: One, descendant: One) -> bool: ...
    @overload
    def contains(self, ancestor: Many, descendant: One | Many) -> NDArray[np.bool_]: ...
    @overload
    def contains(self, ancestor: One, descendant: Many) -> NDArray[np.bool_]: ...
    def contains(self, ancestor: One | Many, descendant: One | Many) -> bool | NDArray[np.bool_]:
        """Whether the protrusion is at most ``cutoff``. That alone decides, for a node and itself too."""
        above, below = self._paired(ancestor, descendant)
        inside = self.engine.contains(above.ravel(), below.ravel()).reshape(above.shape)
        return inside if inside.ndim else bool(inside)

    @overload
    def ancestors(self, node: One, k: int | None = None) -> Matches: ...
    @overload
    def ancestors(self, node: Many, k: int | None = None) -> list[Matches]: ...
    def ancestors(self, node: One | Many, k: int | None = None) -> Matches | list[Matches]:
        """All nodes that contain ``node``, the deepest containment first; or only the first ``k``.

        For a list of nodes, the answers for each.
        """
        return self._matches(node, "ancestors", k)

    @overload
    def descendants(self, node: One, k: int | None = None) -> Matches: ...
    @overload
    def descendants(self, node: Many, k: int | None = None) -> list[Matches]: ...
    def descendants(self, node: One | Many, k: int | None = None) -> Matches | list[Matches]:
        """All nodes that ``node`` contains, the deepest containment first; or only the first ``k``."""
        return self._matches(node, "descendants", k)

    # -- files -------------------------------------------------------------------------------------
    def save(self, path: str | PathLike[str], *, dtype: Precision | None = None) -> None:
        """Write a ``.disk`` file, whole or not at all; ``load`` reads it.

        float32 halves the rows' size and rounds them to 7 digits: pairs that nearly touch may change sides.
        """
        ModelFile(
            self.names,
            self.rows if dtype is None else converted(self.rows, self.model, dtype),
            self.model,
            self.threshold,
            self.provenance,
            self.members_of,
            self.calibration,
        ).write(path)

    def build_index(
        self, path: str | PathLike[str], *, questions: int = 1000, kind: str = "tree"
    ) -> IndexReport:
        """Write an index for this embedding's questions; ``load`` finds ``MODEL.index`` beside a model.

        Its recall is measured on so many nodes, against the exact engine. A ``"tree"`` misses nothing;
        ``"faiss"``, its inverted lists, may, and needs the extra ``index``.
        """
        return build_index(self.model, self.rows, self.cutoff, path, questions=questions, kind=kind)

    # -- pictures ----------------------------------------------------------------------------------
    def plot(
        self, *, graph: DAG | None = None, title: str = "", labels: int = 40, most: int = 2000
    ) -> Picture:
        """Its disks as a picture, which notebooks show and ``save`` writes as .svg, .png or .pdf.

        Disks of two coordinates are drawn as they are; of all other models a companion, labelled as such,
        made from ``graph`` if it is given. The ``most`` nodes that contain the most are drawn, and
        the ``labels`` largest named.
        """
        from diskembed.plot import euler_picture

        return euler_picture(self, graph=graph, title=title, labels=labels, most=most)

    # -- inside ------------------------------------------------------------------------------------
    @cached_property
    def _nodes(self) -> Nodes:
        return Nodes(self.names, self.members_of)

    def _index(self) -> Measuring | None:
        if self.index_file is None or not Path(self.index_file).exists():
            return None
        return read_index(self.index_file, self.model, self.rows)

    @property
    def _sizes(self) -> Vector | None:
        return self.radii.astype(np.float64) if isinstance(self.model, Disks | RelativeDisks) else None

    def _paired(self, ancestor: One | Many, descendant: One | Many) -> tuple[Numbers, Numbers]:
        above, below = self._nodes.numbers(ancestor), self._nodes.numbers(descendant)
        if above.ndim and below.ndim and len(above) != len(below):
            raise ParameterError(
                f"{len(above)} ancestors and {len(below)} descendants were given",
                allowed="two lists are taken pair by pair, a single node goes with each of a list",
                do="give lists of one length, or ask once for each node of one of them",
            )
        above, below = np.broadcast_arrays(above, below)
        return above, below

    def _scores(self, ancestor: One | Many, descendant: One | Many) -> Vector:
        above, below = self._paired(ancestor, descendant)
        return scores(self.model, self.rows, above.ravel(), below.ravel()).reshape(above.shape)

    def _matches(self, node: One | Many, side: Side, k: int | None) -> Matches | list[Matches]:
        most, asked = checked_k(k), self._nodes.numbers(node)
        found = [self.engine.matching(number, side) for number in np.atleast_1d(asked).tolist()]
        answers = [self._answer(numbers[:most], scores[:most]) for numbers, scores in found]
        return answers if asked.ndim else answers[0]

    def _answer(self, numbers: Numbers, scores: Vector) -> Matches:
        sure = None if self.calibration is None else self.calibration.probability(scores)
        return Matches(self.names.take(numbers), scores, sure)

    def _require_disks(self, what: str) -> None:
        if not isinstance(self.model, Disks | RelativeDisks):
            raise ParameterError(
                f"{self.model.name} has no {what}", do="its parameters are in rows, one row a node"
            )


def load(path: str | PathLike[str], *, verify: bool = True, index: bool = True) -> Embedding:
    """Read a ``.disk`` file. Rows stay in the file, mapped into memory.

    Its checksum is verified first, so that any damage is an error. ``verify=False`` saves that, about half
    of the time; changed bytes in names or numbers may then go unnoticed. An index beside the file (see
    ``Embedding.build_index``) is opened when a question gains from it, unless ``index=False``.
    """
    parts = ModelFile.read(path, verify=verify)
    with blaming(path):
        return Embedding(**vars(parts), index_file=index_path(path) if index else None)


def _finite(threshold: float | None) -> float | None:
    if threshold is None:
        return None
    is_number = isinstance(threshold, int | float | np.number) and not isinstance(threshold, bool)
    if not is_number or not np.isfinite(threshold):
        raise ParameterError(f"threshold={threshold!r}", allowed="a finite number, or None")
    return float(threshold)
